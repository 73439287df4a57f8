"""Names of columns that own pages of objects taught, for objects that were shown before."""

from __future__ import annotations

from ..record import Record


class Named(Record, frozen=True, kw_only=True, omit_defaults=True, tag="named"):
    """Columns of an object that was shown before have other names by now."""

    site: str
    seq: int
    id: str
    names: dict[str, str] = {}  # by slot
    model_version: int = 0
