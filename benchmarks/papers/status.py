"""The page that says where things stand, `docs/status.md`: from stored runs, but for its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.apps.report.results import FILE
from benchmarks.apps.report.summary import summary
from benchmarks.mutate import plateaus
from benchmarks.mutate.numbers import rooms_with_numbers
from benchmarks.mutate.results import Room, rooms_table, survivors_table
from benchmarks.quality.sealed import Opening

from .compare import Stored
from .headlines import headline_table
from .readme import golden_line, law_table, opened, shares

BY_HAND = "## What works, what is thin, what is missing\n"  # nothing is written over from here on

_HEAD = """\
# Status: what was measured last

`make papers` writes this page from what commands have stored, up to its last part.
What a command has not stored is *not run*.
"""
_QUALITY = """\
The data sets are no part of the repository; they are looked for at `$UPWELL_DATA`.
Their sites are divided by a hash of their names: two thirds are open, a third is sealed.
*In sample*: thresholds or weights were chosen with these very pages; expect less elsewhere."""
_APPLICATIONS = """\
`make apps` crawls real applications with default settings, as they are and (`DRESS=1`) dressed as
another site with the same database ([how to](how-to/measure-on-applications.md)).
*Worst* is the worst crawl, *spread* the most that two crawls of one site lie apart;
`python -m benchmarks.apps --summary` prints this table, `--compare` the one before beside it."""
_LAWS = """\
What may change about a site without changing what its pages say: of all pages of bundled families
that tell something, those right before and after (`make laws`). Nothing may fall further."""
_GOLDEN = """\
Pages of our own making, each a way in which sites differ, their expectations written before any
reader saw them ([how](../tests/golden/README.md)); `python -m tests.golden count` says why the
others are not."""
_NUMBERS = """\
Each number of a room's `params.py` is changed by half and twice (shares: the odds).
A change that no test notices survives; what survives means nothing that anybody checks.
`make mutate ROOMS=models/change` looks at a room again."""
_RANGES = """\
No value tried in this range made a test of the room fail: doublings, of which the last was halved
three times (`make mutate PLATEAU=1 ROOMS=models/change`).
A range ends at a test; how far a figure on data stays is said in `params.py`."""


class Section(NamedTuple):
    """A heading, what is measured and how, and the lines that were."""

    heading: str
    text: str
    lines: Iterable[str]


def status_page(
    stored: Stored,
    openings: Sequence[Opening],
    rooms: Mapping[str, Room],
    ranges: Mapping[str, plateaus.Room],
) -> Iterator[str]:
    """All lines of the page that commands have written."""
    yield from _HEAD.splitlines()
    unseen = ", ".join(f"`{room}`" for room in rooms_with_numbers() if room not in rooms)
    missing = ["", f"Not looked at: {unseen}."] if unseen else []
    numbers = [*rooms_table(dict(rooms)), *missing, "", *survivors_table(dict(rooms))]
    for section in (
        Section("Quality", _QUALITY, headline_table(stored, openings[-1] if openings else None)),
        Section("Openings of the sealed third", "", _openings(openings)),
        Section("Applications that nobody here wrote", _APPLICATIONS, [summary(FILE)]),
        Section("Laws of reading", _LAWS, law_table(shares())),
        Section("Golden pages", _GOLDEN, [f"{golden_line()}."]),
        Section("Numbers that no test would miss", _NUMBERS, numbers),
        Section("How far each number may move", _RANGES, plateaus.plateaus_table(dict(ranges))),
    ):
        yield from ("", f"## {section.heading}", "")
        yield from ([*section.text.splitlines(), ""] if section.text else [])
        yield from section.lines
    yield from ("", "")


def _openings(openings: Sequence[Opening]) -> Iterator[str]:
    if not openings:
        yield f"{opened(openings).capitalize()} (`make quality SEALED=1`)."
    for opening in openings:
        yield f"- {opening.date}, commit {opening.commit[:8]}: {len(opening.figures)} rows."
