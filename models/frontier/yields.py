"""What the next page of a list is worth: the new objects that it is expected to bring."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log2

from .params import YieldParams

DEFAULTS = YieldParams()


def next_page(
    last: Sequence[tuple[int, int]], new_share: float, params: YieldParams = DEFAULTS
) -> float:
    """New objects that the next page of a list is expected to bring.

    Parameters
    ----------
    last
        Of the pages read so far: their objects, and how many of them were new.
    new_share
        Share of the objects of any answer of the site that is new (Good and Turing).

    Reading
    -------
    The thesis has a fixed return limit. A list of several pages is worth each of its pages by
    itself: its last ones say how many objects the next has, and how many of them are new.

    Examples
    --------
    >>> next_page([(20, 20), (20, 20)], new_share=0.1) > 15
    True
    >>> next_page([(20, 20), (20, 0), (20, 0)], new_share=0.01) < 0.05
    True

    References
    ----------
    TXT 2.4, 5.3.
    """
    spoken = last[-params.pages :]
    returned, new = sum(r for r, _ in spoken), sum(n for _, n in spoken)
    if not spoken:
        return 0.0
    share = (new + params.belief * new_share) / (returned + params.belief)
    return share * returned / len(spoken)


def magnitude(new: float) -> int:
    """Expectations within a factor of two are the same: the pages they rest on are few.

    >>> magnitude(20.0) == magnitude(17.0), magnitude(20.0) > magnitude(2.0)
    (True, True)
    """
    return floor(log2(max(new, 1e-3)))
