"""Numbers of which blocks of a page are its content."""

from __future__ import annotations

from dataclasses import dataclass

PROSE_WORDS = 12  # least words of a block of prose
PROSE_LINKS = 0.34  # largest share of links among them

# A class word says nothing against a node that holds more of the page's words than this.
BIG = 0.6

SHARED = -6.0  # log-odds at which a shared string counts for its place

REPEATED_WORDS = 8  # of a block that stands twice on its page, from which that is no chance
TITLE_WORDS = (3, 30)  # of a block that the title of the page repeats, least and most

MAX_SIDE_WORDS = 12  # of a heading that may head what stands beside the content

RECORD_WORDS = 4  # least words of a record
MIN_RECORDS = 3  # alike side by side, to be records at all


@dataclass(frozen=True, slots=True)
class SiteTextParams:
    """Chosen on 120 news pages (big9) and 15 sites of wcxb: expect a little less elsewhere."""

    min_pages: int = 3  # below, every page is read alone
    shared: int = 2  # pages on which a string stands to be the template's
    smooth: float = 0.6  # weight of the place's mean against the block's own
    cut: float = 0.6  # chance from which blocks of a page of prose are taken
    prose: float = 0.3  # share of prose from which a page is one of prose
    sure: float = 0.5  # share of the expected hits that must pass the cut


@dataclass(frozen=True, slots=True)
class WisdomParams:
    """The paper's parameters with the paper's defaults.

    On 120 news pages (big9) ST = .5 to .7 is better than .8; TC is a cliff: .5 and less fail.
    """

    k: int = 1  # blocks of highest information that are looked for
    st: float = 0.8  # SII threshold
    tc_article: float = 0.8  # CII >= 1 - tc_article
    tc_toc: float = 1.25  # mean API of anchors; one term of entropy .8
    dstm: bool = True
    cstm: int = 1  # k of k-CSTM, 0: none
    unknown_share: float = 0.5  # above it, TOC blocks go by ALEN with SII(ALEN), as in figure 21
