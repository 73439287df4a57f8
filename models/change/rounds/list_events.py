"""From one round of a search to the next: what entered its list, what left it, what moved in it.

A round is all that a search shows, in the site's own order. The list may turn while its pages are
fetched, so that an object is skipped or stands on two of them: one round alone proves no absence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

ENTERED, LEFT, MOVED = "entered", "left", "moved"


class ListEvent(NamedTuple):
    """An event of a search: an object, and its place in the list before and after, from 1."""

    event: str
    id: str
    before: int | None
    after: int | None


def confirmed_list(
    known: Sequence[str], earlier: Sequence[str], latest: Sequence[str], whole: bool
) -> tuple[list[str], bool]:
    """The confirmed list of a search after a round, and whether another round decides it.

    Parameters
    ----------
    known
        The list that was confirmed before.
    earlier, latest
        What the last two rounds showed.
    whole
        The latest one has as many objects as its pages state matches: nothing was skipped before
        that now seems to enter.

    Reading
    -------
    What is shown twice in a row, or was known and is shown again, is there; what is missing twice
    is not. Whatever one of two rounds alone lacks stays as it was known. That a round is whole is
    no proof of what it lacks: one may have come while another was skipped.

    Examples
    --------
    An object is missing once: it keeps its place, and the next round decides.

    >>> confirmed_list("abc", "abc", "ac", whole=False)
    (['a', 'b', 'c'], True)
    >>> confirmed_list("abc", "ac", "ac", whole=False)
    (['a', 'c'], False)
    >>> confirmed_list("abc", "abc", "xac", whole=True)
    (['x', 'a', 'b', 'c'], True)
    """
    shown, before, once = set(latest), set(known), set(earlier)
    there = [id_ for id_ in latest if whole or id_ in before or id_ in once]
    doubted = (before & once) - shown
    return _kept_in_place(known, there, doubted), bool(doubted) or len(there) < len(latest)


def events_between(
    before: Sequence[str], after: Sequence[str], cut: bool = False
) -> list[ListEvent]:
    """The fewest events that turn one list of object ids into another.

    Objects between which nothing changed keep their order: what is moved is not in the longest
    part of the list that stands as it stood. A new object at the top moves nothing.

    Parameters
    ----------
    before, after
        Ids in order, each once.
    cut
        There is more than is shown: what leaves by the end, or comes in there, has neither left
        the search nor entered it.

    Examples
    --------
    >>> events_between("abcd", "xbda")
    ... # doctest: +NORMALIZE_WHITESPACE
    [ListEvent(event='left', id='c', before=3, after=None),
     ListEvent(event='entered', id='x', before=None, after=1),
     ListEvent(event='moved', id='a', before=1, after=4)]
    >>> events_between("abcd", "xabc", cut=True)
    [ListEvent(event='entered', id='x', before=None, after=1)]
    """
    was = {id_: place for place, id_ in enumerate(before, start=1)}
    now = {id_: place for place, id_ in enumerate(after, start=1)}
    common = [id_ for id_ in after if id_ in was]
    stays = {common[at] for at in _longest_rising([was[id_] for id_ in common])}
    left = [ListEvent(LEFT, id_, was[id_], None) for id_ in before if id_ not in now]
    entered = [ListEvent(ENTERED, id_, None, now[id_]) for id_ in after if id_ not in was]
    moved = [ListEvent(MOVED, id_, was[id_], now[id_]) for id_ in common if id_ not in stays]
    if cut and before:
        last_was = max((was[id_] for id_ in stays), default=0)
        last_now = max((now[id_] for id_ in stays), default=0)
        left = [one for one in left if one.before and one.before < last_was]
        entered = [one for one in entered if one.after and one.after < last_now]
    return [*left, *entered, *moved]


def list_after(before: Sequence[str], events: Sequence[ListEvent]) -> list[str]:
    """The list of object ids after some events; it inverts `events_between`.

    >>> list_after("abcd", events_between("abcd", "xbda"))
    ['x', 'b', 'd', 'a']
    """
    taken = {one.id for one in events}
    found = [id_ for id_ in before if id_ not in taken]
    placed = sorted((one.after, one.id) for one in events if one.after is not None)
    for place, id_ in placed:
        found.insert(place - 1, id_)
    return found


def _kept_in_place(known: Sequence[str], there: list[str], doubted: set[str]) -> list[str]:
    """The present objects in order, each doubted one behind the object that it stood behind."""
    followers: dict[str, list[str]] = {}
    present, last = set(there), ""
    for id_ in known:
        if id_ in doubted:
            followers.setdefault(last, []).append(id_)
        elif id_ in present:
            last = id_
    found = list(followers.get("", ()))
    for id_ in there:
        found += [id_, *followers.get(id_, ())]
    return found


def _longest_rising(values: Sequence[int]) -> list[int]:
    """Places of a longest rising part of distinct values (patience sorting).

    >>> _longest_rising([2, 4, 1, 3, 5])
    [2, 3, 4]
    """
    tops: list[int] = []  # value that ends the best part of each length
    at: list[int] = []  # where it stands
    behind: list[int] = []
    for place, value in enumerate(values):
        length = bisect_left(tops, value)
        tops[length : length + 1] = [value]
        at[length : length + 1] = [place]
        behind.append(at[length - 1] if length else -1)
    found: list[int] = []
    place = at[-1] if at else -1
    while place >= 0:
        found.append(place)
        place = behind[place]
    return found[::-1]
