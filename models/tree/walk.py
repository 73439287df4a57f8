"""What an engine saw of a page, by node in document order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .params import NOSCRIPT_WORDS as NOSCRIPT_WORDS
from .place import Place
from .tagtree import Attributes


@dataclass(slots=True)
class Walk:
    """Columns in the making, and what else the page says."""

    row: list[int] = field(default_factory=list)  # in the table of places; odd of content
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)  # 0 of content
    strings: list[str] = field(default_factory=list)  # of the content nodes, one after another
    spaced: list[int] = field(default_factory=list)  # nodes with white space before them
    linked: list[int] = field(default_factory=list)  # content nodes inside a link
    moved: dict[int, int] = field(default_factory=dict)  # parent in the unrepaired tree, if other
    noscripts: dict[int, int] = field(default_factory=dict)  # node: its number among noscripts
    noscripts_below: dict[int, int] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)
    title: str = ""
    base: str = ""
    echo: str = ""
    truncated: bool = False
    concealed: list[Place] = field(default_factory=list)  # of elements that are no nodes
    attributes: dict[int, Attributes] = field(default_factory=dict)  # if more than class and id
    n_forms: int = 0

    def forget(self, node: int) -> None:
        """Drop what was noted from this node on."""
        for _ in filter(is_content, self.row[node:]):
            self.strings.pop()
        for column in (self.row, self.parent, self.end):
            del column[node:]
        for nodes in (self.spaced, self.linked):
            while nodes and nodes[-1] >= node:
                nodes.pop()
        tables: tuple[dict[int, Any], ...] = (
            self.moved,
            self.noscripts,
            self.noscripts_below,
            self.attributes,
        )
        for table in tables:
            for each in [each for each in reversed(table) if each >= node]:
                del table[each]

    def count_hidden(self) -> None:
        """Count the marks of what was concealed."""
        for place, n in Counter(self.concealed).items():
            for mark in place.marks:
                self.hidden[mark] = self.hidden.get(mark, 0) + n
        self.concealed = []


def is_content(row: int) -> bool:
    """Whether a row of the table of places is that of content nodes."""
    return row & 1 == 1


def echo_of(attributes: Attributes) -> str:
    """The value of a text field: on an answer page, most often the query."""
    if (attributes.get("type") or "text").lower() not in ("text", "search"):
        return ""
    value = (attributes.get("value") or "").strip()
    return value if 1 < len(value) < 80 else ""
