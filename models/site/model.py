"""A published site model: everything that reading a page needs, frozen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import Any

import msgspec
import xxhash

from ..columns import Around, CountedColumn
from ..objects.anchors import anchors_of, place_around
from ..objects.identity_table import NO_RULE, IdentityRule
from ..pagelets import PageletModel, PageletReading, References, read
from ..pagelets.content.related_searches import asked_by, encoding_of_links
from ..pagelets.fields.extraction import Columns
from ..pagelets.page.sheet import Sheet
from ..pagelets.reading.pinned_region import WHY
from ..pagelets.reading.result import Region
from ..pagelets.reading.unknown_kind import read_unsettled
from ..pages.came_back import Response
from ..pages.clusters.model import Assignment, ClusterEnvelope, ClusterModel
from ..pages.no_match import EmptyModel, wording
from ..pages.signature import Signature, signature_in
from ..pages.signs import signs
from ..pins import NO_PINS, Pins
from ..templates import Template, read_item
from ..tree.parse import parse
from ..tree.record_classes import RecordFamily
from ..tree.tagtree import TagTree
from .judging import Judgement, is_listed, judge, without_site
from .kinds.decision import KindDecision
from .kinds.evidence import boxes_of
from .kinds.items import ItemReading, as_item, item_fields, own_item
from .observation import Observation, Seen, seen_of, settled
from .pinned.columns import as_pinned, described, pinned_types
from .pinned.idle import idle_pins
from .reading import UNKNOWN, Reading, ReadObject, ReadPagelet
from .terms.model import TermModel
from .unreadable import as_bytes, unreadable


class SiteModel(msgspec.Struct, frozen=True, dict=True):
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
    terms: TermModel = TermModel()  # how evenly the site's pages hold its terms

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
        return self._read(tree.settled(self.families), seen, entity, tree)

    def read_tree(
        self,
        tree: TagTree,
        observation: Observation,
        entity: bool = False,
        at: float | None = None,
    ) -> Reading:
        """Read a page that is parsed and observed already; `at`: when it was fetched."""
        same, observation = settled(tree, observation, self.families)
        return self._read(same, seen_of(observation), entity, tree, at)

    def read_own_page(
        self, tree: TagTree, observation: Observation, at: float | None = None
    ) -> Reading:
        """Read a page that is known to be an object's own, by the template of its kind.

        Of a kind without a template it tells no object; no list is looked for on any.
        """
        tree, observation = settled(tree, observation, self.families)
        seen = seen_of(observation)
        assigned = self.clusters.assign(seen.signature)
        nothing = PageletReading([], [], False)
        judged = judge(tree, seen, nothing, self, tree)
        template = self.items.get(assigned.cluster) if assigned.fits else None
        found = template and read_item(tree, template, beside=self._beside(tree, assigned.cluster))
        item = own_item(found) if found and judged.came_back == "answer" else None
        told_by = (self.clusters.rank, nothing, judged, self.columns, item)
        decided = self.decisions.get(assigned.cluster)
        return as_pinned(told(tree, seen.url, assigned, *told_by, decided, at), self.pins)

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
        """A page of a known kind by what its site has taught, any other with doubt.

        Known to answer, if it was asked: a page without a match may look like a record's own.
        """
        assigned = self.clusters.assign(seen.signature)
        if not assigned.fits:
            assigned = assigned._replace(cluster=UNKNOWN)
        taught = self.pagelets.of(assigned.cluster)
        decided = self.decisions.get(assigned.cluster)
        query = seen.query
        if entity or (assigned.fits and self._is_settled(assigned, query)):
            found = read(tree, taught, query, entity=entity, url=seen.url)
        else:
            found = read_unsettled(tree, taught, query, seen.url, assigned.fits)
        judged = judge(tree, seen, found, self, unsettled)
        is_item = decided is not None and decided.is_ == "item" and assigned.sure
        led = query is not None and not asked_by(seen.url, query, encoding_of_links(tree))
        if led and is_item and not self._lists(tree, found):
            query = None  # a record's own page need not say the question that led to its address
            found = read(tree, taught)
            judged = judge(tree, seen, found, self, unsettled)
        if not (entity or self.bears_out):
            found = PageletReading([], [], found.empty, why={"nothing bears it out": self.n_pages})
            judged = judged._replace(doubtful=judged.came_back == "answer")
        template = self.items.get(assigned.cluster) if judged.came_back == "answer" else None
        boxes = self._boxes.get(assigned.cluster, frozenset())
        item = None
        if WHY not in found.why:
            item = as_item(tree, found, template, query, self.list_places, boxes)
        told_by = (self.clusters.rank, found, judged, self.columns, item)
        return as_pinned(told(tree, seen.url, assigned, *told_by, decided, at), self.pins)

    @property
    def bears_out(self) -> bool:
        """Whether two pages or two questions stand behind what this model reads.

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
    def columns(self) -> Columns:
        """How objects are read, with the type of each column."""
        templates = self.pagelets.templates
        counted = [CountedColumn(c.name, c.n, c.forms) for one in templates for c in one.columns]
        pinned = pinned_types(self.pins, [*counted, *self.own_columns])
        return Columns(templates, own=self.own_columns, pinned=pinned)

    def basis(self, reading: Reading) -> int:
        """What a reading rests on: while it is among `bases`, the page need not be read again.

        All rest on the site's lists and on how it answers nonsense; of a page whose kind is in
        question on the kinds that are known.
        """
        doubted = reading.doubtful or (reading.empty and not self.empty.knows)
        return self._basis(reading.cluster == UNKNOWN or doubted, len(reading.objects) == 1)

    def bases(self) -> frozenset[int]:
        """Every basis of this model."""
        return frozenset(self._basis(*of) for of in product((False, True), repeat=2))

    def _basis(self, kinds: bool, lone: bool) -> int:
        lists = sorted(known.key for known in self.pagelets.lists)
        known = sorted(cluster.id for cluster in self.clusters.clusters) if kinds else None
        identity = (self.identity.basis, self.identity.lone_basis if lone else None)
        nothing = (self.empty.knows, self.empty.messages, self.empty.silent)
        rests = (lists, known, nothing, identity, self.bears_out, self.pins.of_reading)
        return xxhash.xxh3_64_intdigest(repr(rests).encode()) >> 1

    def described(self) -> dict[str, Any]:
        """The model for people: what is known, in words and counts."""
        return {
            "version": self.version,
            "pages": self.n_pages,
            "alphabet": self.clusters.alphabet,
            "clusters": [self._kind_described(cluster) for cluster in self.clusters.clusters],
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


def unlearned(
    tree: TagTree, url: str, query: str | None = None, response: Response | None = None
) -> Reading:
    """A reading without a model: what one page shows by itself."""
    found = read(tree, None, query)
    said, none = wording(tree, query), Signature()
    seen = Seen(url, query, none, said, signs(tree), response=response or Response())
    alone = Assignment(UNKNOWN, 1.0, 0.0, False)
    return told(tree, url, alone, {}, found, without_site(seen, found))


def told(
    tree: TagTree,
    url: str,
    assigned: Assignment,
    rank: dict[int, int],
    found: PageletReading,
    judged: Judgement,
    columns: Columns | None = None,
    item: ItemReading | None = None,
    decided: KindDecision | None = None,
    at: float | None = None,
) -> Reading:
    """A reading as it leaves the room: texts and paths instead of node numbers."""
    found = item.found if item else found
    answers = judged.came_back == "answer" and not found.empty
    pagelets = found.pagelets if judged.came_back == "answer" else []
    objects = found.objects if judged.came_back == "answer" else []
    page = Sheet(tree)
    references = References(tree, page.attributes)
    columns = columns or Columns()
    named = columns.of(tree, objects, page, references)
    if item:
        named = [item_fields(values, item.item) for values in named]
    bounds = [(region.start, region.stop) for region in pagelets]
    bounds += [(span.start, span.stop) for span in objects]
    around = Around(at, tree.language or "")
    paths, texts = tree.xpaths(bounds), tree.visibles(bounds)
    headings = [tree.visible(*span.group) if span.group else "" for span in objects]
    anchors = anchors_of(
        tree, [(span.start, span.stop) for span in objects], [references.placed(s) for s in objects]
    )
    typed = _typed(columns, named, [int(tree.key[span.start]) for span in objects], around, item)
    n = len(pagelets)
    return Reading(
        url=url or None,
        cluster=assigned.cluster,
        cluster_rank=rank.get(assigned.cluster, len(rank)),
        empty=judged.came_back == "no_match",
        pagelets=_read_pagelets(tree, pagelets, paths[:n], texts[:n], item is not None),
        objects=[
            ReadObject(
                xpath=path,
                text=f"{heading} {text}".strip() if heading else text,
                links=references.of(span),
                fields={"group": heading, **values} if heading else values,
                pagelet=span.pagelet,
                anchors=links,
                place=place_around(tree, span.start),
                typed=own,
                slots=columns.slots(int(tree.key[span.start]), values),
            )
            for span, values, own, heading, path, text, links in zip(
                objects, named, typed, headings, paths[n:], texts[n:], anchors, strict=True
            )
        ],
        similarity=round(assigned.similarity, 4),
        came_back=judged.came_back,
        doubtful=judged.doubtful,
        route=found.route if answers else "none",
        why=_why(assigned, decided, judged, found),
    )


def _typed(
    columns: Columns,
    rows: Sequence[dict[str, str]],
    starts: Sequence[int],
    around: Around,
    item: ItemReading | None,
) -> list[dict[str, Any]]:
    """The values of each object with a type: by their columns, else by what they show alone."""
    return [
        columns.typed(row, around, alone=item is not None or not columns.knows(start))
        for row, start in zip(rows, starts, strict=True)
    ]


def _why(
    assigned: Assignment, decided: KindDecision | None, judged: Judgement, found: PageletReading
) -> dict[str, float]:
    """The rules behind a reading, in the order they were asked, with their numbers."""
    kind = f"like kind {assigned.cluster}" if assigned.cluster != UNKNOWN else "like no kind known"
    why = {kind: assigned.similarity}
    if decided is not None:
        why[f"{decided.is_}: {decided.rule}"] = 1
    if judged.came_back != "answer":
        why[f"came back: {judged.came_back}"] = 1
    return {rule: round(float(number), 3) for rule, number in (why | found.why).items()}


def _read_pagelets(
    tree: TagTree, regions: Sequence[Region], paths: list[str], texts: list[str], is_item: bool
) -> list[ReadPagelet]:
    """Regions with their texts; of an item its stretch, and the article around it."""
    found = [
        ReadPagelet(xpath=path, text=text, score=round(float(region.score), 4))
        for region, path, text in zip(regions, paths, texts, strict=True)
    ]
    if not is_item or not found:
        return found
    stretches = [
        msgspec.structs.replace(one, first=tree.xpath(at.start), last=tree.xpath(at.stop - 1))
        for one, at in zip(found, regions, strict=True)
    ]
    values, article = stretches
    return [values, msgspec.structs.replace(article, role="article")]
