"""Structure information index: how evenly a node spreads a feature (WISDOM 3.1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from math import log


def structure_index(values: Iterable[float]) -> float:
    """SII of a node from the aggregated feature of its children.

    Reading
    -------
    One child would need a logarithm to base 1; it holds all there is: 1. Children that all have
    nothing spread nothing: 0.

    Examples
    --------
    >>> structure_index([5, 5]), structure_index([7]), structure_index([0, 0])
    (1.0, 1.0, 0.0)
    >>> round(structure_index([9, 1]), 3)
    0.469

    References
    ----------
    WISDOM 3.1.3.
    """
    features = list(values)
    total = sum(features)
    if total <= 0:
        return 0.0
    if len(features) == 1:
        return 1.0
    shares = [value / total for value in features if value > 0]
    return -sum(w * log(w) for w in shares) / log(len(features))
