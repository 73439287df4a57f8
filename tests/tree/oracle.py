"""The columns as one would write them down without a thought to speed: by recursion over lxml."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
from lxml import etree

from upwell.models.tree.record_classes import template_keys
from upwell.models.tree.tagtree import TagTree

OPAQUE = set(
    "script style noscript template head select textarea option iframe svg object applet".split()
)
INLINE = set(
    "a abbr acronym b basefont big blink cite code em font i mark nobr s small span strike strong"
    " sub sup tt u wbr".split()
)
ENDS = {"li": {"li"}, "dd": {"dd", "dt"}, "dt": {"dd", "dt"}, "p": {"p"}}
THROUGH = set(
    "font b i em strong span a small big tt u p address center nobr code blink basefont".split()
)
STATES = re.compile(r"\d+|\b(?:odd|even|first|last|active|selected|current|alt)\b")
MASK = (1 << 63) - 1


def lxml_root(source: bytes) -> Any:
    """The tree that xpaths speak of."""
    source = source.replace(b"\0", b"")
    last = re.search(rb"(?i)(?:</(?:body|html)\s*>|\s)*\Z", source)
    at = last.start() if last else len(source)  # an end at the very end is not early
    mended = re.sub(rb"(?i)</(?:body|html)\s*>", b"", source[:at]) + source[at:]
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    return etree.fromstring(mended, parser)


@dataclass
class Node:
    tag: str
    text: str | None
    parent: Node | None
    element: Any  # of a content node: the element that holds it
    linked: bool
    space: bool
    path: int
    key: int
    kids: list[Node] = field(default_factory=list)


class Reader:
    """Builds the repaired tree as objects."""

    def __init__(self, root: Any) -> None:
        self.nodes: list[Node] = []
        self.open: list[Node] = []
        self.gap = False
        self.element(root, False)

    def add(self, tag: str, name: str, text: str | None, element: Any, linked: bool) -> Node:
        parent = self.open[-1] if self.open else None
        path, key = (parent.path, parent.key) if parent else (1, 1)
        node = Node(
            tag,
            text,
            parent,
            element,
            linked,
            self.gap,
            (path * 1000003 ^ crc32(tag.encode())) & MASK,
            (key * 1000003 ^ crc32(f"{tag}.{name}".encode())) & MASK,
        )
        self.gap = False
        self.nodes.append(node)
        if parent:
            parent.kids.append(node)
        return node

    def characters(self, text: str | None, element: Any, linked: bool) -> None:
        if not text:
            return
        if text.isspace():
            self.gap = True
        else:
            self.add("#text", "", text, element, linked)

    def close(self, first: int) -> None:
        if any(node.tag not in INLINE for node in self.open[first:]):
            self.gap = True
        del self.open[first:]

    def element(self, element: Any, linked: bool) -> None:
        tag = element.tag
        if tag in OPAQUE and not (
            tag == "noscript" and len(re.findall(r"\w+", "".join(element.itertext()))) >= 60
        ):
            return
        if tag in ENDS:
            for at in range(len(self.open) - 1, -1, -1):
                if self.open[at].tag in ENDS[tag]:
                    self.close(at)
                    break
                if self.open[at].tag not in THROUGH:
                    break
        # what the whole page is called tells its type, not where its parts stand
        whole = tag in ("html", "body")
        classes = element.get("class") or ""
        names = set(STATES.sub("", classes).split()) or ({"\n"} if classes.isspace() else set())
        own = STATES.sub("", element.get("id") or "")
        name = "#" if whole else f"{' '.join(sorted(names))}#{own}"
        node = self.add(tag, name, None, element, False)
        self.open.append(node)
        linked = linked or (tag == "a" and element.get("href") is not None)
        self.characters(element.text, element, linked)
        for child in element:
            self.element(child, linked)
            self.characters(child.tail, element, linked)
        if any(node is other for other in self.open):
            self.close(next(i for i, other in enumerate(self.open) if other is node))


def sizes(nodes: list[Node]) -> dict[int, int]:
    """Nodes of each subtree, counted from the leaves up."""
    found: dict[int, int] = {}
    for node in reversed(nodes):
        found[id(node)] = 1 + sum(found[id(kid)] for kid in node.kids)
    return found


def depths(nodes: list[Node]) -> list[int]:
    """Steps from the root, which every node has one more of than its parent."""
    found: dict[int, int] = {}
    for node in nodes:
        found[id(node)] = found[id(node.parent)] + 1 if node.parent else 0
    return [found[id(node)] for node in nodes]


def reference(source: bytes) -> dict[str, list[Any]]:
    """Columns by name."""
    nodes = Reader(lxml_root(source)).nodes
    number = {id(node): i for i, node in enumerate(nodes)}
    size = sizes(nodes)

    words = [len(re.findall(r"\w+", node.text)) if node.text else 0 for node in nodes]
    found: dict[str, list[Any]] = {
        "tag": [node.tag for node in nodes],
        "text": [node.text for node in nodes],
        "parent": [number[id(node.parent)] if node.parent else -1 for node in nodes],
        "end": [i + size[id(node)] for i, node in enumerate(nodes)],
        "depth": depths(nodes),
        "fanout": [len(node.kids) for node in nodes],
        "space": [node.space for node in nodes],
        "path": [node.path for node in nodes],
        "key": [node.key for node in nodes],
        "words": words,
        "linked": [n if node.linked else 0 for n, node in zip(words, nodes, strict=True)],
    }
    named = [dict(node.element.items()) if node.text is None else None for node in nodes]
    arrays = {name: np.array(found[name]) for name in ("parent", "end", "path", "key", "linked")}
    tree = TagTree.of(found | arrays | {"named": named, "stated": {}})
    return found | {"key": template_keys(tree)[0].tolist()}
