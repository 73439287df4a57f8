"""The steps of reading one page: what is known is looked up, else searched, else cut."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from math import log

import numpy as np

from upwell.models.tree.tagtree import TagTree

from ..content.best_subtrees import cut
from ..content.naming_links import acts_on_page
from ..content.refining_links import RefiningParts
from ..content.related_links import without_others
from ..content.related_searches import holding
from ..content.strings import names_at, query_terms
from ..content.text_weights import text_weights
from ..lists.bounds import apart, extent
from ..lists.headings import Grouped, grouped
from ..lists.known_lists import ListMatch, match_list, nodes_at, single_record, trim_to_core
from ..lists.one_object import are_copies
from ..lists.run import Run
from ..lists.search import find_runs, run_of
from ..lists.segment import Part
from ..model import KnownList, PageletModel
from ..page.outline import Floats, Outline, weight_sums
from .further_lists import further_lists, joined
from .params import ReadParams
from .pinned_region import pinned_region, without_refused
from .result import PageletReading, Region, Route, Span
from .second_run import second_run, words_between


class Reader:
    """One page under one model; what several steps ask for is found once."""

    def __init__(
        self,
        tree: TagTree,
        model: PageletModel,
        query: str | None,
        params: ReadParams | None = None,
        weights: Floats | None = None,
    ) -> None:
        self.tree, self.model, self.params, self.query = tree, model, params or ReadParams(), query
        if weights is None:
            weights = text_weights(tree, model, query, self.params.weights)
        self.page = Outline(tree)
        self.weights: Floats = without_refused(self.page, weights, model.refused)
        self.mass_sums = weight_sums(self.weights)
        self.total = float(self.mass_sums[-1])
        self._matches: dict[int, ListMatch | None] = {}
        self.route: Route = "search"
        self.why: dict[str, float] = {}

    def reading(self, entity: bool = False, published: bool = True) -> PageletReading:
        """`read`."""
        if not entity and (pinned := pinned_region(self)) is not None:
            return pinned
        if self.total < self.params.empty:
            return self.nothing("words that count", self.total)
        if entity:
            return self.cut()
        found = self.known() if published else []
        if found:
            return self.listed([found])
        best = self.undisputed() if published else None
        if best is not None:
            return self.with_second(best)
        return self.searched(published) if self.may_list() else self.cut()

    def nothing(self, rule: str, number: float) -> PageletReading:
        """The empty reading of a page, with the last rule that led to it."""
        return PageletReading([], [], True, "none", self.why | {rule: number})

    def stood(self, found: ListMatch) -> None:
        """Note that a list was found at a known place."""
        self.route = "template"
        self.why |= {"known list, votes": found.known.votes, "its share": found.mass / self.total}

    @cached_property
    def runs(self) -> list[Run]:
        """The best runs of the page."""
        found = self.find(self.mass_sums)
        return sorted(found, key=lambda run: run.key not in self.model.pinned)

    def find(
        self, mass: Floats, least: float | None = None, among: Collection[int] | None = None
    ) -> list[Run]:
        """The best runs of the page under these prefix sums, without boxes beside an answer."""
        found = find_runs(self.page, mass, self.params.runs, least, among)
        return [run for run in found if not self._refining.part_of(run.parts)]

    @cached_property
    def _refining(self) -> RefiningParts:
        return RefiningParts(self.tree)

    @cached_property
    def mass(self) -> list[float]:
        """Prefix sums of what counts."""
        sums: list[float] = self.mass_sums.tolist()
        return sums

    def share(self, start: int, stop: int) -> float:
        return float(self.mass_sums[stop] - self.mass_sums[start]) / (self.total or 1.0)

    def known_list(self, least: float) -> ListMatch | None:
        """The list at the first known place that holds this share of the counting text."""
        for known in self.model.lists:
            if known.key not in self._matches:
                self._matches[known.key] = match_list(self.page, self.mass, known)
            found = self._matches[known.key]
            if found is not None and found.mass >= least * self.total:
                return found
        return None

    def known(self) -> list[Part]:
        """The list of a known place, or the single object there, if all but all text is in it."""
        least = self.params.unsearched
        found = self.known_list(least)
        if found is not None:
            self.stood(found)
            return found.parts
        if self.model.top < self.params.trusted_top or self.known_list(0.0):
            return []
        single = single_record(self.page, self.mass, self.model)
        if single is None or self.share(*single) < least:
            return []
        self.route = "template"
        self.why["one record of a known list, its share"] = self.share(*single)
        return [single]

    def undisputed(self) -> Run | None:
        """The list of the best known place, where nothing else on the page stands at the place.

        No search finds a better one: votes weigh more than what tells runs apart. What is left
        beside it may be a second list.
        """
        found = self.known_list(self.params.stands_known)
        if found is None or not found.whole or found.known.votes < 1:
            return None
        run = run_of(self.page, self.mass, found.candidate, found.parts, self.params.runs)
        if run is not None:
            self.stood(found)
        return run

    def may_list(self) -> bool:
        """Whether a search pays: a known list begins on this page, or a large run stands.

        Where many pages have voted for no list, there is none; but an answer may be the first
        that found several. A search for large runs alone costs a fraction of the whole one.
        """
        model, p = self.model, self.params
        if model.n_pages < 2:
            return True
        starts = [place for known in model.lists for place in known.starts]
        if nodes_at(self.page, starts):
            return True
        if not starts and model.n_voted >= p.sure and not self._first():
            return False
        least = p.stands_known if self._first() else p.stands_unknown
        runs = self.find(self.mass_sums, least)
        return any(self._stands(run) for run in runs)

    def _first(self) -> bool:
        """Whether this may be the first answer of the site with a list."""
        return bool(self.query) and not bool(self.model.lists)

    def searched(self, published: bool = True) -> PageletReading:
        """The best run that stands; else one object at a known place; else the cut."""
        p, top = self.params, self.model.top
        best = self.listed_run() if published else None
        best = best or self._best(self.runs)
        if best is not None:
            best.parts = trim_to_core(self.page, best.parts, best.key, self.model)
        if top >= p.trusted_top and (best is None or not self._trusted(best)):
            several = self.known_list(p.stands_known)
            if several:
                self.stood(several)
                return self.listed([several.parts])
            if few := self._few():
                self.route = "template"
                self.why["few records of a known list"] = len(few)
                return self.listed([few])
        if best is None:
            return self.cut()
        self.why |= {"best run, score": best.score, "its share": best.features.mass}
        self.why["its place, votes"] = self.model.votes(best.key)
        return self.with_second(best)

    def _trusted(self, run: Run) -> bool:
        """Whether votes speak for a run; of a page that was asked, for its being a list."""
        asked = bool(self.query) and bool(self.model.lists)
        return self.model.votes(run.key) >= self.params.trusted and (
            not asked or self.model.is_list(run.key)
        )

    def _few(self) -> list[Part]:
        """A few matches at the place of a known list, however little of the page they are."""
        single = single_record(self.page, self.mass, self.model)
        several = self.known_list(0.0)
        if single and several and any(a <= single[0] < b for a, b in several.parts):
            return several.parts
        return [single] if single else []

    def _best(self, runs: list[Run]) -> Run | None:
        """The best run, if it stands."""
        best = max(runs, key=self._with_votes, default=None)
        return self._widest(best, runs) if best is not None and self._stands(best) else None

    def listed_run(self) -> Run | None:
        """The best run, if it stands at a place of lists: no place without votes holds a better."""
        p = self.params
        if not self.model.lists:
            return None
        among = {known.key for known in self.model.known if known.votes >= p.voted}
        best = self._best(self.find(self.mass_sums, among=among))
        sure = best is not None and self.model.votes(best.key) >= p.trusted
        return best if best is not None and sure and self.model.is_list(best.key) else None

    def with_second(self, best: Run) -> PageletReading:
        """The reading of the best run, and of a second one beside it."""
        p, second = self.params, second_run(self, best)
        if second is None or are_copies(self.page, best.parts, second.parts):
            return self.listed([best.parts])
        self.why["second run, score"] = second.score
        if self.model.is_list(second.key) and words_between(self, best, second) <= p.heading:
            return self.listed([sorted(best.parts + second.parts)])
        return self.listed([best.parts, second.parts])

    def listed(self, regions: list[list[Part]]) -> PageletReading:
        """A reading of regions that are lists of parts, and of what stands beside them."""
        further = further_lists(self.page, self.mass, self.model, regions)
        lists = [one for parts in regions for one in self._grouped(parts)]
        first = [extent(self.page, self.mass, found) for found in lists]
        lists += [one for parts in further for one in self._grouped(parts)]
        more = [extent(self.page, self.mass, found) for found in lists[len(first) :]]
        bounds, region_of = joined(self.page, first, more, self.params.heading)
        pagelets = [Region(a, b, self.share(a, b)) for a, b in bounds]
        objects = [
            Span(a, b, region_of[i], group)
            for i, found in enumerate(lists)
            for (a, b), group in zip(found.parts, found.groups, strict=True)
        ]
        if self._unasked():
            pagelets += self._regions(self._outside(pagelets))
        return PageletReading(pagelets, sorted(objects), False, self.route, self.why)

    def _grouped(self, parts: list[Part]) -> list[Grouped]:
        """The objects of one region, in as many lists as it has."""
        starts, told = {known.key for known in self.model.lists}, self._telling(parts)
        found = grouped(self.page, told, starts, leads=self._leads(told))
        return apart(self.page, found)

    def _unasked(self) -> bool:
        """No page of the site came with a query: what changes beside a list may be what the page
        is about, and the list what others say of it."""
        return self.model.n_pages > 1 and not (self.query or self.tree.echo or self.model.asked)

    def _outside(self, pagelets: list[Region]) -> Floats:
        """Weights without what is told already."""
        weights = self.weights.copy()
        for region in pagelets:
            weights[region.start : region.stop] = -self.total
        return weights

    def _telling(self, parts: list[Part]) -> list[Part]:
        """Without what stands before and after the objects in their clothes: a part at either
        end that says the same on every page is a button, a heading, a note."""
        tells = [
            i
            for i, part in enumerate(parts)
            if self.mass[part[1]] > self.mass[part[0]] or self._has_values(part)
        ]
        return parts[tells[0] : tells[-1] + 1] if tells else parts

    def _has_values(self, part: Part) -> bool:
        """Whether something that is often said here is not said wherever the list stands.

        What a column of few values says is on most pages. A button is on all that have the list.
        """
        on = max((k.pages for k in self.model.lists if self._starts(k, part[0])), default=0)
        if not on:
            return False
        nodes = part[0] + self.tree.words[part[0] : part[1]].nonzero()[0]
        names = names_at(self.tree, nodes, query_terms(self.query or self.tree.echo)).tolist()
        shares = [abs(self.model.strings.get(name, 0)) for name in names]
        return any(0 < share <= self.params.values * on for share in shares)

    def _starts(self, known: KnownList, node: int) -> bool:
        return int(self.tree.place[node]) in known.starts

    def _leads(self, parts: list[Part]) -> bool:
        """Whether these parts stand where every object of the site has a link."""
        key = int(self.tree.place[parts[0][0]])
        return any(known.leads and key in known.starts for known in self.model.lists)

    def cut(self) -> PageletReading:
        """Regions that pay, the biggest first; the first is the object.

        On a site of lists a page that was asked with a query and shows none is a record's own, or
        says that there is nothing: only what holds the query is an answer.
        """
        pagelets = self._regions(self.weights)
        worth = sum(region.score for region in pagelets) * self.total
        if worth < self.params.empty_cut:
            return self.nothing("words in regions that pay", worth)
        self.why["regions that pay"] = len(pagelets)
        return PageletReading(pagelets, [Span(*pagelets[0][:2], 0)], False, "search", self.why)

    def _regions(self, weights: Floats) -> list[Region]:
        """The regions that pay, the biggest first."""
        end = self.tree.end
        if self.model.n_pages > 1:
            weights = without_others(self.tree, weights, self.params.elsewhere)
        sums = np.concatenate([[0.0], np.cumsum(weights)])
        nodes = cut(self.tree, weights, self.params.cost)
        if self.query and bool(self.model.lists):
            held = holding(self.tree, self.weights, self.query)
            nodes = [u for u in nodes if held[end[u]] > held[u]]
        nodes.sort(key=lambda u: -float(sums[end[u]] - sums[u]))
        return [Region(u, int(end[u]), self.share(u, int(end[u]))) for u in nodes]

    def _with_votes(self, run: Run) -> float:
        p, model = self.params, self.model
        return run.score + (p.votes * log(model.votes(run.key) + p.doubt) if model.top > 0 else 0)

    def _stands(self, run: Run) -> bool:
        p, f, model = self.params, run.features, self.model
        if not model.is_list(run.key) and acts_on_page(self.tree, run.parts, model.acting):
            return False
        if model.n_pages < 2:
            return run.score > p.score and f.mass >= p.stands_known
        if f.mass >= p.stands_known and self.model.is_list(run.key):
            return True
        linked = f.linked >= p.linked and f.r >= p.parts and f.alike >= p.alike
        least = p.stands_known if f.r >= p.long and self._first() else p.stands_unknown
        return linked and f.mass >= least and run.score > p.score

    def _widest(self, best: Run, runs: list[Run]) -> Run:
        """At a known place all that starts there: the whole grid, not its only full row.

        Where the others have no links, they are no more objects, but second rows of these.
        """
        if not self.model.is_list(best.key):
            return best
        starts = {a for a, _ in best.parts}
        wider = [
            run
            for run in runs
            if run.key == best.key
            and run.features.alike >= self.params.widest_alike
            and starts < {a for a, _ in run.parts}
            and run.features.linked >= self.params.widest_linked * best.features.linked
        ]
        return max(wider, key=lambda run: len(run.parts), default=best)
