"""The votes of a site's pages, kept page by page, so that kinds may part and join at any time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from .votes import Vote, VoteTable

SITE = -1  # the kind of a page whose kind nobody knows


class CastVote(msgspec.Struct, frozen=True, array_like=True):
    """The vote of one page, its kind, and when it was cast."""

    vote: Vote
    kind: int  # of its page, as of the last clustering
    asked: bool  # the page answers a query
    early: bool  # it came when little was known of the site


class Leads(NamedTuple):
    """Where the lists of a kind lead: how many links to its own pages, how many to others."""

    to_own: int = 0
    to_others: int = 0
    to_alike: int = 0  # of all links to other pages, to addresses formed like that of the page
    to_unlike: int = 0  # ... and to others
    nowhere: int = 0  # pages whose own list leads to no other page
    from_answers: int = 0  # links to its pages from lists of other kinds that answer queries
    of_text: int = 0  # pages whose own list is their text, in paragraphs or sections ...
    of_records: int = 0  # ... and others with a list of their own


@dataclass(frozen=True, slots=True)
class VoteSampleParams:
    """How many pages vote."""

    per_kind: int = 24
    in_all: int = 256  # a cap, for sites where no two pages are alike
    early: float = 0.25  # weight of a vote of the first pages of a site
    acting: int = 64  # links that act on their page, as far as they are published


@dataclass(slots=True)
class VoteSample:
    """Page hash -> its vote; of every kind the lowest hashes, early votes last.

    Which pages vote is chosen by hash and what they said is kept with them: the votes of a kind
    are those of its pages as they are grouped now, whatever they were grouped by when they came.
    """

    params: VoteSampleParams = field(default_factory=VoteSampleParams)
    rows: dict[int, CastVote] = field(default_factory=dict)
    revision: int = field(default=0, compare=False)

    def wants(self, page: int, kind: int) -> bool:
        """Whether a page of this hash and kind would be among those that vote."""
        cast = self.rows.get(page)
        if cast is not None:
            return cast.early
        rank = sorted(self._of(kind), key=self._order)
        if len(rank) >= self.params.per_kind:
            return (False, page) < self._order(rank[self.params.per_kind - 1])
        everybody = max(map(self._order, self.rows), default=(True, 0))
        return len(self.rows) < self.params.in_all or (False, page) < everybody

    def fold(self, page: int, cast: CastVote) -> None:
        """Keep what a page said; too many of its kind, and the last of them go."""
        self.rows[page] = cast
        self.revision += 1
        for gone in sorted(self._of(cast.kind), key=self._order)[self.params.per_kind :]:
            del self.rows[gone]
        for gone in sorted(self.rows, key=self._order)[self.params.in_all :]:
            del self.rows[gone]

    def regroup(self, kinds: Mapping[int, int]) -> None:
        """Regroup the votes by the pages' present kinds; pages without a kind are dropped."""
        self.rows = {
            page: msgspec.structs.replace(cast, kind=kinds[page])
            for page, cast in self.rows.items()
            if page in kinds
        }
        self.revision += 1

    def tables(self) -> dict[int, VoteTable]:
        """The votes of every kind, by its id."""
        found: defaultdict[int, VoteTable] = defaultdict(VoteTable)
        for cast, weight in self._weighed():
            found[cast.kind].fold(cast.vote, weight, cast.asked)
        return dict(sorted(found.items()))

    def table(self) -> VoteTable:
        """The votes of all pages together."""
        whole = VoteTable()
        for cast, weight in self._weighed():
            whole.fold(cast.vote, weight, cast.asked)
        return whole

    def leads(self, lists: Mapping[int, Set[int]], kinds: Mapping[int, int]) -> dict[int, Leads]:
        """Where the parts of each kind's own lists lead, as far as these pages are in the sample.

        Parameters
        ----------
        lists
            By kind, the places where its own lists begin.
        kinds
            The kind of each page in the sample, by hash.
        """
        found: Counter[tuple[int, bool]] = Counter()
        alike: Counter[int] = Counter()
        away: Counter[int] = Counter()
        nowhere: Counter[int] = Counter()
        answers: Counter[int] = Counter()
        listing: Counter[tuple[int, bool]] = Counter()
        acting = set(self.acting())
        for page, cast in self.rows.items():
            places = [place for place, _ in cast.vote.weights[:1]]
            if lists.get(cast.kind, frozenset()).isdisjoint(places):
                continue
            alike[cast.kind] += cast.vote.alike
            away[cast.kind] += len(cast.vote.leads_to)
            nowhere[cast.kind] += cast.vote.nowhere
            listing[cast.kind, _is_text(cast, acting)] += 1
            for target in cast.vote.leads_to:
                if target in kinds and target != page:
                    is_own = kinds[target] == cast.kind
                    found[cast.kind, is_own] += 1
                    answers[kinds[target]] += cast.asked and not is_own
        return {
            kind: Leads(
                to_own=found[kind, True],
                to_others=found[kind, False],
                to_alike=alike[kind],
                to_unlike=away[kind] - alike[kind],
                nowhere=nowhere[kind],
                from_answers=answers[kind],
                of_text=listing[kind, True],
                of_records=listing[kind, False],
            )
            for kind in sorted({*lists, *answers})
        }

    def acting(self) -> tuple[int, ...]:
        """Links that pages of several names have, but for the name: the lowest hashes."""
        names: dict[int, set[int]] = defaultdict(set)
        for cast in self.rows.values():
            for rest, name in cast.vote.naming:
                names[rest].add(name)
        return tuple(
            sorted(rest for rest, of in names.items() if len(of) > 1)[: self.params.acting]
        )

    def _weighed(self) -> Iterator[tuple[CastVote, float]]:
        """The votes with their weights: early ones weigh little as soon as there are others."""
        casts = [self.rows[page] for page in sorted(self.rows, key=self._order)]
        early = 1.0 if all(cast.early for cast in casts) else self.params.early
        return ((cast, early if cast.early else 1.0) for cast in casts)

    def _of(self, kind: int) -> list[int]:
        return [page for page, cast in self.rows.items() if cast.kind == kind]

    def _order(self, page: int) -> tuple[bool, int]:
        return self.rows[page].early, page


def _is_text(cast: CastVote, acting: Set[int]) -> bool:
    """Whether the own list of a page is its text: bare, or most of its links act on the page."""
    n_acting = sum(rest in acting for rest, _ in cast.vote.naming)
    return cast.vote.is_bare or 2 * n_acting > len(cast.vote.leads_to)
