"""A published site model: everything that reading a page needs, frozen."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import msgspec
import xxhash

from ..objects.anchors import anchors_of, place_around
from ..objects.identity_table import NO_RULE, IdentityRule
from ..pagelets import PageletModel, PageletReading, References, read
from ..pagelets.fields import Columns
from ..pagelets.known import trusted_lists
from ..pagelets.sheet import Sheet
from ..pagelets.unsettled import read_unsettled
from ..pages.came_back import CameBack, Response, by_response
from ..pages.model import Assignment, ClusterModel
from ..pages.no_match import EmptyModel, Wording, places_of, wording
from ..pages.signature import Signature, signature_in
from ..tree.parse import parse
from ..tree.tagtree import TagTree
from .observation import Observation
from .reading import UNKNOWN, Reading, ReadObject, ReadPagelet
from .unreadable import as_bytes, unreadable


class _Seen(NamedTuple):
    """What is known of a page before it is read."""

    url: str
    query: str | None
    signature: Signature
    wording: Wording
    nonsense: bool = False
    response: Response = Response()


class SiteModel(msgspec.Struct, frozen=True, dict=True):
    """What a site's pages look like, as of one publication. Reading changes nothing."""

    version: int
    n_pages: int
    clusters: ClusterModel
    pagelets: PageletModel
    empty: EmptyModel
    parser: str = ""  # engine and version of the pages it was learned from: `TagTree.parser`
    identity: IdentityRule = NO_RULE  # how its objects are told apart

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
        return self._read(tree, _Seen(url, query, signature, wording(tree, query)), entity)

    def read_tree(self, tree: TagTree, observation: Observation, entity: bool = False) -> Reading:
        """Read a page that is parsed and observed already."""
        seen = _Seen(
            observation.url,
            observation.query,
            observation.signature,
            observation.wording,
            observation.nonsense,
            observation.response,
        )
        return self._read(tree, seen, entity)

    def _read(self, tree: TagTree, seen: _Seen, entity: bool) -> Reading:
        """A page of a known kind by what its site has taught, any other with doubt.

        Known to answer, if it was asked: a page without a match may look like a record's own.
        """
        assigned = self.clusters.assign(seen.signature)
        if not assigned.fits:
            assigned = assigned._replace(cluster=UNKNOWN)
        if entity or (assigned.sure and self._settled(assigned.cluster, seen.query)):
            known = self.pagelets if assigned.fits else None
            found = read(tree, known, seen.query, entity=entity, url=seen.url)
        else:
            found = read_unsettled(tree, self.pagelets, seen.query, seen.url, assigned.fits)
        empty, doubtful = self._emptiness(tree, seen, found)
        back: CameBack = "no_match" if empty else by_response(seen.response, seen.url)
        reading = told(tree, seen.url, assigned, self.clusters.rank, found, back, self._columns)
        return msgspec.structs.replace(reading, doubtful=doubtful and back == "answer")

    def _emptiness(self, tree: TagTree, seen: _Seen, found: PageletReading) -> tuple[bool, bool]:
        """Whether a page says that nothing matched, and whether its being an answer is in doubt.

        Of saved pages nobody knows what was nonsense: there a page of the site's frame without a
        list or a match has none. A crawl asks nonsense, and waits for what comes back.
        """
        if seen.nonsense or not seen.wording.all_places:
            return True, False
        if not self.empty.knows and not seen.response.status:
            return found.empty, False
        verdict = self.empty.judge(seen.wording, self._shows(tree, found))
        unread = found.empty and not verdict.answers and seen.query is not None
        return verdict.empty, verdict.doubtful or (unread and not verdict.empty)

    def _shows(self, tree: TagTree, found: PageletReading) -> bool:
        """Whether a list, or a match at the place of lists, stands where nonsense shows nothing."""
        starts = {int(tree.place[span.start]) for span in found.objects}
        if len(found.objects) < 2 and not starts & self.list_places:
            return False
        rows = [range(span.start, span.stop) for span in found.objects]
        nodes = [node for row in rows for node in row if tree.words[node]]
        return self.empty.is_new(places_of(tree, nodes))

    def _settled(self, cluster: int, query: str | None) -> bool:
        """Whether a page of this cluster says what its kind does, list or not.

        Pages that were not asked speak for no answer, and where the likeliest answers stand a page
        without a list is a stranger, until answers to nonsense have shown how the site says so.
        """
        if query is None:
            return True
        likeliest = self.clusters.rank.get(cluster) == 0
        return self.clusters.answers(cluster) and (self.empty.knows or not likeliest)

    @cached_property
    def list_places(self) -> frozenset[int]:
        """Places of the lists that are looked for."""
        return frozenset(known.key for known in trusted_lists(self.pagelets))

    @cached_property
    def _columns(self) -> Columns:
        return Columns(self.pagelets.templates)

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
        lists = sorted((known.key, known.lists) for known in self.pagelets.known if known.lists)
        known = sorted(cluster.id for cluster in self.clusters.clusters) if kinds else None
        identity = (self.identity.basis, self.identity.lone_basis if lone else None)
        nothing = (self.empty.knows, self.empty.messages, self.empty.silent)
        rests = (lists, known, nothing, identity)
        return xxhash.xxh3_64_intdigest(repr(rests).encode()) >> 1

    def described(self) -> dict[str, Any]:
        """The model for people: what is known, in words and counts."""
        return {
            "version": self.version,
            "pages": self.n_pages,
            "alphabet": self.clusters.alphabet,
            "clusters": [
                {
                    "id": cluster.id,
                    "pages": cluster.n_pages,
                    "rank": self.clusters.rank.get(cluster.id),
                    "limit": round(cluster.limit, 3),
                }
                for cluster in self.clusters.clusters
            ],
            "lists": [
                {"place": f"{known.key:016x}", "votes": round(known.votes, 3)}
                for known in self.pagelets.known
                if known.lists
            ],
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
    back = "no_match" if found.empty else by_response(response or Response(), url)
    return told(tree, url, Assignment(UNKNOWN, 1.0, 0.0, False), {}, found, back)


def told(
    tree: TagTree,
    url: str,
    assigned: Assignment,
    rank: dict[int, int],
    found: PageletReading,
    came_back: CameBack,
    columns: Columns | None = None,
) -> Reading:
    """A reading as it leaves the room: texts and paths instead of node numbers."""
    pagelets = found.pagelets if came_back == "answer" else []
    objects = found.objects if came_back == "answer" else []
    page = Sheet(tree)
    references = References(tree, page.attributes)
    named = (columns or Columns()).of(tree, objects, page, references)
    bounds = [(region.start, region.stop) for region in pagelets]
    bounds += [(span.start, span.stop) for span in objects]
    paths, texts = tree.xpaths(bounds), tree.visibles(bounds)
    headings = [tree.visible(*span.group) if span.group else "" for span in objects]
    anchors = anchors_of(
        tree, [(span.start, span.stop) for span in objects], [references.placed(s) for s in objects]
    )
    n = len(pagelets)
    return Reading(
        url=url or None,
        cluster=assigned.cluster,
        cluster_rank=rank.get(assigned.cluster, len(rank)),
        empty=came_back == "no_match",
        pagelets=[
            ReadPagelet(xpath=path, text=text, score=round(float(region.score), 4))
            for region, path, text in zip(pagelets, paths[:n], texts[:n], strict=True)
        ],
        objects=[
            ReadObject(
                xpath=path,
                text=f"{heading} {text}".strip() if heading else text,
                links=references.of(span),
                fields={"group": heading, **values} if heading else values,
                pagelet=span.pagelet,
                anchors=links,
                place=place_around(tree, span.start),
            )
            for span, values, heading, path, text, links in zip(
                objects, named, headings, paths[n:], texts[n:], anchors, strict=True
            )
        ],
        similarity=round(assigned.similarity, 4),
        came_back=came_back,
    )
