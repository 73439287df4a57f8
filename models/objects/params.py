"""Parameters of what identifies an object."""

from __future__ import annotations

from dataclasses import dataclass

LINKS = 24  # of an argument, and shapes of links, that a site's state holds, lowest hashes first
KEPT = 64  # of any other evidence: places, columns, objects, beginnings of paths
MOST_ARGUMENTS = 6  # of a link, of which any may have been left out by another rule: 64 ids
# Sightings of one kind (objects of a place, comparisons of a column, links behind a beginning)
# after which no more are counted: what is not counted costs no state.
ENOUGH = 400


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
    """

    within_s: float = 3600.0
    fewest: int = 3
    differs: float = 0.1


@dataclass(frozen=True, slots=True)
class IdentityParams:
    """The few numbers that the contrasts leave open.

    Parameters
    ----------
    fewest
        Links, met again under the same name, that an argument's verdict takes. A session turns in
        most of them, an identifier in a few links of the frame.
    shared
        Share of a column's objects that lead where another of their list leads. A title's do where
        an object is listed twice, an author's all the time.
    """

    fewest: int = 3
    shared: float = 0.04


@dataclass(frozen=True, slots=True)
class HitParams:
    """When the rows that share a link are hits of one thing.

    Parameters
    ----------
    texts
        Of a link, what its rows said, lowest hashes first.
    fewest, same
        Rows of links that another question had shown, and the share of them that say the same
        again, up to which they are hits. Words around a question hardly ever do; what a thing says
        of itself does as often as it is met.
    """

    texts: int = 8
    fewest: int = 20
    same: float = 0.1


PARAMS = IdentityParams()
HITS = HitParams()
STEADINESS = SteadinessParams()
