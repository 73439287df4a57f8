"""The message of empty pages: what answers to nonsense say and ordinary answers do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from math import log
from typing import NamedTuple


class Said(NamedTuple):
    """The terms of a page by their hashes, complete up to a hash."""

    terms: frozenset[int]
    upto: int = 2**32


def said(terms: Sequence[int], most: int) -> Said:
    """Of hashes in rising order: when there are `most`, higher ones may have been left out."""
    return Said(frozenset(terms), terms[-1] if len(terms) >= most else 2**32)


def message_weights(
    background: Sequence[Said], ordinary: Sequence[Said], contrast: int = 3
) -> dict[int, float]:
    """Weight of each term of the message; empty when there is none to be seen.

    A term counts when more than two thirds of the background pages have it, by the logarithm of how
    rare it is on ordinary pages: menus and brand lists weigh nothing, "sorry" does.

    Parameters
    ----------
    contrast
        Ordinary pages needed at least, of those that are complete up to the term.

    Reading
    -------
    Similarity of whole pages (the paper's form) fails on the paper's own two sites: a long list of
    brands makes every page alike, suggestions instead of results make empty pages unlike. Words of
    the message alone see neither. Ordinary answers may be empty too; so the third of them that is
    least like the background pages speaks for the rest.

    Examples
    --------
    >>> menu, message, item = 1, 2, 3
    >>> asked = [Said(frozenset({menu, message}))] * 3
    >>> weights = message_weights(asked, [Said(frozenset({menu, item}))] * 3)
    >>> {term: round(weight, 2) for term, weight in weights.items()}
    {2: 1.39}
    """
    core = shared_terms(background)
    others = least_alike(core, ordinary, contrast)
    weights = {}
    for term in core:
        tell = [page for page in others if term <= page.upto]
        df = sum(term in page.terms for page in tell)
        if len(tell) >= contrast and df < len(tell):
            weights[term] = log((len(tell) + 1) / (df + 1))
    return weights


def shared_terms(background: Sequence[Said]) -> list[int]:
    """Terms of more than two thirds of the background pages, in rising order.

    Two of three share by chance what was offered to both instead of an answer.

    >>> shared_terms([Said(frozenset({1, 2})), Said(frozenset({1, 2})), Said(frozenset({1, 3}))])
    [1]
    """
    spread = Counter(term for page in background for term in page.terms)
    return sorted(term for term, n in spread.items() if 3 * n > 2 * len(background))


def least_alike(core: Sequence[int], ordinary: Sequence[Said], least: int) -> list[Said]:
    """The third of the ordinary pages, at least `least`, with the smallest share of the core."""

    def share(page: Said) -> float:
        told = [term in page.terms for term in core if term <= page.upto]
        return sum(told) / max(1, len(told))

    order = sorted(range(len(ordinary)), key=lambda i: (share(ordinary[i]), i))
    return [ordinary[i] for i in order[: max(least, len(ordinary) // 3)]]


def coverage(weights: Mapping[int, float], terms: Container[int], upto: int = 2**32) -> float:
    """Share of the message that a page says, 0..1, of what can be told up to a hash.

    >>> coverage({2: 3.0, 5: 1.0}, {2, 9})
    0.75
    """
    told = {term: weight for term, weight in weights.items() if term <= upto}
    total = sum(told.values())
    return sum(w for term, w in told.items() if term in terms) / total if total else 0.0
