"""The texts of one page in columns: where each stands and what it says, as a hash."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..pagelets.content.strings import names_at, query_terms
from ..pagelets.fields.cells import is_short
from ..pagelets.page.table_heads import head_spans
from ..tree.tagtree import TagTree
from .hashes import MASK, Counts, Hashes, is_in, joined
from .others.siblings import to_siblings
from .params import TemplateParams

# flags of a text: in a link, holds a digit, said by the page title, leads to a page like this one
LINKED, NUMBER, TITLE, SIBLING = 1, 2, 4, 8
_DIGIT = re.compile(r"\d")
_SAID = 4  # letters and digits of a text that can be found in the title


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a page, or of several behind one another, in document order."""

    page: Counts  # number of its page
    place: Hashes  # tags and classes from the root
    path: Hashes  # tags alone
    string: Hashes  # its normal form: case and white space folded, the query masked
    words: Counts
    flags: NDArray[np.uint8]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.place)

    @property
    def cell(self) -> Hashes:
        """A string at a place."""
        return joined(self.place, self.string)

    @property
    def before(self) -> Hashes:
        """The string before each; 0 for the first of a page."""
        out = np.zeros(len(self), np.int64)
        same = self.page[1:] == self.page[:-1]
        out[1:] = np.where(same, self.string[:-1], 0)
        return out

    def at_usual_places(self, usual: Hashes) -> Texts:
        """These texts, each at one of the given places (ascending) or at its path of tags alone.

        A class or an id that only one page has says which page it is, not where a text stands.
        """
        rare = ~is_in(self.place, usual)
        return replace(self, place=np.where(rare, joined(self.path, 3), self.place))

    def has(self, flag: int) -> NDArray[np.bool_]:
        """For each text whether it has a flag."""
        return (self.flags & flag) > 0


def text_nodes(tree: TagTree, params: TemplateParams) -> Counts:
    """The content nodes that count: the first of the page, as many as may be kept."""
    nodes = [node for node, text in enumerate(tree.text) if text is not None]
    return np.array(nodes[: params.texts], np.int64)


def texts_of(tree: TagTree, query: str | None, nodes: Counts) -> Texts:
    """The columns of these content nodes.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> tree = parse(b"<title>Otters</title><h1>Otters</h1><p>Price <b>12</b>")
    >>> nodes = text_nodes(tree, TemplateParams())
    >>> found = texts_of(tree, None, nodes)
    >>> found.words.tolist(), found.flags.tolist()
    ([1, 1, 1], [4, 0, 2])
    """
    place = tree.place[nodes]
    named = names_at(tree, nodes, query_terms(query))
    string = joined(place, 0) ^ named  # what the name adds to the place
    words = tree.words[nodes].astype(np.int64)
    flags = (tree.linked[nodes] > 0).astype(np.uint8) * LINKED
    title = _letters(tree.title)
    longest = 4 * len(tree.title) + _SAID  # with the white space that sources are indented by
    for i, node in enumerate(nodes.tolist()):
        text = tree.text[node] or ""
        if _DIGIT.search(text):
            flags[i] |= NUMBER
        if title and _SAID <= len(text) <= longest and _is_in_title(text, title):
            flags[i] |= TITLE
    flags |= to_siblings(tree, nodes).astype(np.uint8) * SIBLING
    page = np.zeros(len(nodes), np.int64)
    return Texts(page, place, tree.path[nodes], string & MASK, words, flags)


def labels_of(tree: TagTree, nodes: Counts, found: Texts) -> dict[int, str]:
    """The strings of texts that may be labels by their form: short, no link, no number.

    The heads of a table are those of what stands below them, not of what comes behind.
    """
    plain = (found.flags & (LINKED | NUMBER)) == 0
    heads = head_spans(tree)
    out = {}
    for i in np.flatnonzero(plain & (found.words > 0)).tolist():
        if heads and any(start <= nodes[i] < stop for start, stop in heads):
            continue
        text = " ".join((tree.text[int(nodes[i])] or "").lower().split())
        if is_short(text):
            out[int(found.string[i])] = text
    return out


def letters_at(tree: TagTree, nodes: Counts, which: NDArray[np.bool_]) -> Hashes:
    """Numbers from 1 for the letters of some content nodes, equal for equal letters; else 0."""
    out, seen = np.zeros(len(nodes), np.int64), dict[str, int]()
    for i in np.flatnonzero(which).tolist():
        out[i] = seen.setdefault(_letters(tree.text[int(nodes[i])] or ""), len(seen) + 1)
    return out


def _is_in_title(text: str, title: str) -> bool:
    said = _letters(text)
    return len(said) >= _SAID and said in title


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
