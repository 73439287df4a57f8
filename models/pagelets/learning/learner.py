"""The state of one site: what its pages have taught about strings, places and lists."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.tagtree import TagTree

from ..content.place_counts import PlaceTable
from ..content.rotating import RotationParams, flags_of, flags_of_kind, follows
from ..content.strings import StringTable, placed_strings, query_terms
from ..content.text_weights import WeightParams
from ..content.word_match import among, wide_pairs, word_hash
from ..fields.columns import seen_templates
from ..lists.search import RunParams
from ..model import KindLists, KnownList, PageletModel
from ..reading.params import ReadParams
from ..reading.reader import Reader
from .evidence import PageletEvidence
from .refetch import changes
from .state import SiteCounts, decode_state, encode_state
from .vote_sample import SITE, CastVote, Leads
from .votes import Vote, VoteParams, VoteTable, vote_of


@dataclass(frozen=True, slots=True)
class LearnerParams:
    """Caps and samples; thresholds are those of the parts."""

    strings: int = 20_000
    places: int = 4_000
    queries: int = 32  # whose texts are kept to be compared with another fetch
    recent: int = 4  # queries from which the control is taken
    first_vote: int = 4  # pages folded before a page may vote
    early: int = 12  # pages; earlier votes, under few counts, weigh little
    site_places: int = 50  # with votes, that are published of a site, and ...
    kind_places: int = 16  # ... of each of its kinds
    weights: WeightParams = field(default_factory=WeightParams)
    rotation: RotationParams = field(default_factory=RotationParams)
    votes: VoteParams = field(default_factory=VoteParams)
    runs: RunParams = field(default_factory=RunParams)


class PageletLearner:
    """Fold pages, let some of them vote, publish.

    Counts of strings and places do not depend on the order of pages. What compares a page
    with another one does: the control is a query folded before, and a second fetch is compared
    with the first. Both follow the log, so that a replay gives the same state.

    References
    ----------
    THOR VI-B.
    """

    def __init__(self, params: LearnerParams | None = None) -> None:
        self.params = params or LearnerParams()
        self._list_places: tuple[int, frozenset[int]] | None = None
        self.regions: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
        self.counts = SiteCounts(
            strings=StringTable(self.params.strings), places=PlaceTable(self.params.places)
        )

    @property
    def n_pages(self) -> int:
        """Pages folded."""
        return self.counts.n_pages

    def fold(self, evidence: PageletEvidence) -> None:
        """Learn from one page."""
        self.counts.n_pages += 1
        places: list[int] = np.frombuffer(evidence.places, "<i8").tolist()
        siblings: list[int] = np.frombuffer(evidence.siblings, "<i4").tolist()
        rows = self.counts.places.rows
        for place, most in zip(places, siblings, strict=True):
            row = rows.get(place)
            if row is None:
                row = self.counts.places.row(place)
            row.pages += 1
            if most > row.siblings:
                row.siblings = most
        where = np.frombuffer(evidence.string_places, "<i4").tolist()
        self.counts.strings.fold(
            np.frombuffer(evidence.strings, "<i8").tolist(),
            [places[i] for i in where],
            np.frombuffer(evidence.times, "<i4").tolist(),
        )
        self._fold_bystanders(evidence, places)
        if evidence.terms:
            self._fold_query(evidence, places)
        if evidence.query and evidence.terms:
            self._fold_refetch(evidence)
        self.counts.strings.shrink(self.counts.places.pages)
        self.counts.places.shrink()

    def _fold_bystanders(self, evidence: PageletEvidence, places: list[int]) -> None:
        """Count what shows text where nothing was asked, or nothing can be answered."""
        if evidence.terms and not evidence.nonsense:
            return
        rows = self.counts.places.rows
        for i in _elements_with_text(evidence):
            row = rows[places[i]]
            if evidence.nonsense:
                row.void += 1
            else:
                row.idle += 1

    def _fold_query(self, evidence: PageletEvidence, places: list[int]) -> None:
        """Count which places hold the page's own query, and which another page's."""
        own_terms = set(evidence.terms)
        control = next((t for t in reversed(self.counts.recent) if own_terms.isdisjoint(t)), None)
        if control:
            own = _holding(evidence, evidence.terms)
            other = _holding(evidence, control)
            rows = self.counts.places.rows
            for i in _elements_with_text(evidence):
                row = rows[places[i]]
                row.asked += 1
                row.own += i in own
                row.control += i in other
        if not self.counts.recent or self.counts.recent[-1] != evidence.terms:
            self.counts.recent = [*self.counts.recent, evidence.terms][-self.params.recent :]

    def _fold_refetch(self, evidence: PageletEvidence) -> None:
        """Count which places changed while the query stayed."""
        places, texts = np.frombuffer(evidence.places, "<i8"), np.frombuffer(evidence.texts, "<u4")
        before = self.counts.fetched.get(evidence.query)
        if before is None:
            if len(self.counts.fetched) < self.params.queries:
                self.counts.fetched[evidence.query] = (places[texts > 0], texts[texts > 0])
            return
        for i, differs in changes(evidence, *before):
            row = self.counts.places.row(int(places[i]))
            row.again += 1
            row.changed += differs

    def wants_vote(self, page: int = 0, kind: int = SITE) -> bool:
        """Whether the next page belongs to the sample that votes, by its hash and kind."""
        return self.n_pages >= self.params.first_vote and self.counts.votes.wants(page, kind)

    def vote(
        self, tree: TagTree, query: str | None = None, seen: PageletEvidence | None = None
    ) -> Vote:
        """The runs of a page under what is known now; changes nothing.

        Parameters
        ----------
        tree
            The page.
        query
            The query it answers.
        seen
            What was observed on it, given the same query; None: it is looked at again.
        """
        names = _names(tree, query) if seen is None else np.frombuffer(seen.strings, "<i8")
        model = self._frozen(names.tolist(), starts=()).with_regions(*self.regions)
        params = ReadParams(self.params.weights, self.params.runs)
        reader = Reader(tree, model, query, params)
        vote = vote_of(reader.page, reader.runs, self.params.votes)
        objects = reader.reading().objects
        starts = {int(tree.key[span.start]) for span in objects}
        known = {one.start: one for one in self.counts.templates.frozen(starts)}
        shown = seen_templates(tree, objects, known)
        return msgspec.structs.replace(vote, templates=shown)

    def fold_vote(
        self,
        vote: Vote | None,
        page: int,
        kind: int = SITE,
        asked: bool = False,
        early: bool | None = None,
    ) -> None:
        """Count a vote; None: the page could not be read, which counts as a page without runs.

        Parameters
        ----------
        vote
            What the page says.
        page, kind
            Its hash, and its kind as far as it is known.
        asked
            It answers a query.
        early
            Little was known when it came; None: as the pages folded by now say.
        """
        said = vote or Vote()
        self.counts.templates.fold(said.templates)
        early = self.is_early if early is None else early
        said = msgspec.structs.replace(said, templates=())
        self.counts.votes.fold(page, CastVote(said, kind, asked, early))

    @property
    def is_early(self) -> bool:
        """Whether little is known of the site yet."""
        return self.n_pages < self.params.early

    def regroup(self, kinds: Mapping[int, int]) -> None:
        """Take over which kind each page is of by now, by its hash."""
        self.counts.votes.regroup(kinds)

    def leads(self, model: PageletModel, kinds: Mapping[int, int]) -> dict[int, Leads]:
        """Where each kind's own lists lead, by the kinds of the pages in the sample."""
        lists = {kind: {one.key for one in own.lists} for kind, own in model.kinds.items()}
        return self.counts.votes.leads(lists, kinds)

    def list_places(self) -> frozenset[int]:
        """Places of the site's lists as of now; asked again it costs nothing while nobody votes."""
        revision = self.counts.votes.revision
        if self._list_places is None or self._list_places[0] != revision:
            lists = _lists_of(self._kinds(), self._voted(self.counts.votes.table()))
            self._list_places = (revision, frozenset(known.key for known in lists))
        return self._list_places[1]

    def _kinds(self) -> dict[int, KindLists]:
        tables = self.counts.votes.tables()
        return {kind: self._voted(table, self.params.kind_places) for kind, table in tables.items()}

    def _voted(self, table: VoteTable, most: int = 50) -> KindLists:
        rows, rotation = self.counts.places.rows, self.params.rotation
        follow = {place for place in table.rows if place in rows and follows(rows[place], rotation)}
        n_counted = self._n_counted
        known = tuple(
            msgspec.structs.replace(one, pages=100 * rows[one.key].pages // n_counted)
            if one.key in rows
            else one
            for one in table.known(self.params.votes, most, follow)
        )
        return KindLists(known, table.top, table.n_voted)

    def publish(self) -> PageletModel:
        """Freeze what was learned; columns that deserve a name get it now, and keep it."""
        self.counts.templates.name()
        met = frozenset().union(*self.regions).intersection(self.counts.places.rows)
        return self._frozen().with_regions(*self.regions, met)

    def _frozen(
        self, names: Iterable[int] | None = None, starts: Container[int] | None = None
    ) -> PageletModel:
        """What is known by now; of strings, and of templates by their start, only these if told."""
        rows = self.counts.places.rows
        kinds = self._kinds()
        site = self._voted(self.counts.votes.table(), self.params.site_places)
        lists = _lists_of(kinds, site)
        listed = {start for one in lists for start in one.starts}
        flags = dict(sorted(flags_of(rows, self.params.rotation, listed)))
        kinds = {id_: self._with_flags(kind, flags, listed) for id_, kind in kinds.items()}
        return PageletModel(
            n_pages=self.n_pages,
            strings=self._static(sorted(self.counts.strings.rows) if names is None else names),
            places=flags,
            known=site.known,
            top=site.top,
            n_voted=site.n_voted,
            lists=lists,
            kinds=kinds,
            templates=self.counts.templates.frozen(starts),
            n_questions=len(set(self.counts.recent)),
            acting=self.counts.votes.acting(),
        )

    def _with_flags(self, kind: KindLists, site: dict[int, int], listed: set[int]) -> KindLists:
        voted = [known.key for known in kind.known]
        rows, params = self.counts.places.rows, self.params.rotation
        flags = flags_of_kind(site, rows, voted, params, listed)
        return msgspec.structs.replace(kind, places=flags)

    def _static(self, names: Iterable[int]) -> dict[int, int]:
        """Which of these strings are on so many of their place's pages that they are static."""
        strings, places = self.counts.strings.rows, self.counts.places.rows
        tau, varies = self.params.weights.tau, self.params.weights.varies
        n_counted = self._n_counted
        found = {}
        for name in names:
            row = strings.get(name)
            if row is None or row.pages < 2:
                continue
            place = places.get(row.place)
            if place is None or row.pages > tau * place.pages:
                alters = row.most > row.fewest and row.most > varies
                share = max(1, 100 * row.pages // n_counted)
                found[name] = -share if alters else share
        return found

    @property
    def _n_counted(self) -> int:
        """Pages whose places were counted: those of the place that all have."""
        return max([row.pages for row in self.counts.places.rows.values()], default=1)

    def encode(self) -> bytes:
        """The whole state, the same bytes for the same counts."""
        return encode_state(self.counts)

    @classmethod
    def decode(cls, data: bytes, params: LearnerParams | None = None) -> PageletLearner:
        """What `encode` wrote."""
        learner = cls(params)
        decode_state(data, learner.counts)
        return learner


def _lists_of(kinds: Mapping[int, KindLists], site: KindLists) -> tuple[KnownList, ...]:
    """The lists of all kinds, those with most votes first; of a site without any its own."""
    found: dict[int, tuple[float, KnownList]] = {}
    for kind in kinds.values():
        for known in kind.lists:
            weight = known.votes * kind.top
            if known.key not in found or weight > found[known.key][0]:
                found[known.key] = (weight, known)
    ranked = sorted(found.values(), key=lambda one: (-one[0], one[1].key))
    return tuple(known for _, known in ranked) or site.lists


def _elements_with_text(evidence: PageletEvidence) -> list[int]:
    """The numbers of the places of elements that show text."""
    shows = np.frombuffer(evidence.texts, "<u4") > 0
    shows[np.frombuffer(evidence.string_places, "<i4")] = False
    found: list[int] = shows.nonzero()[0].tolist()
    return found


def _names(tree: TagTree, query: str | None) -> NDArray[np.int64]:
    return placed_strings(tree, query_terms(query or tree.echo)).names


def _holding(evidence: PageletEvidence, terms: Iterable[str]) -> set[int]:
    """Numbers of the places that hold one of these words, with all places above them."""
    wanted = [word_hash(part) for term in terms for part in wide_pairs(term)]
    words = np.frombuffer(evidence.words, "<u4")
    parents: list[int] = np.frombuffer(evidence.parents, "<i4").tolist()
    at = np.frombuffer(evidence.word_places, "<i4")[among(words, wanted)]
    out: set[int] = set()
    for place in at.tolist():
        while place >= 0 and place not in out:
            out.add(place)
            place = parents[place]
    return out
