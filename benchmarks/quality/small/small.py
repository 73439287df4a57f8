"""Small sites of every family and way in, crawled from their home page: what is found and told.

python -m benchmarks.quality small                       the sizes, seeds and ways below
python -m benchmarks.quality.small.small shop --size 80  a line a crawl, and what was false

The ring runs in memory, one record after another, so that a crawl is the same whatever else the
machine does. Sources stand still: each object should be told once, in one line.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from upwell.sources import Truth
from upwell.sources.families import FAMILIES
from upwell.sources.ways import WAYS
from upwell.streams.records import Change, SiteStatus
from upwell.streams.sinks.lines import ENDED, object_line

from ..figures import Figure
from ..sealed import drawn_seeds
from .door_web import DoorRing, DoorWeb

SIZES = {12: 3, 40: 3, 80: 3, 300: 1}  # records -> seeds
SEEDS, WAY_SIZE, BROWSED_SIZE = 3, 80, 40
POST = frozenset(("archive",))  # its form is sent by POST, which has to be allowed
QUICK = (("notices", 40), ("shoten", 40), ("timetable", 12), ("auctions", 12), ("shop", 12))


class Floors(NamedTuple):
    """What a group of crawls may not fall below, or rise above; None: not measured often enough."""

    found: float | None = None
    worst: float | None = None
    false: float | None = None
    doubled: float | None = None
    lines: float | None = None
    requests: float | None = None
    holds: float | None = None


FLOORS = {
    "quick": Floors(0.98, 0.95, 0.02, 0.02, 3.3, 6.8, 0.8),
    "12 records": Floors(0.98, 0.9, 0.015, 0.01, 3.8, 12.0, 0.85),
    "40 records": Floors(0.98, 0.9, 0.01, 0.02, 3.4, 4.4, 0.75),
}


@dataclass(frozen=True, slots=True)
class Small:
    """One crawl against the truth."""

    name: str
    size: int
    seed: int
    n_found: int  # records that stand in an object
    n_doubled: int  # objects of a record beyond its first
    false: Sequence[Change]  # objects that are no record
    n_lines: int  # of the file
    ends: Counter[str]  # lines that end an object, by how
    n_requests: int
    reason: str  # it stopped for
    low: int | None  # of the records, by the certificate
    high: int | None

    @property
    def recall(self) -> float:
        return self.n_found / self.size

    @property
    def n_objects(self) -> int:
        return self.n_found + self.n_doubled + len(self.false)

    @property
    def precision(self) -> float:
        return 1 - len(self.false) / self.n_objects if self.n_objects else 1.0

    @property
    def lines(self) -> float:
        """Lines of the file for each object that stands."""
        return self.n_lines / max(1, self.n_objects)

    @property
    def is_covered(self) -> bool:
        """Whether the interval holds the truth; where none is told it says nothing wrong."""
        return self.low is None or self.high is None or self.low <= self.size <= self.high

    def row(self) -> str:
        """One line of the table."""
        ends = " ".join(f"{n} {event}" for event, n in sorted(self.ends.items()))
        seen = "-" if self.low is None else f"{self.low}-{self.high}"
        return (
            f"{self.name:<24} {self.size:>4} {self.seed:>7}  recall {self.recall:.3f}"
            f"  precision {self.precision:.3f}  doubled {self.n_doubled:<3} lines {self.lines:.2f}"
            f"  requests {self.n_requests:<5} seen {seen}{'' if self.is_covered else ' MISSES'}"
            f"  {ends}; {self.reason}"
        )


def measure(quick: bool = False) -> list[Figure]:
    """Every size together, then families and ways alone; `quick`: five sites."""
    seeds = drawn_seeds("small sites", SEEDS)
    if quick:
        return list(_figures("quick", [crawled(name, n, seeds[0]) for name, n in QUICK]))
    figures: list[Figure] = []
    for n, times in SIZES.items():
        crawls = [crawled(f, n, seed) for f in FAMILIES for seed in seeds[:times]]
        figures += _figures(f"{n} records", crawls)
    browsed = [crawled(f, BROWSED_SIZE, seeds[0], browse_only=True) for f in FAMILIES]
    figures += _figures("browsed only", browsed)
    figures += _figures("ways in", [crawled_way(name, WAY_SIZE, seeds[0]) for name in WAYS])
    return figures


def crawled(family: str, size: int, seed: int, **settings: object) -> Small:
    """One family by its usual form."""
    more = {"allow_post": 1, **settings} if family in POST else settings
    return _crawled(family, size, seed, "", more)


def crawled_way(way: str, size: int, seed: int, **settings: object) -> Small:
    """The family that a way in is shown with, behind it."""
    return _crawled(WAYS[way].family, size, seed, way, settings)


def _crawled(family: str, size: int, seed: int, way: str, more: dict[str, object]) -> Small:
    web = DoorWeb(family, seed, size, way)
    ring = DoorRing(web).crawl(web.settings(way, **more))
    changes: list[Change] = ring.of(Change)
    last = {change.id: change for change in changes}
    standing = [change for change in last.values() if change.event not in ENDED]
    records = [_record(web.truth, change) for change in standing]
    found = Counter(number for number in records if number is not None)
    status: SiteStatus = ring.of(SiteStatus)[-1]
    return Small(
        name=f"{family} {way}".strip(),
        size=size,
        seed=seed,
        n_found=len(found),
        n_doubled=found.total() - len(found),
        false=[one for one, number in zip(standing, records, strict=True) if number is None],
        n_lines=sum(object_line(change) is not None for change in changes),
        ends=Counter(change.event for change in changes if change.event in ENDED),
        n_requests=status.answered,
        reason=f"{status.phase}: {status.reason}",
        low=status.coverage.low if status.coverage.share is not None else None,
        high=status.coverage.high if status.coverage.share is not None else None,
    )


def _record(truth: Truth, change: Change) -> int | None:
    """The record that an object is: of its own page, or else the one whose title it says."""
    if change.url:
        record = truth.entity(change.url)
        return record.id if record is not None else None
    text = " ".join(change.text.split())
    titled = [record.id for record in truth.records() if record.title in text]
    return titled[0] if len(titled) == 1 else None


def _figures(name: str, crawls: Sequence[Small]) -> Iterator[Figure]:
    floors = FLOORS.get(name, Floors())
    objects = max(1, sum(c.n_objects for c in crawls))
    false = sum(len(c.false) for c in crawls) / objects
    doubled = sum(c.n_doubled for c in crawls) / objects
    requests = sum(c.n_requests for c in crawls) / sum(c.size for c in crawls)
    yield Figure(f"{name}: records found", fmean(c.recall for c in crawls), None, floors.found)
    worst = min(c.recall for c in crawls)
    yield Figure(f"{name}: records found, worst site", worst, None, floors.worst)
    yield Figure(f"{name}: objects that are no records", false, None, floors.false, "lower")
    yield Figure(f"{name}: records told twice", doubled, None, floors.doubled, "lower")
    lines = fmean(c.lines for c in crawls)
    yield Figure(f"{name}: lines an object", lines, None, floors.lines, "lower")
    yield Figure(f"{name}: requests a record", requests, None, floors.requests, "lower")
    holds = fmean(c.is_covered for c in crawls)
    yield Figure(f"{name}: intervals that hold the size", holds, None, floors.holds)


def main() -> None:
    """Print a line a crawl, and below it what it told that is no record."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", help="families, or ways in; all families by default")
    parser.add_argument("--size", type=int, action="append", help="records; may be given often")
    parser.add_argument("--seed", type=int, action="append", help="may be given often")
    parser.add_argument("--browse-only", action="store_true", help="no question is asked")
    parser.add_argument("--false", type=int, default=3, help="how many false objects are shown")
    chosen = parser.parse_args()
    more: dict[str, object] = {"browse_only": True} if chosen.browse_only else {}
    for size in chosen.size or SIZES:
        for seed in chosen.seed or drawn_seeds("small sites", SEEDS):
            for name in chosen.names or FAMILIES:
                one = (crawled_way if name in WAYS else crawled)(name, size, seed, **more)
                print(one.row(), flush=True)
                for change in one.false[: chosen.false]:
                    print(f"    {change.url}: {change.text[:90]!r} on {change.page_url}")


if __name__ == "__main__":
    main()
