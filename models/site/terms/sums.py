"""Three whole numbers a term, from which its entropy over any pages comes out (WISDOM A)."""

from __future__ import annotations

from functools import lru_cache
from math import log

from upwell.models.blocks.wisdom.entropy import entropy

from .page_terms import PageTerms

_UNIT = 1 << 40  # tf ln tf is summed in whole parts of this size, so that order changes no bit


class TermSums:
    """Term -> pages, sum of tf, sum of tf ln tf, over pages that come, go and come again.

    Examples
    --------
    The term of figure 5 that stands once, once and four times on three of four pages:

    >>> from .page_terms import packed
    >>> sums = TermSums()
    >>> for times in (1, 1, 4):
    ...     sums.add(packed({"rain": times}))
    >>> sums.add(packed({}))
    >>> round(1 - sums.entropy("rain"), 6)
    0.374185

    References
    ----------
    WISDOM 3.1; eq. A.1, A.2; fig. 5.
    """

    def __init__(self) -> None:
        self.n_pages = 0
        self.rows: dict[str, tuple[int, int, int]] = {}

    def add(self, page: PageTerms) -> None:
        """Count a page."""
        self._count(page, 1)

    def take_away(self, page: PageTerms) -> None:
        """Count a page no more that was counted before."""
        self._count(page, -1)

    def forget(self, word: str) -> None:
        """Drop a term."""
        self.rows.pop(word, None)

    def pages(self, word: str) -> int:
        """Pages that hold a term."""
        return self.rows.get(word, (0, 0, 0))[0]

    def entropy(self, word: str) -> float:
        """How evenly the pages hold a term: 1 for one that all hold equally often."""
        _, total, log_sum = self.rows.get(word, (0, 0, 0))
        return entropy(total, log_sum / _UNIT, self.n_pages) if total else 0.0

    def _count(self, page: PageTerms, sign: int) -> None:
        self.n_pages += sign
        for word, times in zip(page.words, page.times, strict=True):
            pages, total, log_sum = self.rows.get(word, (0, 0, 0))
            if pages + sign:
                row = pages + sign, total + sign * times, log_sum + sign * _log_part(times)
                self.rows[word] = row
            else:
                del self.rows[word]


@lru_cache(256)
def _log_part(times: int) -> int:
    return round(times * log(times) * _UNIT)
