"""Searches that are watched: what happens in the list of one, and how it stands."""

from __future__ import annotations

import msgspec

from ..record import Record


class Placed(Record, frozen=True, kw_only=True, omit_defaults=True, tag="placed"):
    """An object entered the list of a search that is watched, left it, or moved in it."""

    site: str
    seq: int
    id: str
    event: str  # entered, left, moved
    search: str  # as it was given: its words, or its address
    round: int  # of the search, in which that was seen
    page_url: str  # that shows it now; of what left, the first page of the search
    at: float
    query: str | None = None
    before: int | None = None  # its place in the list, from 1
    after: int | None = None


class WatchedSearch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a search that is watched stands; a part of the status of its site."""

    search: str  # as it was given: its words, or its address
    url: str  # of the first page of its answer; empty while no form is known
    n_objects: int = 0  # in its list
    rounds: int = 0  # that were read whole
    at: float = 0.0  # of the last of them
    why: str = ""  # the last round says nothing; empty: it was read
