"""What one page teaches its site, compact and serialisable: the delta of the site's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from ..objects.arguments.turning import of_visit, sightings
from ..objects.asking_steps import seen_steps
from ..objects.identity_table import IdentityEvidence
from ..pagelets import PageletEvidence, Vote
from ..pagelets import observe as observe_pagelets
from ..pages.came_back import Response
from ..pages.no_match import Wording, wording
from ..pages.signature import Signature, signature
from ..pages.signs import Signs, signs
from ..templates import PageRow
from ..tree.record_classes import RecordFamily
from ..tree.tagtree import TagTree
from .contents.page_links import PageLinks
from .terms.page_terms import PageTerms


class Observation(msgspec.Struct, frozen=True, array_like=True):
    """Evidence for each room of the site model.

    Parameters
    ----------
    url
        The page's key: its URL or, for saved pages, its file name.
    query
        The query it answers, when one was asked.
    nonsense
        The query was a nonsense word: whatever came back, it is not an answer (THOR IV, ENT 5).
    signature, pagelets, wording
        What page clusters, pagelets and the filter of pages without a match need.
    vote
        The runs found on this page with what was known when it came; None if not asked.
    sampled
        Whether its strings and places count, or only that it came.
    response
        What the site said of it besides the page itself.
    signs
        What speaks for its being no answer.
    identity
        What its links say about which of them identify objects.
    row
        Its texts, for the table of its kind; None if not asked.
    families
        Elements whose names are said of records.
    terms
        What it may teach of the site's terms; None: nothing.
    links
        Its links, of a page that answers no question; None if not asked.
    """

    url: str
    query: str | None
    nonsense: bool
    signature: Signature
    pagelets: PageletEvidence
    wording: Wording
    vote: Vote | None = None
    sampled: bool = True
    response: Response = Response()
    signs: Signs = Signs()
    identity: IdentityEvidence = IdentityEvidence()
    row: PageRow | None = None
    families: tuple[RecordFamily, ...] = ()
    terms: PageTerms | None = None
    links: PageLinks | None = None

    def of_visit(self) -> Observation:
        """The observation of a page that is visited again, long after it was fetched before.

        What differs then is news: only fetches that follow each other tell what rotates.
        """
        pagelets = msgspec.structs.replace(self.pagelets, query="")
        return msgspec.structs.replace(self, pagelets=pagelets)

    def with_objects(self, shown: IdentityEvidence) -> Observation:
        """The observation with what the page's objects show."""
        links = self.identity
        evidence = msgspec.structs.replace(
            shown,
            arguments=links.arguments,
            steps=links.steps,
            idle=tuple(sorted({*links.idle, *shown.idle})),
        )
        return msgspec.structs.replace(self, identity=evidence)

    def encode(self) -> bytes:
        """MessagePack; the counts of bare tags, which only comparisons use, are left out."""
        slim = msgspec.structs.replace(self.signature, tags={})
        return msgspec.msgpack.encode(msgspec.structs.replace(self, signature=slim))

    @classmethod
    def decode(cls, data: bytes) -> Observation:
        """What `encode` wrote."""
        return msgspec.msgpack.decode(data, type=cls)


class Seen(NamedTuple):
    """The part of an observation that reading a page asks for."""

    url: str
    query: str | None
    signature: Signature
    wording: Wording
    signs: Signs
    nonsense: bool = False
    response: Response = Response()


def seen_of(observation: Observation) -> Seen:
    """The part of an observation that reading its page asks for."""
    return Seen(*(getattr(observation, name) for name in Seen._fields))


def observe(
    tree: TagTree,
    url: str,
    query: str | None = None,
    nonsense: bool = False,
    response: Response | None = None,
) -> Observation:
    """Look at a page without any state; may run in another process.

    Reading
    -------
    What changes while the query stays is no answer (an advertisement, a clock) - but page 2 of
    an answer has the query of page 1. So two fetches are compared by URL where there is one.
    """
    evidence = observe_pagelets(tree, query, nonsense)
    if query and "://" in url:
        evidence = msgspec.structs.replace(evidence, query=url)
    return Observation(
        url=url,
        query=query,
        nonsense=nonsense,
        signature=signature(tree),
        pagelets=evidence,
        wording=wording(tree, query, nonsense),
        response=response or Response(),
        signs=signs(tree),
        identity=IdentityEvidence(
            sightings(tree.links),
            steps=seen_steps(tree.links, query),
            idle=of_visit(tree.links, url),
        ),
        families=tree.families,
    )


def with_site_places(
    tree: TagTree, observation: Observation, families: Mapping[int, RecordFamily]
) -> tuple[TagTree, Observation]:
    """A page and its observation with the places that the site's other pages give its elements.

    What it says where stays as it was: messages were learned at the places that pages had by
    themselves.
    """
    same = tree.with_site_places(families)
    if same is tree:
        return tree, observation
    seen = observation
    again = observe(same, seen.url, seen.query, seen.nonsense, seen.response)
    return same, msgspec.structs.replace(again, identity=seen.identity, wording=seen.wording)
