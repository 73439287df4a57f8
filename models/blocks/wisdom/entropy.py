"""Entropy of terms over the pages of a site (WISDOM 3.1, Appendix A)."""

from __future__ import annotations

from collections.abc import Sequence
from math import log


def entropy(total: float, log_sum: float, n_pages: int) -> float:
    """Entropy of one term, from two running sums.

    Eq. A.1 sums over all pages and A.2 corrects the last value; with Σ tf and
    Σ tf·ln tf kept, the same number comes out of one line.

    Parameters
    ----------
    total
        Σ tf, occurrences of the term on all pages; at least 1.
    log_sum
        Σ tf·ln tf over the pages that contain it.
    n_pages
        Pages seen, with or without the term.

    Reading
    -------
    The paper leaves n = 1 open (logarithm to base 1). One page tells nothing: 0.

    Examples
    --------
    The two terms of figure 5, six times on three of four pages, evenly and not:

    >>> round(1 - entropy(6, 3 * 2 * log(2), n_pages=4), 6)
    0.207519
    >>> round(1 - entropy(6, 4 * log(4), n_pages=4), 6)
    0.374185

    References
    ----------
    WISDOM 3.1; eq. A.1, A.2; fig. 5.
    """
    if n_pages < 2:
        return 0.0
    # rounding may leave -1e-16 for a term that stands on one page
    return max(0.0, (log(total) - log_sum / total) / log(n_pages))


def entropy_of(frequencies: Sequence[float], n_pages: int) -> float:
    """Entropy of one term from its frequencies on all pages, as eq. A.1 prints it.

    Examples
    --------
    >>> round(1 - entropy_of([1, 1, 4, 0], n_pages=4), 6)
    0.374185

    References
    ----------
    WISDOM 3.1; eq. A.1.
    """
    total = sum(frequencies)
    shares = [tf / total for tf in frequencies if tf]
    return -sum(w * log(w) for w in shares) / log(n_pages) if n_pages > 1 else 0.0


def next_entropy(known: float, total: float, frequency: float, n_pages: int) -> float:
    """Entropy after one more page, from the entropy before it: eq. A.2.

    Parameters
    ----------
    known
        E_k, the entropy over the pages so far.
    total
        TF_k, occurrences on the pages so far.
    frequency
        tf on the new page.
    n_pages
        k, the pages so far.

    Reading
    -------
    The first page that holds the term has TF = 0, which the equation cannot take: 0. With k = 1
    the known entropy is 0 and its factor ln 1 / ln 2 as well.

    Examples
    --------
    >>> known = entropy_of([1, 1, 4], n_pages=3)
    >>> abs(next_entropy(known, 6, 2, 3) - entropy_of([1, 1, 4, 2], n_pages=4)) < 1e-12
    True

    References
    ----------
    WISDOM 3.1; eq. A.2.
    """
    if not total:
        return 0.0
    base = log(n_pages + 1)
    carried = known * log(n_pages) / base  # E_k / log_k(k + 1)
    if not frequency:
        return carried
    grown = frequency * log(1 + total / frequency) + total * log(1 + frequency / total)
    return (total * carried + grown / base) / (total + frequency)
