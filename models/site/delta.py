"""What one page changed in the state of its site: the rest of its observation is not kept."""

from __future__ import annotations

import msgspec

from ..objects.identity_table import IdentityEvidence
from ..pagelets import PageletEvidence, Vote
from ..pages.no_match import Wording
from ..pages.signature import Signature
from ..tree.record_classes import RecordFamily
from .contents.page_links import PageLinks
from .terms.page_terms import PageTerms


class Delta(msgspec.Struct, frozen=True, array_like=True):
    """The parts of an observation that changed something; None: it was counted, no more.

    Parameters
    ----------
    url, nonsense
        Of the observation; empty where no part needs them.
    published
        Not a page: the state was published, after so many pages that had only been counted since
        it was the last time. Publishing clusters anew and names columns.
    known
        The page stood in the sample of clusters as it is now: not even its count changed.
    silent
        It was asked a query and says what the site's empty pages were known to say.
    asked
        It answers a query.
    identity
        What it taught about which links identify objects.
    rows
        The row of its texts, packed, if the sample of its kind keeps it.
    families
        Elements whose names were told to be said of records.
    voter, early
        Hash of the page, if it voted; and whether little was known then.
    terms, links, page
        What it taught of the site's terms and of its links, and its hash if it taught any.
    aside
        Not a page: what one that was counted before taught when it was read again.
    """

    url: str = ""
    nonsense: bool = False
    known: bool = False
    signature: Signature | None = None
    pagelets: PageletEvidence | None = None
    wording: Wording | None = None
    vote: Vote | None = None
    published: int | None = None
    silent: bool = False
    asked: bool = True
    identity: IdentityEvidence | None = None
    aside: bool = False
    rows: bytes = b""
    voter: int = 0
    families: tuple[RecordFamily, ...] = ()
    early: bool = False
    terms: PageTerms | None = None
    page: int = 0
    links: PageLinks | None = None

    @property
    def counts_only(self) -> bool:
        """Whether the page was counted and taught nothing else."""
        return self == Delta()

    def encode(self) -> bytes:
        """MessagePack; `decode` gives an equal delta back."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Delta:
        """What `encode` wrote."""
        return msgspec.msgpack.decode(data, type=cls)
