"""Parameters of what identifies an object."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SteadinessParams:
    """When a column is no news.

    Parameters
    ----------
    within_s
        Two sightings of an object so close show the same record: what differs is the page's.
    fewest, differs
        Times that a column differed, and their share, from which on it is the page's. Words around
        the query differ nearly always, a price nearly never.
    enough
        Comparisons of a column, after which it is looked at no more.
    objects, columns
        Sampled of a site.
    """

    within_s: float = 3600.0
    fewest: int = 3
    differs: float = 0.1
    enough: int = 200
    objects: int = 64
    columns: int = 64


@dataclass(frozen=True, slots=True)
class IdentityParams:
    """Bounds of the evidence, and the few numbers that the contrasts leave open.

    Parameters
    ----------
    names
        Links sampled of an argument, lowest hashes first.
    shapes
        Sets of arguments that are told apart; those that most links have stay.
    turned
        Share of links, met again under the same name, whose argument has another value. A session
        turns in all, an identifier in a few links of the frame.
    fewest
        Such links that an argument's verdict takes.
    columns
        Places of links that are counted; those of most objects stay.
    enough
        Links whose paths begin alike, after which they are counted no more.
    counted
        Lists after which a place is known well enough: what is counted no more costs no state.
    shared
        Share of a column's objects that lead where another of their list leads. A title's do where
        an object is listed twice, an author's all the time.
    listed_twice
        The same in one list, where no column differs in each of its objects.
    steadiness
        Of columns.
    """

    names: int = 24
    shapes: int = 24
    turned: float = 0.5
    fewest: int = 3
    columns: int = 64
    enough: int = 400
    counted: int = 32
    shared: float = 0.04
    listed_twice: float = 0.25
    steadiness: SteadinessParams = field(default_factory=SteadinessParams)


PARAMS = IdentityParams()

MOST_STEPS = 16  # beginnings of paths on a page
TOLD_APART = 4  # distinct ones that are told apart
