"""What the clusters of a site keep, and its compact form on disk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

import msgspec

from ..signature import Signature
from .model import ClusterModel

Token = TypeVar("Token", int, str)


class SampledPage(msgspec.Struct, frozen=True):
    """A page of the sample; the counts of bare tags are left out of its signature."""

    hash: int
    id: int  # of its cluster, or of the crowd of provisional pages it is nearest to
    provisional: bool  # not among a cluster's own pages, and not clustered since
    signature: Signature
    nonsense: bool  # it answers a query that nothing matches
    answered_id: int  # that `fold` returned for it
    asked: bool = True  # it answers a query


class ClusterState(msgspec.Struct):
    """Counters, the sample, the last model, and where vanished ids lead."""

    n_pages: int = 0
    next_id: int = 0
    due_at: int = 0  # pages at which the next clustering is due; 0: the first
    clustered_at: int = 0  # pages at the last clustering
    revision: int = 0  # changes of anything but n_pages
    fresh: bool = False  # the sample changed since
    sample: dict[int, SampledPage] = {}
    model: ClusterModel | None = None
    alias: dict[int, int] = {}


class _Row(msgspec.Struct, array_like=True):
    """A sampled page: steps between the places of its tokens, and their counts."""

    hash: int
    id: int
    answered_id: int
    provisional: bool
    terms: int
    fanout: int
    size: int
    class_steps: list[int]
    class_counts: list[int]
    path_steps: list[int]
    path_counts: list[int]
    nonsense: bool
    asked: bool


class _Packed(msgspec.Struct, array_like=True):
    counters: tuple[int, int, int, int, int, bool]
    classes: list[str]
    paths: list[int]
    rows: list[_Row]
    model: ClusterModel | None
    alias: dict[int, int]


def pack(state: ClusterState) -> bytes:
    """MessagePack in which each token is spelled once: a page is small numbers only."""
    pages = [state.sample[hash_] for hash_ in sorted(state.sample)]
    classes = sorted({token for page in pages for token in page.signature.classes})
    paths = sorted({token for page in pages for token in page.signature.paths})
    places = (_places(classes), _places(paths))
    counters = (
        state.n_pages,
        state.next_id,
        state.due_at,
        state.clustered_at,
        state.revision,
        state.fresh,
    )
    rows = [_row(page, *places) for page in pages]
    packed = _Packed(counters, classes, paths, rows, state.model, state.alias)
    return msgspec.msgpack.encode(packed)


def unpack(data: bytes) -> ClusterState:
    """The state of `pack`."""
    packed = msgspec.msgpack.decode(data, type=_Packed)
    sample = {}
    for row in packed.rows:
        signature = Signature(
            classes=_bag(packed.classes, row.class_steps, row.class_counts),
            paths=_bag(packed.paths, row.path_steps, row.path_counts),
            terms=row.terms,
            fanout=row.fanout,
            size=row.size,
        )
        sample[row.hash] = SampledPage(
            row.hash, row.id, row.provisional, signature, row.nonsense, row.answered_id, row.asked
        )
    return ClusterState(*packed.counters, sample=sample, model=packed.model, alias=packed.alias)


def _row(page: SampledPage, classes: dict[str, int], paths: dict[int, int]) -> _Row:
    seen = page.signature
    return _Row(
        page.hash,
        page.id,
        page.answered_id,
        page.provisional,
        seen.terms,
        seen.fanout,
        seen.size,
        *_steps(seen.classes, classes),
        *_steps(seen.paths, paths),
        page.nonsense,
        page.asked,
    )


def _places(tokens: Sequence[Token]) -> dict[Token, int]:
    return {token: i for i, token in enumerate(tokens)}


def _steps(counts: dict[Token, int], places: dict[Token, int]) -> tuple[list[int], list[int]]:
    by_place = {places[token]: n for token, n in counts.items()}
    order: list[int] = sorted(by_place)
    steps = [place - last for place, last in zip(order, [0, *order], strict=False)]
    return steps, [by_place[place] for place in order]


def _bag(tokens: Sequence[Token], steps: list[int], counts: list[int]) -> dict[Token, int]:
    return dict(zip((tokens[i] for i in accumulate(steps)), counts, strict=True))
