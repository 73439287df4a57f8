"""Size of a source by capture and recapture: each estimate by itself, as its authors give it.

All of them say how many objects there are from how often those seen came back. Each leaves out
what no answer can show. The jackknife is Burnham's and Overton's (1978), the second estimate
Chao's (1987), the one from the overlap rate Lu's (2008).

References
----------
TXT 2.4.
"""

from __future__ import annotations


def jackknife(seen: float, once: float, occasions: int) -> float:
    """First-order jackknife: S + f1 (n - 1) / n.

    >>> jackknife(100, 20, 10)
    118.0
    """
    return seen + once * (occasions - 1) / occasions if occasions else seen


def chao2(seen: float, once: float, twice: float, occasions: int) -> float:
    """Chao's second estimate, in the form that f2 = 0 does not break; a lower bound.

    >>> chao2(100, 20, 9, 10)
    117.1
    """
    if not occasions:
        return seen
    return seen + (occasions - 1) / occasions * once * (once - 1) / (2 * (twice + 1))


def lu(seen: float, returned: float, overflow: float = 1.0) -> float:
    """Lu's estimate from the overlap rate of random questions, times the overflow rate.

    Parameters
    ----------
    seen, returned
        Distinct objects, and objects of all answers.
    overflow
        Matches for each object shown: 1 where answers are whole.

    Reading
    -------
    Of a source whose objects are not equally easy to find the part found is 1 - OR^-1.1.

    >>> round(lu(100, 200))
    187
    """
    overlap = max(1.0, returned / seen) if seen else 1.0
    found = 1 - overlap**-1.1
    return overflow * seen / found if found > 0 else float("inf")
