"""Steps of a path that hold the question: `/found/otter/item/7` is `/item/7`, asked for otters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from urllib.parse import unquote_plus

import msgspec
import xxhash

from ..tree.tagtree import Link
from ..urls.address import Address, address_of
from .params import ENOUGH, KEPT, LINKS


class SeenSteps(msgspec.Struct, frozen=True, array_like=True):
    """Links of a page whose paths begin alike, by whether the next step says the query."""

    before: str  # host and path up to the step
    query: int  # hash
    n_echoes: int
    n_others: int


def seen_steps(links: Iterable[Link], query: str | None) -> tuple[SeenSteps, ...]:
    """Links of a page by beginning of path; the last step of a path is a name and not looked at.

    >>> links = [Link(n, f"http://a.org/found/otter/item/{n}", "") for n in (7, 8)]
    >>> [(one.before, one.n_echoes, one.n_others) for one in seen_steps(links, "Otter")]
    [('a.org', 0, 2), ('a.org/found', 2, 0), ('a.org/found/otter', 0, 2)]
    """
    asked = (query or "").casefold().split()
    if not asked:
        return ()
    counts: dict[str, list[int]] = {}
    for link in links:
        steps = address_of(link.url).place.split("/")
        before = steps[0]
        for step in steps[1:-1]:
            says = unquote_plus(step) if "%" in step or "+" in step else step
            echoes = says.casefold().split() == asked
            counts.setdefault(before, [0, 0])[not echoes] += 1
            before = f"{before}/{step}"
    most = sorted(counts, key=lambda before: (-sum(counts[before]), before))[:KEPT]
    query_hash = xxhash.xxh32_intdigest(" ".join(asked).encode("utf-8", "replace"))
    return tuple(SeenSteps(before, query_hash, *counts[before]) for before in sorted(most))


class _Steps(msgspec.Struct, array_like=True):
    n_echoes: int = 0
    n_others: int = 0
    queries: list[int] = []


class AskingSteps(msgspec.Struct, array_like=True):
    """Sums by the beginning of paths whose next step has said a query."""

    begins: dict[str, _Steps] = {}

    def news(self, seen: Iterable[SeenSteps]) -> tuple[SeenSteps, ...]:
        """The part of a page's evidence that would change these sums."""
        return tuple(
            one
            for one in seen
            if ((sums := self.begins.get(one.before)) is None and one.n_echoes)
            or (sums is not None and sums.n_echoes + sums.n_others < ENOUGH)
        )

    def fold(self, seen: Iterable[SeenSteps]) -> None:
        """Learn from one page."""
        for one in seen:
            sums = self.begins.setdefault(one.before, _Steps())
            sums.n_echoes += one.n_echoes
            sums.n_others += one.n_others
            if one.n_echoes:
                sums.queries = sorted({*sums.queries, one.query})[:2]
        for before in sorted(self.begins)[LINKS:]:
            del self.begins[before]

    def asking(self) -> tuple[str, ...]:
        """Beginnings of paths whose next step says the query, for every query."""
        return tuple(
            before
            for before, sums in sorted(self.begins.items())
            if len(sums.queries) > 1 and sums.n_others <= sums.n_echoes
        )


def without_steps(address: Address, asking: Collection[str]) -> Address:
    """The address without the steps of its path that say the query.

    >>> without_steps(address_of("http://a.org/found/otter/item/7"), ["a.org/found"]).text
    'a.org/found/item/7'
    """
    steps = address.place.split("/")
    kept = [
        step
        for i, step in enumerate(steps)
        if not (0 < i < len(steps) - 1 and "/".join(steps[:i]) in asking)
    ]
    return address if len(kept) == len(steps) else address._replace(place="/".join(kept))
