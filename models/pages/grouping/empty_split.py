"""Pages known to answer nothing, as witnesses of a template that hardly differs from another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..params import ClusterParams
from .vectors import Floats, Labels

Bools = NDArray[np.bool_]


class Parting(NamedTuple):
    """How a template divides: its rows on either side, and the tokens that tell."""

    empty: Labels
    rest: Labels
    present: list[int]  # columns that every witness has and the others mostly lack
    absent: list[int]  # columns that no witness has and the others mostly have


def parting(counts: Floats, rows: Labels, witness: Bools, params: ClusterParams) -> Parting | None:
    """Divide one template by its pages that answer nonsense; None where nothing tells them apart.

    Parameters
    ----------
    counts
        Token counts of the sampled pages.
    rows
        Pages of the template.
    witness
        Of all sampled pages, whether nonsense was asked; bool.

    Examples
    --------
    Single matches and pages without, alike but for one tag (THOR's own example); of the pages
    without a match only the first five were asked nonsense:

    >>> counts = np.array([[4.0, 1.0]] * 12 + [[4.0, 0.0]] * 8)
    >>> found = parting(counts, np.arange(20), np.arange(20) // 5 == 3, ClusterParams())
    >>> found.empty.tolist(), found.absent
    ([12, 13, 14, 15, 16, 17, 18, 19], [1])

    Reading
    -------
    Witnesses may also be pages for which nothing was asked, among answers: `empty` are then those
    like them.

    The paper hopes that one tag sets such pages apart, but one tag is less than what an optional
    block changes on pages of one template. So a token tells only if all witnesses agree on it and
    that would hardly happen to as many other pages by chance: (share that agrees) ** witnesses,
    times the number of tokens, is at most `chance`. Others may be without a match as well.

    References
    ----------
    THOR V-C.
    """
    of = witness[rows]
    if not of.any() or of.all():
        return None
    has = counts[rows] > 0
    share = has[~of].mean(axis=0)  # of the other pages, how many have the token
    varies = has.any(axis=0) & ~has.all(axis=0)
    limit = params.chance / max(1, int(varies.sum()))
    n = int(of.sum())
    present = has[of].all(axis=0) & (share**n <= limit)
    absent = ~has[of].any(axis=0) & ((1 - share) ** n <= limit)
    if not (present.any() or absent.any()):
        return None
    agrees = _agreement(has, present, absent) >= params.agree
    if agrees.all():
        return None
    places = (np.flatnonzero(side).tolist() for side in (present, absent))
    return Parting(rows[agrees], rows[~agrees], *places)


def _agreement(has: Bools, present: Bools, absent: Bools) -> Floats:
    """Share of the telling tokens on which each page is with the witnesses."""
    right = has[:, present].sum(axis=1) + (~has[:, absent]).sum(axis=1)
    shares: Floats = right / (present.sum() + absent.sum())
    return shares
