"""How much a run looks like a list of objects: one log-linear score."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from .candidates import KID
from .features import Features


@dataclass(frozen=True, slots=True)
class ScoreParams:
    """Fitted by listwise logistic regression on the 134 marked result pages of `serp`.

    Five-fold over pages, the choice among 80 candidates a page: records' F1 .953, pages exactly
    right .79. Leaving out `skipped` costs .009 of F1, `leads` .007.
    """

    mass: float = 0.95
    r: float = 0.5
    alike: float = 0.85
    linked: float = 1.95
    plain: float = 0.35
    kid: float = 0.45
    uneven: float = -0.95
    link: float = -1.9
    irregular: float = -7.5
    numbered: float = 1.5
    leads: float = 0.85
    skipped: float = -1.3
    odd: float = -0.55
    cap: float = 2.0  # of unevenness
    base: float = 2.4  # 0 is about where people stop seeing a list


def run_score(f: Features, kind: str, params: ScoreParams | None = None) -> float:
    """Score of a run; 0 is about where people stop seeing a list.

    Examples
    --------
    Ten even parts that hold nine tenths of the page, each with a link and plain words:

    >>> f = Features(r=10, mass=.9, linked=1, plain=1, link=.2, uneven=.1, alike=1)
    >>> round(run_score(f, "kid"), 2)
    5.73

    The same in one tenth of the page, and every part of another size:

    >>> round(run_score(f._replace(mass=.1, uneven=1.5), "kid"), 2)
    2.32
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
        + p.irregular * f.irregular
        + p.numbered * f.numbered
        + p.leads * f.leads
        + p.skipped * f.skipped
        + p.odd * f.odd
        + p.base
    )
