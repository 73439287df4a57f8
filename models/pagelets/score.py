"""How much a run looks like a list of objects: one log-linear score."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from .climb import KID
from .features import Features


@dataclass(frozen=True, slots=True)
class ScoreParams:
    """Fitted once by listwise logistic regression on 134 marked result pages, then rounded.

    Leaving one feature out costs 0.004 to 0.012 of the records' F1.
    """

    mass: float = 0.9
    r: float = 0.75
    alike: float = 1.3
    linked: float = 2.4
    plain: float = 1.7
    kid: float = 1.9
    uneven: float = -2.1
    link: float = -1.2
    swallowed: float = -0.95
    cap: float = 2.0  # of unevenness and of swallowed starts


def run_score(f: Features, kind: str, params: ScoreParams | None = None) -> float:
    """Score of a run; 0 is about where people stop seeing a list.

    Examples
    --------
    Ten even parts that hold nine tenths of the page, each with a link and plain words:

    >>> f = Features(r=10, mass=.9, linked=1, plain=1, link=.2, uneven=.1, alike=1)
    >>> round(run_score(f, "kid"), 2)
    7.2

    The same in one tenth of the page, and every part of another size:

    >>> round(run_score(f._replace(mass=.1, uneven=1.5), "kid"), 2)
    2.28
    """
    p = params or ScoreParams()
    return (
        p.mass * log(f.mass)
        + p.r * log(f.r)
        + p.alike * log(f.alike + 0.01)
        + p.linked * f.linked
        + p.plain * f.plain
        + p.kid * (kind == KID)
        + p.uneven * min(p.cap, f.uneven)
        + p.link * f.link
        + p.swallowed * min(p.cap, f.swallowed)
    )


def highest_score(reach: float, r: int, kind: str, params: ScoreParams) -> float:
    """No run over this share of the text and of this many starts scores higher."""
    best = params.linked + params.plain + params.alike * 0.01 + params.kid * (kind == KID)
    return params.mass * log(reach) + params.r * log(r) + best + 1
