"""Whether our stored figures agree with what the papers print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from benchmarks.quality.stored import StoredRow

from .claims import Claim, Order, Span

Verdict = Literal["yes", "no", "not run"]
Stored = Mapping[str, StoredRow]


class Comparison(NamedTuple):
    """A claim, our figures as text, and the verdict."""

    name: str
    paper: str
    ours: str
    agrees: Verdict


def compare(claim: Claim, stored: Stored) -> Comparison:
    """One claim beside the stored run.

    A number agrees when ours rounds to it or lies within the printed deviation, a range when ours
    lies in it, an order when ours is the same without ties. A curve that never came so far agrees
    with nothing, and stands last in an order.
    """
    names = claim.figures if isinstance(claim, Order) else (claim.figure,)
    held = stored[claim.module].figures if claim.module in stored else {}
    if any(name not in held for name in names):
        return Comparison(_short(claim), claim.printed, "", "not run")
    ours = [held[name] for name in names]
    agrees = _agrees(claim, ours)
    return Comparison(_short(claim), claim.printed, _text(ours), "yes" if agrees else "no")


def overall(found: list[Comparison]) -> Verdict:
    """The verdict on a part: one that does not agree decides, then one that was not run."""
    verdicts = {comparison.agrees for comparison in found}
    return "no" if "no" in verdicts else "not run" if "not run" in verdicts else "yes"


def _agrees(claim: Claim, ours: list[float | None]) -> bool:
    if isinstance(claim, Order):
        values = [float("inf") if value is None else value for value in ours]
        return all(a < b for a, b in pairwise(values))
    (value,) = ours
    if value is None:
        return False
    if isinstance(claim, Span):
        return claim.low <= value <= claim.high
    digits = len(claim.printed.partition(".")[2])
    paper = float(claim.printed)
    return round(value, digits) == paper or abs(value - paper) <= claim.deviation


def _short(claim: Claim) -> str:
    if isinstance(claim, Order):
        return "order"
    return claim.figure.partition(": ")[2] or claim.figure


def _text(values: list[float | None]) -> str:
    return " < ".join(_numbers(values))


def _numbers(values: list[float | None]) -> Iterator[str]:
    for value in values:
        yield "never" if value is None else f"{value:.0f}" if value > 1000 else f"{value:.3g}"
