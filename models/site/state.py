"""The learner of one site: a sum of what its pages taught, bounded, rebuilt from the log."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ..objects.identity_table import IdentityEvidence, IdentityTable
from ..pagelets import PageletEvidence, PageletLearner, PageletModel, Vote
from ..pagelets.learning.pruning import needed
from ..pages.came_back import teaches
from ..pages.clusters.learner import Clusters
from ..pages.clusters.model import ClusterModel
from ..pages.no_match import EmptyPages
from ..pages.params import WAITS
from ..pages.signature import Signature
from ..pins import NO_PINS, Pins
from ..sample.retained import page_hash
from ..templates import Template, page_row
from ..templates.rows import pack, unpack
from ..tree.tagtree import TagTree
from .contents.model import ContentsModel, learn_contents
from .contents.page_links import PageLinks, page_links
from .contents.table import LinkTable
from .delta import Delta
from .kinds.decision import KindDecision
from .kinds.evidence import decide_kinds, read_as_items
from .kinds.items import ItemSample, templates_of
from .model import SiteModel
from .observation import Observation, with_site_places
from .pinned.keys import with_keys
from .pinned.kinds import kinds_of_pages, pinned_decisions
from .reading import UNKNOWN
from .record_names import RecordNames
from .sampling import SampleParams, sampled
from .terms.page_terms import PageTerms, terms_of
from .terms.table import TermTable


class _Parts(msgspec.Struct, array_like=True):
    clusters: bytes
    pagelets: bytes
    empty: bytes
    n_pages: int
    identity: IdentityTable = msgspec.field(default_factory=IdentityTable)
    items: bytes = b""
    names: RecordNames = msgspec.field(default_factory=RecordNames)
    terms: bytes = b""
    links: bytes = b""


class Learned(NamedTuple):
    """The cluster of a page as of now, and what has to be kept to learn it again."""

    cluster: int
    delta: Delta


class SiteState:
    """Learns with `fold`, freezes with `publish`; reading is the model's.

    Reading
    -------
    WISDOM and THOR count over all pages of a site. Counted in full are the first of them, then a
    sample by hash, because shares of pages are what is asked for; the number of pages is that of
    all.
    """

    def __init__(self, params: SampleParams | None = None) -> None:
        self.params = params or SampleParams()
        self.clusters = Clusters()
        self.pagelets = PageletLearner()
        self.empty = EmptyPages()
        self.identity = IdentityTable()
        self.items = ItemSample()
        self.names = RecordNames()
        self.terms = TermTable()
        self.links = LinkTable()
        self.n_pages = 0
        self.pins = NO_PINS
        self.exemplars: dict[str, Signature] = {}  # of pages by which kinds are pinned

    def pin(self, pins: Pins) -> None:
        """Learn, and publish models that read, as the operator says from now on."""
        self.pins = pins
        said = pins.of("kind")
        self.exemplars = {url: one for url, one in self.exemplars.items() if url in said}
        self.pagelets.regions = (pins.places("pin"), pins.places("never"))

    def note_exemplar(self, observation: Observation) -> bool:
        """Keep what a page is made of by which a kind is pinned; whether that is new."""
        url = observation.url
        if url in self.exemplars or url not in self.pins.of("kind"):
            return False
        self.exemplars[url] = msgspec.structs.replace(observation.signature, tags={})
        return page_hash(url) not in self.clusters.kinds()

    def with_vote(
        self, observation: Observation, tree: TagTree, visit: bool = False
    ) -> Observation:
        """The observation as this state wants it: sampled or not, with vote and row or without.

        All rest on what was folded before and travel with the observation, so that folding the
        observations again gives the same state. A page that answers nothing says nothing about
        where answers stand. One that is visited again (`visit`) is no further page.
        """
        tree, observation = with_site_places(tree, observation, self.names.frozen())
        observation = observation.of_visit() if visit else observation
        counted = sampled(
            observation.url,
            observation.pagelets,
            self.n_pages,
            self.pagelets.counts.places,
            self.params,
            visit,
        )
        vote = None
        if self._votes(observation):
            vote = self.pagelets.vote(tree, observation.query, observation.pagelets)
        told, page = self._tells_unasked(observation), page_hash(observation.url)
        row = page_row(tree) if told and self._wants_row(observation) else None
        terms = self.terms.news(page, terms_of(tree))
        links = page_links(tree) if told and self.links.wants(page) else None
        kept = {"sampled": counted, "vote": vote, "row": row, "terms": terms, "links": links}
        return msgspec.structs.replace(observation, **kept)

    def _tells_unasked(self, observation: Observation) -> bool:
        """Whether a page answers no question and tells something."""
        if observation.query is not None or observation.nonsense:
            return False
        return teaches(observation.response, observation.url, observation.signs)

    def _wants_row(self, observation: Observation) -> bool:
        """Whether a page may belong to the sample of a kind whose pages answer no question."""
        kinds, page = self.clusters.kinds(), page_hash(observation.url)
        if page not in kinds and self.clusters.model is not None:
            kinds[page] = self.clusters.model.assign(observation.signature).cluster
        return self.clusters.model is None or self.items.wants(page, kinds)

    def _votes(self, observation: Observation) -> bool:
        if observation.nonsense:
            return False
        if not teaches(observation.response, observation.url, observation.signs):
            return False
        kind = self.clusters.nearest(observation.signature)
        if not self.pagelets.wants_vote(page_hash(observation.url), kind):
            return False
        asked = observation.query is not None
        return not self.empty.publish().judge(observation.wording, asked=asked).empty

    def fold(self, observation: Observation) -> int:
        """Learn from one page; returns the page's cluster id as of now."""
        return self.learn(observation).cluster

    def learn(self, observation: Observation) -> Learned:
        """Learn from one page, and tell what of it changed anything; of no answer, nothing."""
        if not teaches(observation.response, observation.url, observation.signs):
            self.fold_again(Delta())
            model = self.clusters.model
            kind = model.assign(observation.signature).cluster if model else UNKNOWN
            return Learned(kind, Delta())
        evidence = None
        if observation.sampled:
            learner = self.pagelets
            evidence = needed(observation.pagelets, learner.counts, learner.params.queries)
        n_clustered, revision = self.clusters.n_pages, self.clusters.revision
        held = self._empty_filter_pages()
        silent, put = self._silent(observation), observation.query is not None
        cluster = self.clusters.fold(
            observation.url, observation.signature, observation.nonsense or silent, put
        )
        self.empty.fold(observation.wording, observation.nonsense, put)
        early = self.pagelets.n_pages + 1 < self.pagelets.params.early
        page = page_hash(observation.url)
        voter = self._count(evidence, observation.vote, page, put, early)
        identity = self.identity.news(observation.identity)
        if identity is not None:
            self.identity.fold(identity)
        rows = self._row_of(observation)
        families = self.names.news(observation.families)
        self.names.fold(families)
        terms, links = self._terms_of(observation, page), self._links_of(observation, page)
        clustered, told = self.clusters.revision != revision, self._empty_filter_pages() != held
        slim = msgspec.structs.replace(observation.signature, tags={})
        return Learned(
            cluster,
            Delta(
                url=observation.url if clustered else "",
                nonsense=observation.nonsense and (clustered or told),
                known=self.clusters.n_pages == n_clustered,
                signature=slim if clustered else None,
                pagelets=evidence,
                wording=observation.wording if told else None,
                vote=observation.vote if voter else None,
                voter=voter,
                early=bool(voter) and early,
                silent=silent and clustered,
                asked=put or not (clustered or voter or told),
                identity=identity,
                rows=rows,
                families=families,
                terms=terms,
                page=page if terms or links else 0,
                links=links,
            ),
        )

    def _terms_of(self, observation: Observation, page: int) -> PageTerms | None:
        """Count the terms of a page; what of them changed anything."""
        terms = self.terms.news(page, observation.terms) if observation.terms else None
        if terms is not None:
            self.terms.fold(page, terms)
        return terms

    def _links_of(self, observation: Observation, page: int) -> PageLinks | None:
        """Keep the links of a page; what of them changed anything."""
        links = self.links.news(page, observation.links) if observation.links else None
        if links is not None:
            self.links.fold(page, links)
        return links

    def _row_of(self, observation: Observation) -> bytes:
        """Keep the row of a page if the sample of its kind does; what was kept, packed."""
        page, kinds = page_hash(observation.url), self.clusters.kinds()
        if observation.row is None or not self.items.wants(page, kinds):
            return b""
        self.items.fold(page, observation.row)
        return pack({page: observation.row})

    def _silent(self, observation: Observation) -> bool:
        """Whether an answer says what the known answers to nonsense say."""
        if observation.nonsense or observation.query is None:
            return False
        return self.empty.publish().judge(observation.wording).empty

    def fold_again(self, delta: Delta) -> None:
        """What `learn`, or `publish`, did to the state that it found."""
        if delta.published is not None:
            self.pass_over(delta.published)
            self.publish(version=0)
            return
        if delta.identity is not None:
            self.identity.fold(delta.identity)
        for page, row in unpack(delta.rows).items() if delta.rows else ():
            self.items.fold(page, row)
        if delta.aside:
            return
        self.names.fold(delta.families)
        if delta.terms is not None:
            self.terms.fold(delta.page, delta.terms)
        if delta.links is not None:
            self.links.fold(delta.page, delta.links)
        if delta.signature is not None:
            witness = delta.nonsense or delta.silent
            self.clusters.fold(delta.url, delta.signature, witness, delta.asked)
        elif not delta.known:
            self.clusters.state.n_pages += 1
        if delta.wording is not None:
            self.empty.fold(delta.wording, delta.nonsense, delta.asked)
        self._count(delta.pagelets, delta.vote, delta.voter, delta.asked, delta.early)

    def learn_aside(self, evidence: IdentityEvidence) -> Delta | None:
        """Learn from the objects of a page that was folded before there was a model."""
        identity = self.identity.news(evidence)
        if identity is None:
            return None
        self.identity.fold(identity)
        return Delta(identity=identity, aside=True)

    def pass_over(self, n_pages: int) -> None:
        """Count pages without learning from them; their order does not matter."""
        for _ in range(n_pages):
            self.fold_again(Delta())

    def _count(
        self,
        evidence: PageletEvidence | None,
        vote: Vote | None,
        page: int,
        asked: bool,
        early: bool,
    ) -> int:
        """Count a page and its vote, if it is in the sample of pages; which page voted, else 0."""
        self.n_pages += 1
        if evidence is None:
            self.pagelets.counts.n_pages += 1
        else:
            self.pagelets.fold(evidence)
        kind = self.clusters.kind_of(page)
        if vote is None or kind is None:
            return 0
        self.pagelets.fold_vote(vote, page, kind, asked, early)
        return page

    def _empty_filter_pages(self) -> tuple[set[int], ...]:
        """Hashes of the pages that the no-match filter keeps: nonsense, ordinary, unasked."""
        empty = self.empty
        return set(empty.nonsense), set(empty.ordinary), set(empty.unasked)

    def outgrown(self, model: SiteModel) -> bool:
        """Whether more has been learned since than a model read from here should be without.

        Of kinds of page as `Clusters.outgrown` has it; of pages that answer nothing when there are
        twice as many as then; and of a list that was not known. Few times in all: the sample of the
        first two soon stops growing.
        """
        known = model.empty.n_nonsense
        if self.clusters.outgrown or len(self.empty.nonsense) >= max(1, 2 * known):
            return True
        since = self.clusters.n_pages - self.clusters.state.clustered_at
        if since < self.clusters.n_pages // WAITS:
            return False
        return not self.pagelets.list_places() <= model.list_places

    def publish(self, version: int) -> SiteModel | None:
        """Freeze what was learned; None before the first page."""
        clusters = self.clusters.publish()
        if clusters is None:
            return None
        self.pagelets.regroup(self.clusters.kinds())
        pagelets = self.pagelets.publish()
        kinds = self.clusters.kinds()
        templates = templates_of(self.items.tables(kinds))
        contents = learn_contents(self.links.rows, self.items.rows, kinds)
        pages = kinds_of_pages(self.pins, self.exemplars, kinds, clusters)
        decisions = self._decide_kinds(clusters, pagelets, templates, contents)
        decisions = pinned_decisions(decisions, self.pins, pages)
        return SiteModel(
            version=version,
            n_pages=self.n_pages,
            clusters=clusters,
            pagelets=pagelets,
            empty=self.empty.publish(),
            identity=with_keys(self.identity.publish(), self.pins),
            items=read_as_items(decisions, templates),
            families=self.names.frozen(),
            decisions=decisions,
            pins=self.pins,
            pinned_kinds=pages,
            terms=self.terms.publish(kinds),
            contents=contents,
        )

    def _decide_kinds(
        self,
        clusters: ClusterModel,
        pagelets: PageletModel,
        templates: dict[int, Template],
        contents: ContentsModel,
    ) -> dict[int, KindDecision]:
        n_pages = {one.id: one.n_pages for one in clusters.clusters}
        asked = {one.id for one in clusters.clusters if one.asked}
        leads = self.pagelets.leads(pagelets, self.clusters.kinds())
        nothing = self.clusters.empty_shares()
        return decide_kinds(n_pages, asked, nothing, pagelets, templates, leads, contents)

    def encode(self) -> bytes:
        """MessagePack of the rooms' own forms."""
        parts = _Parts(
            self.clusters.encode(),
            self.pagelets.encode(),
            self.empty.encode(),
            self.n_pages,
            self.identity,
            self.items.encode(),
            self.names,
            self.terms.encode(self.clusters.kinds()),
            self.links.encode(self.clusters.kinds()),
        )
        return msgspec.msgpack.encode(parts)

    @classmethod
    def decode(cls, data: bytes) -> SiteState:
        """What `encode` wrote; goes on exactly as the original would."""
        parts = msgspec.msgpack.decode(data, type=_Parts)
        state = cls()
        state.clusters = Clusters.decode(parts.clusters)
        state.pagelets = PageletLearner.decode(parts.pagelets)
        state.empty = EmptyPages.decode(parts.empty)
        state.n_pages = parts.n_pages
        state.identity = parts.identity
        state.items = ItemSample.decode(parts.items)
        state.names = parts.names
        state.terms = TermTable.decode(parts.terms, state.clusters.kinds())
        state.links = LinkTable.decode(parts.links, state.clusters.kinds())
        return state
