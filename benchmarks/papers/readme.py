"""What the README says of measurements: a line each, out of what commands have stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.apps.report.results import FILE
from benchmarks.apps.report.summary import headline
from benchmarks.quality.sealed import Opening
from tests.golden.case import cases
from tests.laws.__main__ import FLOOR, SHARES

from .concordance import Row
from .counts import count_rows

Shares = Mapping[str, Mapping[str, float]]  # by law: of all families under "", of some by name


def figure_lines(found: Sequence[Row], openings: Sequence[Opening]) -> Iterator[str]:
    """The lines: applications, laws, golden pages, the sealed third, the papers."""
    yield f"- Applications that nobody here wrote (`make apps`): {headline(FILE)}."
    yield f"- Laws of reading (`make laws`): {law_line(shares())}."
    yield f"- Golden pages (`python -m tests.golden count`): {golden_line()}."
    yield f"- A third of every data set is sealed (`make quality SEALED=1`): {opened(openings)}."
    yield f"- The papers (`make papers`): {count_rows(found)}"


def shares(path: Path = SHARES) -> Shares:
    """How each law of reading is kept, as `python -m tests.laws --write` left it."""
    kept: Shares = json.loads(path.read_text("utf-8"))
    return kept


def law_line(kept: Shares) -> str:
    """How many laws are kept, and the one that is kept least.

    >>> law_line({"order": {"": 0.995}, "mixing": {"": 0.9, "a family": 0.5}})
    '1 of 2 are kept on at least 99% of the pages; the least, "mixing", on 90.0%'
    """
    n_kept = sum(each[""] >= FLOOR for each in kept.values())
    least = min(kept, key=lambda law: (kept[law][""], law))
    return (
        f"{n_kept} of {len(kept)} are kept on at least {FLOOR:.0%} of the pages; "
        f'the least, "{least}", on {kept[least][""]:.1%}'
    )


def law_table(kept: Shares) -> Iterator[str]:
    """A line a law: its share, and the family that keeps it least."""
    yield "| law | kept | least of all families |"
    yield "|---|---|---|"
    for law, each in kept.items():
        families = {name: share for name, share in each.items() if name}
        least = min(families, key=lambda name: (families[name], name), default="")
        cell = f"`{least}` {families[least]:.3f}" if least else "-"
        yield f"| {law} | {each['']:.3f} | {cell} |"


def golden_line() -> str:
    """How many golden pages carry no mark of failure."""
    unmarked = sum(case.fails is None for case in cases())
    return f"{unmarked} of {len(cases())} are read exactly"


def opened(openings: Sequence[Opening]) -> str:
    """When the sealed third was opened last."""
    if not openings:
        return "it was never opened"
    last = openings[-1]
    often = "once" if len(openings) == 1 else f"{len(openings)} times, last"
    return f"opened {often} on {last.date}, commit {last.commit[:8]}"
