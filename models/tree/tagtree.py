"""A page in pre-order columns: the tag tree of THOR III, parsed once and never asked again.

Nodes stand in document order; the subtree of `u` is the range `[u, end[u])`, so every
quantity of a subtree is the difference of two prefix sums.
Content nodes (`#text`) are nodes, as in THOR's definition 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ..compiled import kernel
from .markup.form_sources import form_sources
from .markup.json_ld_scripts import json_ld
from .record_classes import RecordFamily, keys_by_families
from .sentences import sentences_of

Ints = NDArray[np.int32]
Hashes = NDArray[np.int64]

TEXT = "#text"
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
INLINE = frozenset(
    "#text a abbr acronym b basefont big blink cite code em font i mark nobr s small span strike"
    " strong sub sup tt u wbr".split()
)


_ASKED_FOR = frozenset(
    "id class href src alt title name value type action role rel itemprop datetime content"
    " placeholder aria-label aria-hidden hidden style srcset data-src data-srcset data-original"
    " data-lazy-src".split()
)
Attributes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One control of a form, as the page's source states it."""

    name: str
    type: str  # text search hidden submit image checkbox radio select textarea password file ...
    value: str | None  # what a browser sends when nobody touches it; None: nothing
    label: str = ""
    hint: str = ""  # placeholder, title, value, aria-label, alt
    own: str = ""  # id and class
    options: tuple[tuple[str, str], ...] = ()  # (value, text) of a select, of what is pressed
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One `<form>` of the unrepaired tree, in document order."""

    method: str  # "get" or "post"
    action: str  # as written
    own: str  # id, class, name, aria-label, title
    role: str
    text: str  # visible text, white space folded, at most 400 characters
    buttons: str  # value, name, id, class, alt, src and text of its buttons
    fields: tuple[Field, ...]
    charsets: str = ""  # that its server takes, as written


class Link(NamedTuple):
    """A distinct link of the page: where it is and what it says. `url` is absolute."""

    node: int
    url: str
    text: str
    rel: str = ""


@dataclass(frozen=True)
class TagTree:
    """Columns of one page. Everything is plain data, so that it crosses a process boundary."""

    tag: list[str]  # "#text" for a content node
    parent: Ints  # -1 for the root
    end: Ints
    depth: Ints
    fanout: Ints  # children, content nodes included
    text: list[str | None]  # the string of a content node, None for an element
    path: Hashes  # hash of the tags from the root
    key: Hashes  # the same with class and id (digits and states removed): a place on the site
    words: Ints  # words of the node itself
    linked: Ints  # of these, inside a link
    spaced: list[int]  # nodes with white space before them
    named: list[dict[str, str] | None]  # class and id of an element that has nothing else
    stated: dict[int, Attributes]  # attributes of the others by node, as written
    moved: dict[int, int]  # parent in the unrepaired tree, where it is another
    hidden: dict[str, int]  # tag.class counts of what is opaque (head, script, select ...)
    title: str = ""
    base: str = ""  # href of <base>
    language: str = ""
    echo: str = ""  # what the page's own search field holds
    n_bytes: int = 0
    encoding: str = "utf-8"
    truncated: bool = False
    parser: str = ""  # engine and version: two parsers do not give the same paths
    links: tuple[Link, ...] = field(default=())
    noscripts: dict[int, int] = field(default_factory=dict)  # position of those that are nodes
    n_forms: int = 0
    url: str = ""  # where the page came from, if that is known
    source: bytes = b""  # in UTF-8, for its forms and its JSON-LD
    families: tuple[RecordFamily, ...] = ()  # whose classes are those of records

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Self:
        """A tree of all its fields by name.

        To set them one by one, as the constructor of a frozen class does, takes as long as to
        read forty elements.
        """
        tree = cls.__new__(cls)
        tree.__dict__.update(fields)
        return tree

    def with_links(self, links: tuple[Link, ...]) -> Self:
        """The page with these links."""
        return self.of(self.__dict__ | {"links": links})

    def with_site_places(self, families: Mapping[int, RecordFamily]) -> Self:
        """The page with the places that the site's other pages give its elements.

        `families` are elements whose class names belong to records, not to the template.
        """
        key = keys_by_families(self, families) if families else None
        if key is None:
            return self
        return self.of(self.__getstate__() | {"key": key})

    @property
    def n(self) -> int:
        """Nodes."""
        return len(self.tag)

    @cached_property
    def parents(self) -> list[int]:
        """`parent` as a list: single values of an array cost ten times as much."""
        parents: list[int] = self.parent.tolist()
        return parents

    @cached_property
    def ends(self) -> list[int]:
        """`end` as a list."""
        ends: list[int] = self.end.tolist()
        return ends

    @cached_property
    def space(self) -> list[bool]:
        """Whether white space stood before a node."""
        out = [False] * self.n
        for node in self.spaced:
            out[node] = True
        return out

    @cached_property
    def shown(self) -> list[str]:
        """The piece of displayed text of every node: its string, a space where one is due."""
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None:
            made: list[str] = compiled.shown(self.tag, self.text, self.spaced, INLINE)
            return made
        out = [
            ("" if tag in INLINE else " ") if string is None else string
            for tag, string in zip(self.tag, self.text, strict=True)
        ]
        for node in self.spaced:
            out[node] = f" {out[node]}"
        return out

    @cached_property
    def attributes(self) -> list[dict[str, str] | None]:
        """The attributes of an element that models ask for; None if it has none of them."""
        out = self.named.copy()
        for node, stated in self.stated.items():
            out[node] = _kept(stated) or None
        return out

    @cached_property
    def place(self) -> Hashes:
        """`key`, told apart by the columns of tables that lay out the page."""
        from .layout_tables import places  # which needs the classes above

        return places(self)

    @cached_property
    def source_parent(self) -> Ints:
        """Parent in the unrepaired tree, for XPath."""
        if not self.moved:
            return self.parent
        out = self.parent.copy()
        out[list(self.moved)] = list(self.moved.values())
        return out

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """Every `<form>`, in document order."""
        from .markup.forms import forms_in  # which needs the classes above

        return forms_in(form_sources(self.source, self.n_forms))

    @cached_property
    def json_ld(self) -> tuple[bytes, ...]:
        """Scripts that state the page's data for search engines."""
        return json_ld(self.source)

    @cached_property
    def sentences(self) -> list[list[int]]:
        """The content nodes of each text, what is set off in it included, in document order."""
        return sentences_of(self)

    @cached_property
    def word_sums(self) -> NDArray[np.int64]:
        """Prefix sums of `words`: words of the subtree u are word_sums[end[u]] - word_sums[u]."""
        return prefix(self.words)

    @cached_property
    def linked_sums(self) -> NDArray[np.int64]:
        """Prefix sums of `linked`."""
        return prefix(self.linked)

    @cached_property
    def sibling(self) -> Ints:
        """Position among siblings of its tag in the unrepaired tree, from 1; 0 of content."""
        out = np.zeros(self.n, np.int32)
        met: dict[tuple[int, str], int] = {}
        for node, family in enumerate(zip(self.source_parent.tolist(), self.tag, strict=True)):
            if family[1] != TEXT:
                # not all noscripts are nodes, so that they are not counted by nodes
                rank = met[family] = met.get(family, 0) + 1
                out[node] = self.noscripts.get(node, rank)
        return out

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process needs: what is asked for of attributes and forms."""
        state = {name: self.__dict__[name] for name in self.__dataclass_fields__}
        state["stated"] = {node: _kept(stated) for node, stated in self.stated.items()}
        return state | {"source": b"", "forms": self.forms, "json_ld": self.json_ld}

    def tagged(self, tag: str) -> list[int]:
        """The elements of one tag."""
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None:
            nodes: list[int] = compiled.tagged(self.tag, tag)
            return nodes
        return [node for node, name in enumerate(self.tag) if name == tag]

    def visible(self, start: int, stop: int) -> str:
        """The text of nodes [start, stop) as displayed, white space folded.

        Inline tags add no space, block tags, `br` and white-space-only nodes do.
        """
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None and 0 <= start <= stop:
            text: str = compiled.visible(self.shown, start, stop)
            return text
        return " ".join("".join(self.shown[start:stop]).split())

    def visibles(self, bounds: list[tuple[int, int]]) -> list[str]:
        """`visible` of each of these stretches of nodes."""
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None:
            texts: list[str] = compiled.visibles(self.shown, bounds)
            return texts
        return [self.visible(start, stop) for start, stop in bounds]

    def xpaths(self, bounds: list[tuple[int, int]]) -> list[str]:
        """`xpath` of the smallest elements that hold each of these stretches of nodes."""
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None:
            paths: list[str] = compiled.xpaths(
                self, self._xpaths, self._source_parents, bounds, _named
            )
            return paths
        return [self.xpath(self._holding(start, stop)) for start, stop in bounds]

    def _holding(self, start: int, stop: int) -> int:
        parent, end = self.parents, self.ends
        while parent[start] >= 0 and end[start] < stop:
            start = parent[start]
        return start

    def xpath(self, node: int) -> str:
        """XPath of a node in the unrepaired lxml tree; of a content node, its element's."""
        if self.tag[node] == TEXT:
            node = self.parents[node]
        known, below, parent = self._xpaths, [], self._source_parents
        compiled = kernel("upwell.models.tree.kernel")
        if compiled is not None:
            made: str = compiled.xpath(self, known, parent, node, _named)
            return made
        while node not in known:
            below.append(node)
            node = parent[node]
        path = known[node]
        for each in reversed(below):
            path = known[each] = f"{path}/{step_of(self, each)}"
        return path or "/"

    @cached_property
    def _source_parents(self) -> list[int]:
        parents: list[int] = self.source_parent.tolist() if self.moved else self.parents
        return parents

    @cached_property
    def _xpaths(self) -> dict[int, str]:
        return {-1: ""}

    def position(self, node: int) -> int:
        """`sibling` of one element, found for all children of its parent at once."""
        if self.moved or self.noscripts:
            return int(self.sibling[node])
        if node not in self._positions:
            parent, end, tags, positions = self.parents[node], self.ends, self.tag, self._positions
            child, stop = parent + 1, end[parent] if parent >= 0 else self.n
            compiled = kernel("upwell.models.tree.kernel")
            if compiled is not None:
                compiled.number_children(tags, end, positions, child, stop)
                return positions[node]
            met: dict[str, int] = {}
            while child < stop:
                tag = tags[child]
                positions[child] = met[tag] = met.get(tag, 0) + 1
                child = end[child]
        return self._positions[node]

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {}


def _kept(stated: Attributes) -> dict[str, str]:
    return {name: stated[name] for name in stated if name in _ASKED_FOR}


def step_of(tree: TagTree, node: int) -> str:
    """The last step of an element's XPath."""
    name = _named(tree.tag[node])
    return f"{name}[{tree.position(node)}]"


@lru_cache(1024)
def _named(tag: str) -> str:
    """The name of an element in a step."""
    if _NAME.fullmatch(tag):
        return tag
    # XPath cannot write such a name (`fb:like`, `b"c`); it can compare it, in one kind of quotes
    parts = ", '\"', ".join(f'"{part}"' for part in tag.split('"'))
    name = f"concat({parts})" if '"' in tag else parts
    return f"*[name()={name}]"


def prefix(column: NDArray[np.generic]) -> NDArray[np.int64]:
    """Prefix sums with a zero in front.

    >>> prefix(np.array([1, 2, 3])).tolist()
    [0, 1, 3, 6]
    """
    out = np.zeros(len(column) + 1, np.int64)
    np.cumsum(column, out=out[1:])
    return out
