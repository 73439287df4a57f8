"""What was read from one page: what came back, pagelets, objects, and of which kind it is."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..objects.anchors import Anchor
from ..pagelets.reading.result import Route
from ..pages.came_back import CameBack

BlockType = Literal["article", "toc"]
LED_BY = "entries of contents"  # the rule, in `why`
UNKNOWN = -1  # the cluster of a page that fits none, or was read before there were any


class ReadPagelet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A region that answers the query.

    Parameters
    ----------
    xpath, text, score
        Of the smallest element that holds it; what it says itself; how sure it is.
    first, last
        Where it is a stretch: its first and its last element (in files `from` and `to`).
    role
        `article`: the whole text about the one thing whose values the first pagelet holds.
    """

    xpath: str
    text: str
    score: float
    first: str = msgspec.field(default="", name="from")
    last: str = msgspec.field(default="", name="to")
    role: str = ""


class ReadObject(msgspec.Struct, frozen=True):
    """One object of a pagelet; `pagelet` is its number in the reading, best first.

    `typed`: the columns whose type is sure, with value and unit. `anchors`: its links with their
    places inside it, which identify it; `place`: of what holds it; `slots`: of each column in the
    template; none of these three is for the outside.
    """

    xpath: str
    text: str
    links: list[str]
    fields: dict[str, str]
    pagelet: int
    anchors: list[Anchor] = []
    place: int = 0
    typed: dict[str, Any] = {}
    slots: dict[str, str] = {}


class ReadBlock(msgspec.Struct, frozen=True):
    """An informative block of a page that no question asked for (WISDOM 3).

    Parameters
    ----------
    type
        `article`: what the page tells itself; `toc`: links to such pages.
    xpaths
        Of its subtrees; of a table of contents, of each entry.
    text, links
        What it says, and where it leads.
    sure
        Of a table of contents: the chance that such a link leads to what the site is about.
    """

    type: BlockType
    xpaths: list[str]
    text: str
    links: list[str]
    sure: float = 1.0


class Reading(msgspec.Struct, frozen=True):
    """All that one page says, under one model (DESIGN 6.2)."""

    url: str | None
    cluster: int
    cluster_rank: int
    empty: bool
    pagelets: list[ReadPagelet]
    objects: list[ReadObject]
    similarity: float
    outcome: str = "ok"
    came_back: CameBack = "answer"  # what is none has no pagelets and no objects
    doubtful: bool = False  # it may be something else: read all the same
    route: Route = "none"  # by what the site has taught, by a search of this page, or not at all
    why: dict[str, float] = {}  # the rules that decided, with their numbers
    blocks: list[ReadBlock] = []  # of a page that no question asked for

    @property
    def leads_on(self) -> bool:
        """Whether its objects are what its links of contents lead to."""
        return LED_BY in self.why

    def line(self, why: bool = False, **more: Any) -> dict[str, Any]:
        """The reading as a JSON object, other keys in front; `why`: also how it came about."""
        line = {**more, **dict(msgspec.to_builtins(self))}
        if not why:
            del line["route"], line["why"]
        for found in line["objects"]:
            del found["anchors"], found["place"], found["slots"]
        return line
