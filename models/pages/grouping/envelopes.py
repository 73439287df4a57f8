"""The envelope of a group of pages: between which counts each token moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .vectors import Floats


class Envelope(NamedTuple):
    """Per token a low and a high count and the median, as x = ln(1 + tf)."""

    low: Floats
    high: Floats
    median: Floats


def envelope(x: Floats, band: float) -> Envelope:
    """Quantiles `band` and 1 - `band` and the middle of each column.

    All three are values that occurred, so that they are whole counts under the logarithm.

    >>> envelope(np.array([[0.0], [1.0], [1.0], [9.0]]), band=0.25).high.tolist()
    [1.0]
    """
    rows = np.sort(x, axis=0)
    n = len(rows)
    low = int(band * n)
    return Envelope(rows[low], rows[n - 1 - low], rows[n // 2])


def outside(x: Floats, unknown: Floats, low: Floats, high: Floats, median: Floats) -> Floats:
    """Distance of pages to envelopes: the share of a page that lies outside the band, 0..1.

    Optional parts have a band from zero and cost nothing, so a page of a known template is near 0
    and the scale is the same on all sites; a cosine to a TFIDF centroid has neither property.

    Parameters
    ----------
    x
        ln(1 + tf), shape (pages, tokens).
    unknown
        Σ ln(1 + tf) over the tokens of each page that no envelope knows.
    low, high, median
        Shape (envelopes, tokens).

    Returns
    -------
    distances
        Shape (pages, envelopes).
    """
    page = x[:, None, :]
    rest = unknown[:, None]
    out = np.maximum(0, low - page).sum(2) + np.maximum(0, page - high).sum(2) + rest
    whole = np.maximum(page, median).sum(2) + rest
    distances: Floats = out / np.maximum(whole, 1e-12)
    return distances
