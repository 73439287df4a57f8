"""What a pool would ask next."""

from __future__ import annotations

from typing import NamedTuple


class Proposal(NamedTuple):
    """A query worth asking, and how many new objects are expected of it."""

    query: str
    new: float  # inf: somebody wants it asked
