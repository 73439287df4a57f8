"""How much of the true blocks was found: significant nodes, and information (WISDOM 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Rate(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f: float


def coverage_rate(answer: Mapping[int, float], found: Mapping[int, float]) -> Rate:
    """Rates of a found set of nodes against the answer set, by what each node weighs.

    With a weight of 1 a node this is significant node coverage (SNC, for TOC blocks); with
    lengths of text it is information coverage (IC, for articles).

    Parameters
    ----------
    answer, found
        Nodes and their weights.

    Examples
    --------
    Figure 10 as table 3 counts it: for TOC blocks three anchors of six, nine words of fifteen; for
    articles five nodes of ten, 17 words of 25.

    >>> toc = dict(zip(range(6), [3, 3, 3, 2, 2, 2]))
    >>> found = {node: toc[node] for node in (0, 1, 2)}
    >>> snc, ic = coverage_rate(dict.fromkeys(toc, 1), dict.fromkeys(found, 1)), (
    ...     coverage_rate(toc, found))
    >>> (round(snc.recall, 2), round(snc.f, 2)), (round(ic.recall, 2), round(ic.f, 2))
    ((0.5, 0.67), (0.6, 0.75))
    >>> article = dict(zip(range(10), [3, 3, 3, 4, 4, 1, 1, 2, 2, 2]))
    >>> found = {node: article[node] for node in range(5)}
    >>> snc, ic = coverage_rate(dict.fromkeys(article, 1), dict.fromkeys(found, 1)), (
    ...     coverage_rate(article, found))
    >>> (round(snc.recall, 2), round(snc.f, 2)), (round(ic.recall, 2), round(ic.f, 2))
    ((0.5, 0.67), (0.68, 0.81))

    References
    ----------
    WISDOM 4.1; fig. 10; table 3.
    """
    both = sum(weight for node, weight in answer.items() if node in found)
    missed = sum(answer.values()) - both
    wrong = sum(weight for node, weight in found.items() if node not in answer)
    precision = both / (both + wrong) if both + wrong else 0.0
    recall = both / (both + missed) if both + missed else 0.0
    total = precision + recall
    return Rate(precision, recall, 2 * precision * recall / total if total else 0.0)
