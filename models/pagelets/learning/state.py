"""The learner's state as bytes: packed columns in MessagePack, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..content.place_counts import PlaceCounts, PlaceTable
from ..content.strings import StringCounts, StringTable
from ..fields.templates import Templates
from .vote_sample import CastVote, VoteSample

Refetch = tuple[NDArray[np.int64], NDArray[np.uint32]]  # places with text, hashes of their texts


@dataclass(slots=True)
class SiteCounts:
    """All that is kept of a site: tables with caps."""

    n_pages: int = 0
    strings: StringTable = field(default_factory=StringTable)
    places: PlaceTable = field(default_factory=PlaceTable)
    votes: VoteSample = field(default_factory=VoteSample)
    recent: list[tuple[str, ...]] = field(default_factory=list)  # terms of the last queries
    fetched: dict[str, Refetch] = field(default_factory=dict)  # first fetch of a query
    templates: Templates = field(default_factory=Templates)


class _State(msgspec.Struct, array_like=True):
    n_pages: int
    strings: bytes  # int64 name, ascending
    string_places: bytes  # int64
    string_counts: bytes  # int32 pages, fewest, most
    places: bytes  # int64, ascending
    place_counts: bytes  # int32, the nine sums
    votes: list[tuple[int, CastVote]]
    recent: list[tuple[str, ...]]
    fetched: list[tuple[str, bytes, bytes]]
    templates: bytes = b""


_PLACE_SUMS = tuple("pages siblings asked own control again changed idle void".split())


def encode_state(counts: SiteCounts) -> bytes:
    """All that `decode_state` needs; equal counts give equal bytes."""
    strings = sorted(counts.strings.rows.items())
    places = sorted(counts.places.rows.items())
    state = _State(
        n_pages=counts.n_pages,
        strings=_packed((name for name, _ in strings), "<i8"),
        string_places=_packed((row.place for _, row in strings), "<i8"),
        string_counts=_packed(
            (n for _, row in strings for n in (row.pages, row.fewest, row.most)), "<i4"
        ),
        places=_packed((place for place, _ in places), "<i8"),
        place_counts=_packed(
            (getattr(row, name) for _, row in places for name in _PLACE_SUMS), "<i4"
        ),
        votes=sorted(counts.votes.rows.items()),
        recent=counts.recent,
        fetched=[(q, p.tobytes(), t.tobytes()) for q, (p, t) in counts.fetched.items()],
        templates=counts.templates.encode(),
    )
    return msgspec.msgpack.encode(state)


def decode_state(data: bytes, site: SiteCounts) -> SiteCounts:
    """Fill new tables with what was encoded; their caps stay."""
    state = msgspec.msgpack.decode(data, type=_State)
    site.n_pages = state.n_pages
    counts = np.frombuffer(state.string_counts, "<i4").reshape(-1, 3).tolist()
    names = np.frombuffer(state.strings, "<i8").tolist()
    owners = np.frombuffer(state.string_places, "<i8").tolist()
    site.strings.rows = {
        name: StringCounts(place, *row)
        for name, place, row in zip(names, owners, counts, strict=True)
    }
    sums = np.frombuffer(state.place_counts, "<i4").reshape(-1, len(_PLACE_SUMS)).tolist()
    places = np.frombuffer(state.places, "<i8").tolist()
    site.places.rows = {place: PlaceCounts(*row) for place, row in zip(places, sums, strict=True)}
    site.votes.rows = dict(state.votes)
    site.recent = state.recent
    site.fetched = {
        q: (np.frombuffer(p, "<i8"), np.frombuffer(t, "<u4")) for q, p, t in state.fetched
    }
    site.templates.load(state.templates)
    return site


def _packed(values: Iterable[int], dtype: str) -> bytes:
    return np.array(list(values), dtype).tobytes()
