"""Expected yield of a request, in new objects: the next page of a list, a link not tried yet."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log2

from .params import YieldParams

DEFAULTS = YieldParams()


def next_page_yield(
    last: Sequence[tuple[int, int]], new_share: float, params: YieldParams = DEFAULTS
) -> float:
    """New objects expected on the next page of a list, from its last pages.

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
    >>> next_page_yield([(20, 20), (20, 20)], new_share=0.1) > 15
    True
    >>> next_page_yield([(20, 20), (20, 0), (20, 0)], new_share=0.01) < 0.05
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


def least_yield(last: Sequence[tuple[int, int]], matches: int, n_shown: int, n_known: int) -> float:
    """New objects on the next page of an answer at least, from its stated number of matches.

    Parameters
    ----------
    last
        Of the pages read so far: their objects, and how many of them were new.
    matches
        How many objects the answer says it has.
    n_shown
        How many its pages have shown.
    n_known
        Objects known of the whole site.

    Reading
    -------
    Of an answer with more matches than objects are known, the rest is on pages not seen yet,
    whatever its first one showed: sites show first what all answers have.

    Examples
    --------
    >>> least_yield([(20, 0)], matches=780, n_shown=20, n_known=400)
    10.0
    >>> least_yield([(20, 0)], matches=300, n_shown=20, n_known=400)
    0.0
    """
    left, unknown = matches - n_shown, matches - n_known
    if left <= 0 or unknown <= 0 or not last:
        return 0.0
    return sum(r for r, _ in last) / len(last) * min(1.0, unknown / left)


def untried_yield(chance: float, unseen: float, page: int) -> float:
    """New objects per request expected of a link not tried yet, with all that it may lead to.

    Parameters
    ----------
    chance
        That a list of the site's objects begins there.
    unseen
        Objects of the site that nothing has shown yet, as far as answers tell.
    page
        Objects of a page of a list.

    Reading
    -------
    One request tells whether there is a list; only then it is followed, to its end. So the worth is
    what is expected to come, over all requests that are expected to be made: that of a page of the
    list where much is missing, and nothing where nothing is. It is the index of Gittins for an arm
    that shows itself when first tried.

    Examples
    --------
    >>> round(untried_yield(0.05, 1000, page=20), 1), round(untried_yield(0.05, 10, page=20), 1)
    (14.3, 0.5)
    """
    hoped = chance * unseen
    return hoped / (1 + hoped / page)


def magnitude(new: float) -> int:
    """The order of an expected yield: those within a factor of two count as equal.

    >>> magnitude(20.0) == magnitude(17.0), magnitude(20.0) > magnitude(2.0)
    (True, True)
    """
    return floor(log2(max(new, 1e-3)))
