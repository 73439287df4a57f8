"""Rotating places: regions that change from page to page and yet answer nothing.

THOR VIII-B names them as what confuses it: an advertisement is dynamic content too. The query
tells: a place that changes while the query stays, or that never follows the query on a site
where other places do, is not an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from math import sqrt

from .place_counts import PlaceCounts

ROTATES = 1  # changes, but not with the query
FOLLOWS = 2  # changes with the query
REPEATED = 4  # and stands several times on a page: objects
BESIDE = 8  # stands where nothing was asked, or nothing can be answered, as well
SELDOM = 16  # rotates, as far as the few pages tell that were asked and have it
MATCHES = 32  # follows the query, and stands on no answer to nonsense


@dataclass(frozen=True, slots=True)
class RotationParams:
    """Tuned on 16 generated sites of 30 pages with rotating boxes, and on `wien`."""

    again: int = 2  # fetches of a known query before change counts
    changed: float = 0.5  # share of them that changed
    asked: int = 8  # pages with a query before the lift counts
    lift: float = 0.05  # below this share a place does not follow
    settled: int = 20  # pages from which ...
    settled_share: float = 0.25  # ... it must reach this share of the best place's lift
    sigmas: float = 2.0  # of the counts, beyond which a lift is no chance
    holds: float = 0.5  # share of pages on which a place holds its query, and so does not rotate
    follows: float = 0.3  # lift of a place that does follow
    follows_asked: int = 4  # seen on at least so many pages with a query
    usual: float = 0.25  # share of the pages with a query on which answers stand at least
    repeated: float = 0.15  # lift of a repeated place whose columns are kept, once it is settled
    idle: int = 4  # pages without a query, ...
    void: int = 2  # ... and answers to nonsense, before they tell
    beside: float = 0.8  # share of either on which a box stands, and ...
    beside_asked: float = 0.5  # ... of the pages with a query


def best_lift(rows: Iterable[PlaceCounts], params: RotationParams) -> float:
    """The strongest response to the query that any repeated place of the site shows.

    Two are no repetition: a trail of "home" and "fairward, results" holds every query. Nor does
    a place answer that few of the pages with a query have: the message that there is nothing.
    """
    held = list(rows)
    least = max(params.follows_asked, params.usual * max((r.asked for r in held), default=0))
    return max((r.lift for r in held if r.siblings > 2 and r.asked >= least), default=0.0)


def most_counts(rows: Iterable[PlaceCounts]) -> PlaceCounts:
    """How many pages were asked for, how many were not, and how many answer nonsense."""
    held = list(rows)
    return PlaceCounts(
        asked=max([row.asked for row in held], default=0),
        idle=max([row.idle for row in held], default=0),
        void=max([row.void for row in held], default=0),
    )


def flags_of(
    rows: Mapping[int, PlaceCounts], params: RotationParams, listed: Set[int]
) -> Iterator[tuple[int, int]]:
    """The places that have flags, with their flags.

    Parameters
    ----------
    rows
        What was counted at all places of a site.
    params
        Thresholds.
    listed
        Places where the parts of lists start.
    """
    most = most_counts(rows.values())
    best = best_lift(rows.values(), params) if most.asked >= params.follows_asked else 0.0
    beside = _tells_beside(most, params)
    asked = min(params.asked, params.follows_asked, params.settled)
    again = max([row.again for row in rows.values()], default=0)
    nobody_asked = most.asked < asked and again < params.again and not beside
    told = [place for place in listed if place in rows] if nobody_asked else rows
    for place in told:
        row = rows[place]
        if row.asked >= asked or row.again >= params.again or beside or place in listed:
            flags = place_flags(row, best, params, place in listed, most)
            if flags:
                yield place, flags


def flags_of_kind(
    site: Mapping[int, int],
    rows: Mapping[int, PlaceCounts],
    voted: Iterable[int],
    params: RotationParams,
    listed: Set[int],
) -> dict[int, int]:
    """Where a place has other flags on pages of one kind than on the site as a whole.

    Kinds of answers differ in how well they follow the query: what shows little of it beside the
    answers of one kind may be all that answers of another have.

    Parameters
    ----------
    site
        `flags_of` the site.
    rows
        What was counted at all places of the site.
    voted
        Places that pages of the kind voted for.
    params, listed
        As for `flags_of`.
    """
    own = [rows[place] for place in voted if place in rows]
    if max((row.asked for row in own), default=0) < params.follows_asked:
        return {}
    best, most = best_lift(own, params), most_counts(rows.values())
    found = {
        place: place_flags(rows[place], best, params, place in listed, most)
        for place, flags in site.items()
        if flags & ROTATES and place in rows
    }
    return {place: flags for place, flags in found.items() if flags != site[place]}


def place_flags(
    row: PlaceCounts,
    best: float,
    params: RotationParams,
    listed: bool = False,
    most: PlaceCounts | None = None,
) -> int:
    """ROTATES, FOLLOWS, REPEATED and BESIDE of one place; 0 when nothing is known.

    Parameters
    ----------
    row
        What was counted there.
    best
        Lift of the site's best repeated place.
    params
        Thresholds.
    listed
        Most pages say that the parts of their list start here. A database that searches more than
        it shows gives answers that hardly follow the query, and boxes that repeat it do: then a
        little lift is enough.
    most
        `most_counts` of the site.

    Examples
    --------
    An advertisement that changed on both fetches of the same query:

    >>> place_flags(PlaceCounts(pages=9, again=2, changed=2), 0.8, RotationParams()) == ROTATES
    True

    A list item that holds its own page's query on nine pages of ten:

    >>> item = PlaceCounts(pages=10, siblings=8, asked=10, own=9, control=0)
    >>> place_flags(item, 0.9, RotationParams()) == FOLLOWS | REPEATED
    True

    Popular things, on a site whose answers show no word of their query:

    >>> box = PlaceCounts(pages=40, asked=20, own=1, control=1, idle=16, void=4)
    >>> place_flags(box, 0.0, RotationParams(), most=box) == BESIDE
    True
    """
    # frequent words stand in the answers to other queries too: the lift of the answers falls, and
    # a box that repeats the query keeps its own; so what mostly holds its query never rotates
    restless = _is_restless(row, params)
    if listed and not restless and row.lift >= params.lift:
        best = row.lift
    flags = ROTATES if _rotates(row, best, restless, params) else 0
    if follows(row, params):
        flags |= FOLLOWS
    if not flags & ROTATES and _answers(row, listed or bool(flags & FOLLOWS), params):
        flags |= REPEATED
    if most is not None and not flags & (FOLLOWS | REPEATED) and _beside(row, most, params):
        flags |= BESIDE
    if most is not None and flags & FOLLOWS and most.void >= params.void:
        flags |= MATCHES * (row.void == 0)
    if most is not None and flags & ROTATES and not restless:
        flags |= SELDOM * (row.asked < params.beside_asked * most.asked)
    return flags


def follows(row: PlaceCounts, params: RotationParams) -> bool:
    """Whether a place changes with the query, and only with it."""
    seen = row.asked >= params.follows_asked and not _is_restless(row, params)
    return seen and row.lift >= params.follows


def _is_restless(row: PlaceCounts, params: RotationParams) -> bool:
    """Whether a place changes while the query stays."""
    return row.again >= params.again and row.changed >= params.changed * row.again


def _beside(row: PlaceCounts, most: PlaceCounts, params: RotationParams) -> bool:
    """Whether a place stands on all pages alike, whatever they are for.

    A record's own page is not asked for either, but no answer to nonsense; a list of popular
    things that fills up an empty answer stands nowhere else.
    """
    if not _tells_beside(most, params) or row.own - row.control > params.sigmas * sqrt(
        row.own + row.control + 1
    ):
        return False
    anywhere = min(row.idle / most.idle, row.void / most.void) >= params.beside
    return anywhere and row.asked >= params.beside_asked * most.asked


def _tells_beside(most: PlaceCounts, params: RotationParams) -> bool:
    """Whether enough pages of each kind were seen to tell what stands on all of them."""
    return most.asked >= params.asked and most.idle >= params.idle and most.void >= params.void


def _answers(row: PlaceCounts, sure: bool, params: RotationParams) -> bool:
    """Whether objects stand here. A database may search more than it shows: its answers follow
    the query on few pages, and their columns on hardly any."""
    settled = row.asked >= params.settled and row.lift >= params.repeated
    return row.siblings > 1 and (sure or settled)


def _rotates(row: PlaceCounts, best: float, restless: bool, params: RotationParams) -> bool:
    """Whether a place changes by itself, or by the query without ever showing it (facets)."""
    if restless:
        return True
    if row.asked < params.asked or row.own >= params.holds * row.asked:
        return False
    if best < (params.repeated if row.asked >= params.settled else params.follows):
        return False
    steady = row.again >= params.again  # stays while the query stays: only showing nothing counts
    if row.own - row.control > params.sigmas * sqrt(row.own + row.control + 1):
        return False  # beyond chance: records that match in what they do not show
    settled = row.asked >= params.settled and not steady
    return row.lift < (params.settled_share * best if settled else params.lift)
