"""How much the content of a common subtree set varies: the mark of an answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

import numpy as np
import Stemmer

from upwell.models.tree.tagtree import TagTree

from .common import CommonSubtreeSet

_WORD = re.compile(r"\w+")
Vector = dict[str, float]


@lru_cache(4)
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language)


def content_terms(tree: TagTree, node: int, language: str = "english") -> Counter[str]:
    """Stems of the words of a subtree, with their frequencies."""
    text = " ".join(tree.text[i] or "" for i in range(node, int(tree.end[node])))
    return Counter(_stemmer(language).stemWords(_WORD.findall(text.lower())))


def term_vectors(contents: Sequence[Counter[str]], weighted: bool = True) -> list[Vector]:
    """Normalised content vectors of the subtrees of one set.

    `w = log(tf + 1) · log((n + 1) / n_q)`, n subtrees in the set, n_q of which hold the term.
    Not `weighted`: raw frequencies, for figure 14's left half.

    References
    ----------
    THOR VI-B (step 2).
    """
    n = len(contents)
    holding = Counter(term for content in contents for term in content)
    vectors = []
    for content in contents:
        if weighted:
            vector = {t: log(tf + 1) * log((n + 1) / holding[t]) for t, tf in content.items()}
        else:
            vector = {t: float(tf) for t, tf in content.items()}
        length = sum(w * w for w in vector.values()) ** 0.5
        vectors.append({t: w / length for t, w in vector.items()} if length else {})
    return vectors


def intra_similarity(vectors: Sequence[Vector]) -> float:
    """Mean cosine over the pairs of a set, without forming pairs.

    Reading
    -------
    Printed as a double sum, yet compared with 0.5: the mean is meant,
    `(|Σv|² - Σ|v|²) / (n(n-1))`. "The cosine of two identical subtrees is zero" is a slip for
    one. A set of one subtree tells nothing and counts as static: 1. So do sets without words.

    Examples
    --------
    >>> round(intra_similarity([{"a": 1.0}, {"a": 1.0}, {"b": 1.0}]), 4)
    0.3333

    References
    ----------
    THOR VI-B (step 2); fig. 14.
    """
    n = len(vectors)
    if n < 2 or not any(vectors):
        return 1.0
    total: Counter[str] = Counter()
    squares = 0.0
    for vector in vectors:
        for term, weight in vector.items():
            total[term] += weight  # type: ignore[assignment]
            squares += weight * weight
    whole = float(np.square(np.array(list(total.values()), np.float64)).sum())
    return (whole - squares) / (n * (n - 1))


def diverse_sets(
    trees: Sequence[TagTree],
    sets: Sequence[CommonSubtreeSet],
    threshold: float = 0.5,
    weighted: bool = True,
) -> list[tuple[float, CommonSubtreeSet]]:
    """Sets of varying content with their similarity, the most varying first.

    References
    ----------
    THOR VI-B (step 2).
    """
    scored = []
    for held in sets:
        contents = [content_terms(trees[page], node) for page, node in sorted(held.items())]
        similarity = intra_similarity(term_vectors(contents, weighted))
        if similarity <= threshold:
            scored.append((similarity, held))
    scored.sort(key=lambda item: item[0])
    return scored
