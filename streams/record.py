"""The base of all records that travel on the ring."""

from __future__ import annotations

import msgspec


class Record(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    tag_field="kind",
):
    """Base of all records."""

    retry: tuple[int, int] | None = None  # partition and offset of the dead letter it was
