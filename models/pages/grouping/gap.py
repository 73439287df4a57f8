"""The template gap: how much of what is always there changes between two groups of pages."""

from __future__ import annotations

import numpy as np

from .vectors import Floats


def template_gaps(
    low: Floats, high: Floats, median: Floats, i: int, bite: float, repeats: float = 1.0
) -> Floats:
    """Gap of envelope i to every envelope: Σ gaps / Σ max(medians), 0..1; 1: nothing shared.

    The gap of a token is the distance between the two bands, 0 where they touch.
    Options have bands from 0 to something, touch everything and cost nothing; a repeated item
    counts by the logarithm of its count.

    Parameters
    ----------
    low, high, median
        ln(1 + tf), shape (envelopes, tokens).
    bite
        A gap below this part of the difference of medians is none: a long tail of list lengths cut
        in two is not two templates.
    repeats
        Weight of a gap in a token that both groups always have: they differ in how often. Where
        every item has a dozen classes, lists of one and lists of many differ in much that is one
        and the same.

    Examples
    --------
    Two groups that share a tag of weight 3 and exchange one of weight 1:

    >>> bands = np.array([[3.0, 1.0, 0.0], [3.0, 0.0, 1.0]])
    >>> template_gaps(bands, bands, bands, 0, bite=0.25).tolist()
    [0.0, 0.4]

    Reading
    -------
    Quality in the paper's sense grows whenever a cluster is cut, and TFIDF stretches a site's own
    variation to unit length, so neither tells whether *one* template is enough. This does.
    """
    gap = np.maximum(low[i] - high, low - high[i])
    gap[(gap <= 0) | (gap < bite * np.abs(median[i] - median))] = 0.0
    gap[(low[i] > 0) & (low > 0)] *= repeats
    gaps: Floats = gap.sum(1) / np.maximum(np.maximum(median[i], median).sum(1), 1e-12)
    return gaps
