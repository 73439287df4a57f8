"""Votes of pages for the places where their runs start, and what a list is on a site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import exp

import msgspec

from upwell.models.sample.retained import page_hash

from ..content.naming_links import naming_links
from ..fields.columns import SeenTemplate
from ..lists.candidates import FLAT
from ..lists.run import Run
from ..lists.segment import items
from ..model import KnownList
from ..page.outline import Outline


@dataclass(frozen=True, slots=True)
class VoteParams:
    """Tuned on `wien` and `swde`: without the test of lists, a detail page's rows are records."""

    runs: int = 6  # best runs of a page that vote
    second: float = 0.1  # weight of a run that is as good as the best
    best_on: float = 0.3  # share of the voted pages on which a list's place was best
    best_pages: int = 2
    mass: float = 0.6  # mean share of the dynamic text, or ...
    mass_asked: float = 0.4  # ... where queries are answered by linked parts in any number
    r: float = 3.0  # mean number of parts
    alters: float = 0.05  # their deviation by mean, or ...
    fixed: float = 8.0  # ... so many: three or five blocks on every page are the page's frame
    linked: float = 0.5  # mean share of linked parts, or ...
    many: float = 6.0  # ... so many parts on the mean ...
    varying: float = 0.3  # ... with this deviation by mean
    leads: float = 0.9  # mean share of linked parts of a list whose every part has a link
    core: float = 0.8  # share of parts that hold what makes them parts
    leads_of: int = 8  # parts of a page whose first link is kept; enough for some to be known


PARAMS = VoteParams()


class Vote(msgspec.Struct, frozen=True, array_like=True):
    """The vote of one page: its runs' places with weights, and its best run."""

    weights: tuple[tuple[int, float], ...] = ()  # (place, weight), best first
    mass: float = 0.0
    linked: float = 0.0
    r: int = 0
    flat: bool = False
    starts: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    templates: tuple[SeenTemplate, ...] = ()  # what its objects say of their columns
    core: tuple[int, ...] = ()  # places that nearly all parts hold
    leads_to: tuple[int, ...] = ()  # hashes of the pages that its parts lead to, each by one link
    alike: int = 0  # of these, those whose address is formed like the page's own
    # links of its parts that name the page; True: no part leads to another page
    own_links: bool | tuple[tuple[int, int], ...] = False

    @property
    def nowhere(self) -> bool:
        """Whether its parts lead to no other page, as far as addresses are known."""
        return self.own_links is True

    @property
    def naming(self) -> tuple[tuple[int, int], ...]:
        """Links of its parts that name the page."""
        return () if isinstance(self.own_links, bool) else self.own_links

    @property
    def is_bare(self) -> bool:
        """Whether the parts share nothing but what they begin with, and half lead nowhere.

        Records have a link, a price, a date each; paragraphs have what their sentences hold.
        """
        n_looked = min(self.r, PARAMS.leads_of)
        return set(self.core) <= {*self.starts} and 2 * len(self.leads_to) <= n_looked


def vote_of(page: Outline, runs: Sequence[Run], params: VoteParams) -> Vote:
    """The vote of a page whose best runs these are.

    The best gets 1, the next few a tenth by their score: dt-dd and dd-dt score nearly alike,
    and only the first may count.
    """
    if not runs:
        return Vote()
    best = runs[0]
    weights = [
        (run.key, (run is best) + params.second * exp(run.score - best.score))
        for run in runs[: params.runs]
    ]
    places = page.place
    beside: set[int] = set()
    if len(best.parts) > 2:
        for a, b in best.parts[:-1]:
            beside.update([places[i] for i in items(page, page.end[a], b)])
    f = best.features
    leads = _leads(page, best, params)
    own = page.tree.url
    return Vote(
        weights=tuple(weights),
        mass=f.mass,
        linked=f.linked,
        r=f.r,
        flat=best.kind == FLAT,
        starts=tuple(sorted(best.starts)),
        members=tuple(sorted(beside)),
        core=_core(page, best, params),
        leads_to=tuple(page_hash(url) for url in leads),
        alike=sum(form_of(url) == form_of(own) for url in leads) if own else 0,
        own_links=bool(own) and (not leads or naming_links(leads, own) or False),
    )


def _core(page: Outline, run: Run, params: VoteParams) -> tuple[int, ...]:
    """The places of elements that nearly all parts of a list have."""
    places, text = page.place, page.tree.text
    inside = [{places[u] for u in range(a, b) if text[u] is None} for a, b in run.parts]
    parts_with = Counter(chain.from_iterable(inside))
    usual = params.core * len(run.parts)
    return tuple(sorted(place for place, n in parts_with.items() if n >= usual))


def _leads(page: Outline, run: Run, params: VoteParams) -> list[str]:
    """Where the first link of each of the first parts leads; what leads to this page is none."""
    own = page.tree.url.partition("#")[0]
    links = [
        (link.node, link.url)
        for link in page.tree.links
        if link.url.partition("#")[0] not in ("", own)
    ]
    first = (
        next((url for node, url in links if a <= node < b), "")
        for a, b in run.parts[: params.leads_of]
    )
    return [url for url in first if url]


def form_of(url: str) -> tuple[str, bool, tuple[str, ...]]:
    """What addresses of one kind of thing have in common: the folder, whether the last step has a
    number, and the names of the arguments.

    >>> form_of("http://a.example/shop/55") == form_of("http://a.example/shop/900?")
    True
    >>> form_of("http://a.example/shop/55") == form_of("http://a.example/shop/hats")
    False
    """
    path, _, arguments = url.partition("#")[0].partition("?")
    folder, _, last = path.rpartition("/")
    names = sorted(one.partition("=")[0] for one in arguments.split("&") if one)
    return folder, any(map(str.isdigit, last)), tuple(names)


@dataclass(slots=True)
class PlaceVotes:
    """Sums over the votes for one place; those below `n_best` where its run was the best."""

    weight: float = 0.0
    n_best: float = 0.0
    mass: float = 0.0
    linked: float = 0.0
    r: float = 0.0
    r_squared: float = 0.0
    n_flat: float = 0.0
    starts: set[int] = field(default_factory=set)
    members: set[int] = field(default_factory=set)
    core: set[int] = field(default_factory=set)

    def is_list(
        self, n_voted: float, p: VoteParams, asked: bool = False, follows: bool = False
    ) -> bool:
        """The site's pages are lists of this.

        Often the best run, then most of the text that changes, and its parts lead to pages of
        their own or come in any number. The rows of a detail page are neither. Where it is asked
        (`asked`) and they are both, boxes that turn beside few of them may take up more; so may
        they where the parts lead to pages of their own and follow the query (`follows`), whatever
        their number.
        """
        n = self.n_best
        if n < max(p.best_pages, p.best_on * n_voted) or self.mass < p.mass_asked * n:
            return False
        mean = self.r / n
        if mean < p.r or (self.is_fixed(p) and mean < p.fixed):
            return False
        linked = self.linked >= p.linked * n
        if self.mass >= p.mass * n:
            return linked or self.varies(p)
        return asked and linked and (follows or self.varies(p))

    def is_fixed(self, p: VoteParams) -> bool:
        """There is the same number of parts on every page."""
        return self._deviation < p.alters * self._mean

    def varies(self, p: VoteParams) -> bool:
        """There are many parts, of any number."""
        return self._mean >= p.many and self._deviation >= p.varying * self._mean

    @property
    def _mean(self) -> float:
        return self.r / self.n_best if self.n_best else 0.0

    @property
    def _deviation(self) -> float:
        if not self.n_best:
            return 0.0
        return float(max(0.0, self.r_squared / self.n_best - self._mean**2) ** 0.5)


@dataclass(slots=True)
class VoteTable:
    """Place -> votes, with caps on places and on what stands beside a start."""

    cap: int = 300
    most_members: int = 64
    most_core: int = 24
    n_voted: float = 0.0
    n_asked: float = 0.0  # of pages that answer a query
    rows: dict[int, PlaceVotes] = field(default_factory=dict)

    def fold(self, vote: Vote, weight: float = 1.0, asked: bool = False) -> None:
        """Count one page's vote, with a weight."""
        self.n_voted += weight
        self.n_asked += weight * asked
        for key, said in vote.weights:
            self._row(key).weight += weight * said
        if vote.weights:
            self._fold_best(self._row(vote.weights[0][0]), vote, weight)
        if len(self.rows) > self.cap:
            ranked = sorted(self.rows.items(), key=lambda item: (-item[1].weight, item[0]))
            self.rows = dict(sorted(ranked[: self.cap * 3 // 4]))

    def _fold_best(self, row: PlaceVotes, vote: Vote, weight: float) -> None:
        row.n_best += weight
        row.mass += weight * vote.mass
        row.linked += weight * vote.linked
        row.r += weight * vote.r
        row.r_squared += weight * vote.r * vote.r
        row.n_flat += weight * vote.flat
        row.core = row.core & set(vote.core) or row.core or set(vote.core)
        for held, new in ((row.starts, vote.starts), (row.members, vote.members)):
            if len(held) < self.most_members:
                held.update(new[: self.most_members - len(held)])

    def _row(self, key: int) -> PlaceVotes:
        return self.rows.setdefault(key, PlaceVotes())

    def known(
        self, params: VoteParams, most: int = 50, follow: Container[int] = ()
    ) -> tuple[KnownList, ...]:
        """The places with most votes, as they are published.

        Those in `follow` change with the query. Where a list is as long as what matches, one that
        is always as long is no answer.
        """
        asked = 2 * self.n_asked >= self.n_voted > 0
        ranked = sorted(self.rows.items(), key=lambda item: (-item[1].weight, item[0]))[:most]
        top = ranked[0][1].weight if ranked else 1.0
        lists = [row.is_list(self.n_voted, params, asked, place in follow) for place, row in ranked]
        if asked and lists[:1] == [True] and ranked[0][1].varies(params):
            lists = [
                is_one and not row.is_fixed(params)
                for is_one, (_, row) in zip(lists, ranked, strict=True)
            ]
        return tuple(
            KnownList(
                key,
                row.weight / top,
                is_list,
                2 * row.n_flat > row.n_best,
                tuple(sorted(row.starts - row.members | {key})),
                tuple(sorted(row.members)),
                tuple(sorted(row.core)[: self.most_core]),
                row.linked >= params.leads * row.n_best > 0,
            )
            for is_list, (key, row) in zip(lists, ranked, strict=True)
        )

    @property
    def top(self) -> float:
        """Votes of the best place."""
        return max((row.weight for row in self.rows.values()), default=0.0)
