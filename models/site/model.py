"""A published site model: everything that reading a page needs, frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any

import msgspec
import xxhash

from ..columns import CountedColumn
from ..objects.identity_table import NO_RULE, IdentityRule
from ..pagelets import PageletModel, PageletReading, read
from ..pagelets.content.related_searches import asked_by, encoding_of_links
from ..pagelets.fields.extraction import Columns
from ..pagelets.reading.pinned_region import WHY
from ..pagelets.reading.unknown_kind import read_unsettled
from ..pages.clusters.model import Assignment, ClusterEnvelope, ClusterModel
from ..pages.no_match import EmptyModel, wording
from ..pages.signature import signature_in
from ..pages.signs import signs
from ..pins import NO_PINS, Pins
from ..templates import Template, read_item
from ..tree.parse import parse
from ..tree.record_classes import RecordFamily
from ..tree.tagtree import TagTree
from .contents.as_list import by_contents
from .contents.model import NO_CONTENTS, ContentsModel
from .contents.reading import Contents, read_contents
from .judging import Judgement, is_listed, judge
from .kinds.decision import LEADS_OUT, KindDecision
from .kinds.evidence import boxes_of, rows_of
from .kinds.items import ItemReading, as_item, own_item
from .observation import Observation, Seen, seen_of, with_site_places
from .paired.names import NO_NAMES, SharedNames
from .pinned.columns import as_pinned, described, pinned_types
from .pinned.contents import is_refused
from .pinned.idle import idle_pins
from .pinned.kinds import judge_as_pinned, pinned_kind_of, read_as_pinned
from .reading import LED_BY, UNKNOWN, Reading
from .render_reading import render_reading
from .terms.model import TermModel
from .unreadable import as_bytes, unreadable


class SiteModel(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """What a site's pages look like, as of one publication. Reading changes nothing."""

    version: int
    n_pages: int
    clusters: ClusterModel
    pagelets: PageletModel
    empty: EmptyModel
    parser: str = ""  # engine and version of the pages it was learned from: `TagTree.parser`
    identity: IdentityRule = NO_RULE  # how its objects are told apart
    items: dict[int, Template] = {}  # of kinds whose pages tell of one thing each
    families: dict[int, RecordFamily] = {}  # elements whose names are said of records
    decisions: dict[int, KindDecision] = {}  # by kind of page: list, item, nothing or unsure
    own_columns: tuple[CountedColumn, ...] = ()  # of own pages: what their values can be read as
    pins: Pins = NO_PINS  # what the operator says in place of what was learned
    pinned_kinds: dict[str, int] = {}  # by the address of a page, of what kind that is
    terms: TermModel = TermModel()  # how evenly the site's pages hold its terms
    contents: ContentsModel = NO_CONTENTS  # which of their links lead to what they are about
    names: SharedNames = NO_NAMES  # of columns that rows and own pages both have

    @property
    def n_clusters(self) -> int:
        """How many kinds of page are known."""
        return len(self.clusters.clusters)

    def read(
        self, html: bytes | str, url: str = "", query: str | None = None, entity: bool = False
    ) -> Reading:
        """Read one page.

        Parameters
        ----------
        html
            The page; text is taken as UTF-8.
        url
            Where it is from, to resolve its links.
        query
            The query that it answers, if it is known.
        entity
            The page is known to be about one thing: no list is looked for.
        """
        body = as_bytes(html)
        if (none := unreadable(body, url)) is not None:
            return none
        tree = parse(body, url=url)
        signature = signature_in(tree, self.clusters.alphabet)
        seen = Seen(url, query, signature, wording(tree, query), signs(tree))
        return self._read(tree.with_site_places(self.families), seen, entity, tree)

    def read_tree(
        self,
        tree: TagTree,
        observation: Observation,
        entity: bool = False,
        at: float | None = None,
    ) -> Reading:
        """Read a page that is parsed and observed already; `at`: when it was fetched."""
        same, observation = with_site_places(tree, observation, self.families)
        return self._read(same, seen_of(observation), entity, tree, at)

    def read_own_page(
        self, tree: TagTree, observation: Observation, at: float | None = None
    ) -> Reading:
        """Read a page that is known to be an object's own, by the template of its kind.

        Of a kind without a template it tells no object; no list is looked for on any.
        """
        tree, observation = with_site_places(tree, observation, self.families)
        seen = seen_of(observation)
        assigned = self.clusters.assign(seen.signature)
        nothing = PageletReading([], [], False)
        judged = judge(tree, seen, nothing, self, tree)
        template = self.items.get(assigned.cluster) if assigned.fits else None
        found = template and read_item(tree, template, beside=self._beside(tree, assigned.cluster))
        item = own_item(found) if found and judged.came_back == "answer" else None
        told_by = (self.clusters.rank, nothing, judged, self.columns, item)
        decided, tables = self.decisions.get(assigned.cluster), read_contents(tree, self.contents)
        reading = render_reading(tree, seen.url, assigned, *told_by, decided, at, tables)
        return as_pinned(reading, self.pins, self.columns.labels)

    def _beside(self, tree: TagTree, kind: int) -> list[tuple[int, int]]:
        """The lists of a page that all pages of its kind have beside what they tell."""
        boxes = self._boxes.get(kind, frozenset())
        return [
            (node, int(tree.end[node]))
            for node, place in enumerate(tree.place.tolist())
            if place in boxes
        ]

    def _read(
        self,
        tree: TagTree,
        seen: Seen,
        entity: bool,
        unsettled: TagTree,
        at: float | None = None,
    ) -> Reading:
        """A page of a known kind by what its site has taught or the operator says, any other with
        doubt."""
        assigned = self.clusters.assign(seen.signature)
        if not assigned.fits:
            assigned = assigned._replace(cluster=UNKNOWN)
        said = None if entity else pinned_kind_of(self, assigned.cluster, seen.url)
        is_led = seen.query is None and not entity and self.is_confirmed
        tables = read_contents(tree, self.contents) if is_led else []
        tables = [one for one in tables if not is_refused(tree, one, self.pagelets.refused)]
        if said is not None:
            found, item = read_as_pinned(self, said, tree, assigned.cluster, seen.query)
            judged = judge_as_pinned(said, judge(tree, seen, found, self, unsettled))
        else:
            found, judged, item = self._found(tree, seen, entity, unsettled, assigned, tables)
        decided = self.decisions.get(assigned.cluster)
        told_by = (self.clusters.rank, found, judged, self.columns, item)
        reading = render_reading(tree, seen.url, assigned, *told_by, decided, at, tables)
        return as_pinned(reading, self.pins, self.columns.labels)

    def _found(
        self,
        tree: TagTree,
        seen: Seen,
        entity: bool,
        unsettled: TagTree,
        assigned: Assignment,
        tables: Sequence[Contents],
    ) -> tuple[PageletReading, Judgement, ItemReading | None]:
        """What is found by what the site has taught.

        Known to answer, if it was asked: a page without a match may look like a record's own.
        """
        taught = self.pagelets.of(assigned.cluster)
        decided = self.decisions.get(assigned.cluster)
        query = seen.query
        if entity or (assigned.fits and self._is_settled(assigned, query)):
            found = read(tree, taught, query, entity=entity, url=seen.url)
        else:
            found = read_unsettled(tree, taught, query, seen.url, assigned.fits)
        kind, contents = assigned.cluster, self.contents
        if query is None and not entity and WHY not in found.why:
            # where questions tell what the site is about, its contents silence no list
            knows = self.empty.knows and len(found.objects) > 1
            is_list = knows or (decided is not None and decided.rule == LEADS_OUT)
            found = by_contents(tree, found, contents, kind, tables, is_list)
        judged = judge(tree, seen, found, self, unsettled)
        is_item = decided is not None and decided.is_ == "item" and assigned.sure
        led = query is not None and not asked_by(seen.url, query, encoding_of_links(tree))
        if led and is_item and not self._lists(tree, found):
            query = None  # a record's own page need not say the question that led to its address
            found = read(tree, taught)
            judged = judge(tree, seen, found, self, unsettled)
        if not (entity or self.is_confirmed):
            found = PageletReading([], [], found.empty, why={"nothing bears it out": self.n_pages})
            judged = judged._replace(doubtful=judged.came_back == "answer")
        if WHY in found.why or LED_BY in found.why:
            return found, judged, None
        template = self.items.get(assigned.cluster) if judged.came_back == "answer" else None
        boxes = self._boxes.get(assigned.cluster, frozenset())
        rows, led = self._rows.get(kind, frozenset()), contents.is_led_to(kind)
        item = as_item(tree, found, template, query, self.list_places, boxes, rows, led)
        return found, judged, item

    @property
    def is_confirmed(self) -> bool:
        """Whether this model was learned from two pages or two questions at least.

        Of one page nobody knows what is frame, nor of the answers to one question what answers it;
        a list that pages have voted for is borne out by them.
        """
        known = self.pagelets
        return bool(known.lists or known.pinned) or (known.n_pages > 1 and known.n_questions != 1)

    def _is_settled(self, assigned: Assignment, query: str | None) -> bool:
        """Whether a page of this kind for sure says what its kind does, list or not.

        Pages that were not asked speak for no answer, and where the likeliest answers stand a page
        without a list is a stranger, until answers to nonsense have shown how the site says so.
        """
        if query is None or not assigned.sure:
            return assigned.sure
        likeliest = self.clusters.rank.get(assigned.cluster) == 0
        return self.clusters.answers(assigned.cluster) and (self.empty.knows or not likeliest)

    def _lists(self, tree: TagTree, found: PageletReading) -> bool:
        """Whether a list was found, or one record where lists stand."""
        return len(found.objects) > 1 or is_listed(tree, found, self.list_places)

    @cached_property
    def list_places(self) -> frozenset[int]:
        """Places of the lists that are looked for."""
        return frozenset(known.key for known in self.pagelets.lists).union(self.pagelets.pinned)

    @cached_property
    def _boxes(self) -> dict[int, frozenset[int]]:
        return boxes_of(self.decisions, self.pagelets)

    @cached_property
    def _rows(self) -> dict[int, frozenset[int]]:
        return rows_of(self.decisions, self.pagelets)

    @cached_property
    def columns(self) -> Columns:
        """How objects are read, with the type of each column."""
        templates = self.pagelets.templates
        counted = [CountedColumn(c.name, c.n, c.forms) for one in templates for c in one.columns]
        pinned = pinned_types(self.pins, [*counted, *self.own_columns])
        return Columns(templates, own=self.own_columns, pinned=pinned)

    def basis(self, reading: Reading, asked: bool = True) -> int:
        """What a reading rests on: while it is among `bases`, the page need not be read again.

        All rest on the site's lists and on how it answers nonsense; of a page whose kind is in
        question on the kinds that are known; of one that nobody asked for on where contents stand;
        of one about one thing on the template of its kind; of one that lists objects of a template
        that is not known, on which ones are.
        """
        doubted = reading.doubtful or (reading.empty and not self.empty.knows)
        known = reading.cluster == UNKNOWN or doubted
        is_item = any(one.role == "article" for one in reading.pagelets)
        template = self.item_basis(reading.cluster) if is_item else 0
        nameless = not is_item and any(one.fields and not one.slots for one in reading.objects)
        return self._basis(known, len(reading.objects) == 1, asked, template, nameless)

    def bases(self) -> frozenset[int]:
        """Every basis of this model."""
        templates = (0, *map(self.item_basis, self.items))
        either = (False, True)
        every = product(either, either, either, templates, either)
        return frozenset(self._basis(*of) for of in every)

    def item_basis(self, kind: int) -> int:
        """What a page about one thing rests on: the template of its kind; 0: it has none."""
        template = self.items.get(kind)
        if template is None:
            return 0
        columns = sorted((slot, one.name) for slot, one in template.columns.items())
        typed = sorted(self.columns.own_types.items())
        said = repr((kind, columns, typed, self.pins.of_reading))
        return xxhash.xxh3_64_intdigest(said.encode()) >> 1

    def _basis(self, kinds: bool, lone: bool, asked: bool, template: int, nameless: bool) -> int:
        lists = sorted(known.key for known in self.pagelets.lists)
        known = sorted(cluster.id for cluster in self.clusters.clusters) if kinds else None
        identity = (self.identity.basis, self.identity.lone_basis if lone else None)
        nothing = (self.empty.knows, self.empty.messages, self.empty.silent)
        said = (self.pins.of_reading, sorted(self.pinned_kinds.items()))
        contents = None if asked else (self.contents.basis, self.pagelets.acting)
        of_kind = (template, self.columns.starts if nameless else None)
        rests = (lists, known, nothing, identity, self.is_confirmed, said, contents, *of_kind)
        return xxhash.xxh3_64_intdigest(repr(rests).encode()) >> 1

    def described(self, pages: Mapping[int, str] = MappingProxyType({})) -> dict[str, Any]:
        """The model for people: what is known, in words and counts; `pages`: one of each kind."""
        return {
            "version": self.version,
            "pages": self.n_pages,
            "alphabet": self.clusters.alphabet,
            "clusters": [
                {**self._kind_described(one), "page": pages.get(one.id, "")}
                for one in self.clusters.clusters
            ],
            "lists": [
                {"place": f"{known.key:016x}", "votes": round(known.votes, 3)}
                for known in self.pagelets.lists
            ],
            "columns": described(self.columns.described(), self.pins),
            "identity": {
                "left_out": {shape: list(names) for shape, names in self.identity.turning.items()},
                "needed": {shape: list(names) for shape, names in self.identity.needed.items()},
                "steps": list(self.identity.asking),
                "places": len(self.identity.counted),
                "by_link": self.identity.links_identify,
                "no_news": list(self.identity.unsteady),
            },
            "terms": self.terms.described(),
            "idle": idle_pins(self),
        }

    def _kind_described(self, cluster: ClusterEnvelope) -> dict[str, Any]:
        decided = self.decisions.get(cluster.id, KindDecision())
        return {
            "id": cluster.id,
            "pages": cluster.n_pages,
            "rank": self.clusters.rank.get(cluster.id),
            "limit": round(cluster.limit, 3),
            "is": decided.is_,
            "rule": decided.rule,
            "why": decided.why,
            "similarity": cluster.alike,
            "heaviest": self.clusters.heaviest(cluster.id),
        }

    def encode(self) -> bytes:
        """MessagePack; `decode` gives an equal model back."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> SiteModel:
        """What `encode` wrote."""
        return msgspec.msgpack.decode(data, type=cls)
