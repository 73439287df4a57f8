"""Fragments: groups of too few pages to be a template, taken in by the template they vary."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..params import ClusterParams
from .envelopes import Envelope, envelope
from .gap import template_gaps
from .vectors import Floats, Labels


def hosts(
    x: Floats, groups: Sequence[Labels], terms: Sequence[int], params: ClusterParams
) -> dict[int, int]:
    """The host of each fragment: {place of the fragment: place of its host}.

    One or two pages do not show which of their parts are options, so their gap to the template
    they belong to is wide. What tells is contrast: a fragment goes to the nearest template when
    that is clearly nearer than the next one, within reach, and about as rich in terms.

    Parameters
    ----------
    x
        ln(1 + tf), a row a page.
    terms
        Distinct terms of each page. A page without matches is poorer than a list, so that it is
        not taken for a variety of it; 0: not known.

    Examples
    --------
    Three templates, of which the first has a page with parts of its own:

    >>> rows = [[9, 9, 9, 0, 0, 0]] * 5 + [[0, 0, 0, 9, 9, 0]] * 4 + [[9, 9, 9, 0, 0, 6]]
    >>> groups = [np.arange(5), np.arange(5, 9), np.array([9])]
    >>> hosts(np.log1p(np.array(rows, float)), groups, [50] * 10, ClusterParams())
    {2: 0}

    Reading
    -------
    The paper's k-means has no fragments, because it is told at most six clusters. Where a site
    shows one template only there is no contrast: a lone page is taken in if it has all that the
    template has, and more.
    """
    bands = [envelope(x[rows], params.band) for rows in groups]
    stacked = Envelope(*(np.stack(part) for part in zip(*bands, strict=True)))
    known = [i for i, rows in enumerate(groups) if len(rows) >= params.quorum]
    rich = [float(np.median([terms[row] for row in rows.tolist()])) for rows in groups]
    found = {}
    for i, rows in enumerate(groups):
        if len(rows) >= params.quorum or not known:
            continue
        gaps = template_gaps(*stacked, i, params.bite)
        nearest, *others = sorted(known, key=lambda j: (gaps[j], j))
        alike = max(rich[i], rich[nearest]) <= params.richness * min(rich[i], rich[nearest])
        within = gaps[nearest] <= params.reach and len(groups[nearest]) >= params.host
        if not (within and alike):
            continue
        clear = bool(others) and gaps[nearest] <= params.contrast * gaps[others[0]]
        if clear or (not others and len(rows) == 1 and _adds(stacked, i, nearest, params.adds)):
            found[i] = nearest
    return found


def _adds(bands: Envelope, i: int, j: int, share: float) -> bool:
    """Whether what sets i apart from j is almost only what i has above j."""
    above = float(np.maximum(bands.low[i] - bands.high[j], 0).sum())
    below = float(np.maximum(bands.low[j] - bands.high[i], 0).sum())
    return above >= share * (above + below)
