"""The terms of one page that its site may count: words by hash, lowest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from upwell.models.blocks.wisdom.method import page_terms
from upwell.models.text.terms import term_id
from upwell.models.tree.tagtree import TagTree

from .params import MOST


class PageTerms(msgspec.Struct, frozen=True, array_like=True):
    """The terms of a page with their counts, in one order."""

    words: tuple[str, ...] = ()
    times: bytes = b""  # a byte a word

    def counts(self) -> dict[str, int]:
        """Term -> how often."""
        return dict(zip(self.words, self.times, strict=True))


def terms_of(tree: TagTree) -> PageTerms:
    """All terms of a page.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> terms_of(parse(b"<p>Rain, rain on hills")).counts() == {"rain": 2, "hill": 1}
    True
    """
    return packed(Counter(page_terms(tree)))


def packed(counts: Mapping[str, int]) -> PageTerms:
    """Counts as a page has them, lowest hash first."""
    order = sorted(counts, key=rank)
    return PageTerms(tuple(order), bytes(min(counts[word], MOST) for word in order))


def rank(word: str) -> tuple[int, str]:
    """Where a term stands among those that may be counted: by hash, equal ones by spelling."""
    return term_id(word), word
