"""Terms of a page as a column: a number for each token, and the tokens of every subtree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upwell.models.text.terms import term_id, terms
from upwell.models.tree.tagtree import TagTree

_MASK = 0xFFFFFFFF


class Tokens(NamedTuple):
    """Token column of one page.

    Attributes
    ----------
    term
        The lower 32 bits of the id of each term, in document order.
    first
        The tokens of the subtree `u` are `term[first[u] : first[end[u]]]`.
    """

    term: NDArray[np.uint32]
    first: NDArray[np.int64]

    def of(self, tree: TagTree, node: int) -> NDArray[np.uint32]:
        """Terms of a subtree."""
        return self.term[self.first[node] : self.first[int(tree.end[node])]]


def token_id(term: str) -> int:
    """The number of a term in a token column.

    >>> 0 <= token_id("search") < 1 << 32
    True
    """
    return term_id(term) & _MASK


def tokens(tree: TagTree, language: str = "", numbers: bool = True) -> Tokens:
    """Terms of every content node.

    Parameters
    ----------
    tree
        The page.
    language
        Of stop words and stems; empty: as the page says, else English.
    numbers
        Whether words of digits alone are terms: prices are content, WISDOM's entropies are
        better without them.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<ul><li>Searching 42 databases<li>found</ul>")
    >>> column, item = tokens(tree), tree.tag.index("li")
    >>> [token_id(term) for term in ("search", "42", "databas")] == column.of(tree, item).tolist()
    True

    References
    ----------
    THOR VI-B; WISDOM 3.1.
    """
    spoken = language or tree.language or "en"
    ids: list[int] = []
    counts = np.zeros(tree.n + 1, np.int64)
    for node, text in enumerate(tree.text):
        if text is not None:
            found = terms(text, spoken, numbers)
            ids += map(token_id, found)
            counts[node + 1] = len(found)
    return Tokens(np.array(ids, np.uint32), np.cumsum(counts))


class Decoder:
    """Names of the heaviest terms: what a token column leaves out, for people to read.

    Twice `most` terms are kept at a time; the lighter half is forgotten when they are passed.

    Examples
    --------
    >>> decoder = Decoder(most=2)
    >>> decoder.fold("owl owl owl heron heron bat emu gnu".split())
    >>> decoder.name(token_id("owl")), decoder.heaviest(2)
    ('owl', [('owl', 3), ('heron', 2)])
    """

    def __init__(self, most: int = 5_000) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()
        self._names: dict[int, str] = {}

    def fold(self, found: Iterable[str]) -> None:
        """Count the terms of one page."""
        self._counts.update(found)
        if len(self._counts) > 2 * self.most:
            self._counts = Counter(dict(self.heaviest(self.most)))
        self._names = {token_id(term): term for term in self._counts}

    def heaviest(self, n: int) -> list[tuple[str, int]]:
        """The n most frequent terms; of equals the first in the alphabet."""
        return sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))[:n]

    def name(self, number: int) -> str | None:
        """The term of a number; None when it was too light to be kept."""
        return self._names.get(number)
