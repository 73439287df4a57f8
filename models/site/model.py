"""A published site model: everything that reading a page needs, frozen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
import xxhash

from ..pagelets import PageletModel, PageletReading, References, read
from ..pagelets.fields import Columns
from ..pagelets.sheet import Sheet
from ..pages.content import HashedTerms
from ..pages.empty import EmptyModel
from ..pages.model import Assignment, ClusterModel
from ..pages.signature import Signature, signature_in
from ..tree.parse import parse
from ..tree.tagtree import TagTree
from .observation import Observation, page_terms
from .reading import Reading, ReadObject, ReadPagelet


class _Seen(NamedTuple):
    """What is known of a page before it is read."""

    url: str
    query: str | None
    signature: Signature
    nonsense: bool = False


class SiteModel(msgspec.Struct, frozen=True, dict=True):
    """What a site's pages look like, as of one publication. Reading changes nothing."""

    version: int
    n_pages: int
    clusters: ClusterModel
    pagelets: PageletModel
    empty: EmptyModel
    parser: str = ""  # engine and version of the pages it was learned from: `TagTree.parser`

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
        body = html.encode() if isinstance(html, str) else html
        tree = parse(body, url=url)
        signature = signature_in(tree, self.clusters.alphabet)
        return self._read(
            tree, _Seen(url, query, signature), entity, lambda: page_terms(tree, query)
        )

    def read_tree(self, tree: TagTree, observation: Observation, entity: bool = False) -> Reading:
        """Read a page that is parsed and observed already."""
        seen = _Seen(
            observation.url, observation.query, observation.signature, observation.nonsense
        )
        return self._read(tree, seen, entity, lambda: observation.terms)

    def _read(
        self, tree: TagTree, seen: _Seen, entity: bool, terms: Callable[[], HashedTerms]
    ) -> Reading:
        """A page that fits no cluster is read by itself: another template says nothing about it."""
        assigned = self.clusters.assign(seen.signature)
        if not assigned.fits:
            assigned = assigned._replace(cluster=UNKNOWN)
        known = self.pagelets if assigned.fits else None
        found = read(tree, known, seen.query, entity=entity, url=seen.url)
        empty = found.empty or seen.nonsense
        empty = empty or (self.empty.knows and self.empty.judge(terms()).empty)
        return told(tree, seen.url, assigned, self.clusters.rank, found, empty, self._columns)

    @cached_property
    def _columns(self) -> Columns:
        return Columns(self.pagelets.templates)

    def basis(self) -> int:
        """What readings rest on: while it stays, earlier pages need not be read again."""
        lists = sorted((known.key, known.lists) for known in self.pagelets.known if known.lists)
        return xxhash.xxh3_64_intdigest(repr(lists).encode()) >> 1

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


UNKNOWN = -1  # the cluster of a page that fits none, or was read before there were any


def unlearned(tree: TagTree, url: str, query: str | None = None) -> Reading:
    """A reading without a model: what one page shows by itself."""
    found = read(tree, None, query)
    return told(tree, url, Assignment(UNKNOWN, 1.0, 0.0, False), {}, found, found.empty)


def told(
    tree: TagTree,
    url: str,
    assigned: Assignment,
    rank: dict[int, int],
    found: PageletReading,
    empty: bool,
    columns: Columns | None = None,
) -> Reading:
    """A reading as it leaves the room: texts and paths instead of node numbers."""
    pagelets = [] if empty else found.pagelets
    objects = [] if empty else found.objects
    page, references = Sheet(tree), References(tree)
    named = (columns or Columns()).of(tree, objects, page, references)
    headings = [tree.visible(*span.group) if span.group else "" for span in objects]
    return Reading(
        url=url or None,
        cluster=assigned.cluster,
        cluster_rank=rank.get(assigned.cluster, len(rank)),
        empty=empty,
        pagelets=[
            ReadPagelet(
                xpath=_xpath(page, region.start, region.stop),
                text=tree.visible(region.start, region.stop),
                score=round(float(region.score), 4),
            )
            for region in pagelets
        ],
        objects=[
            ReadObject(
                xpath=_xpath(page, span.start, span.stop),
                text=" ".join((heading, tree.visible(span.start, span.stop))).strip(),
                links=references.of(span),
                fields={"group": heading, **values} if heading else values,
                pagelet=span.pagelet,
            )
            for span, values, heading in zip(objects, named, headings, strict=True)
        ],
        similarity=round(assigned.similarity, 4),
    )


def _xpath(page: Sheet, start: int, stop: int) -> str:
    """The smallest element that holds [start, stop)."""
    node = start
    while page.parent[node] >= 0 and page.end[node] < stop:
        node = page.parent[node]
    return page.tree.xpath(node)
