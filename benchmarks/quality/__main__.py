"""Every figure of quality beside an earlier one and its floor: `python -m benchmarks.quality`.

`--keep` stores the rows that ran in `benchmarks/results/quality.json`. With SEALED=1 the sealed
third of all sites is measured instead of the open part, once a day, and written down.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from benchmarks.commit import commit_and_day
from benchmarks.measures import measures, module_of

from . import sealed, stored
from .datasets import data_root, other_editions
from .figures import Figure

ROOM = "benchmarks.quality"


def holds(figure: Figure) -> bool:
    """Is it on the right side of its floor?"""
    if figure.floor is None:
        return True
    if figure.better == "lower":
        return figure.value <= figure.floor
    return figure.value >= figure.floor


def row(figure: Figure) -> str:
    """One line of the table."""
    beside = "" if figure.sketch is None else f"{figure.sketch:.3f}"
    sign = "<=" if figure.better == "lower" else ">="
    floor = "" if figure.floor is None else f"{sign} {figure.floor:.3f}"
    verdict = "" if holds(figure) else "  BELOW ITS FLOOR"
    return f"  {figure.name:<58} {figure.value:8.3f} {beside:>8} {floor:>9}{verdict}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when a floor is broken, 2 when the sealed third may not be opened."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("names", nargs="*", help="which ones; all by default")
    parser.add_argument("--quick", action="store_true", help="a part of the data, for CI")
    parser.add_argument("--keep", action="store_true", help="store the rows that ran")
    chosen = parser.parse_args(arguments)
    if chosen.quick and chosen.keep:
        parser.error("--keep stores full rows; leave --quick out")
    names = chosen.names or measures(ROOM)
    commit, date = commit_and_day()
    print(f"data: {data_root()}")
    print(f"  {'figure':<58} {'here':>8} {'beside':>8} {'floor':>9}")
    if os.environ.get("SEALED") == "1":
        return _open_sealed(names, commit, date)
    broken = 0
    for name in names:
        started = time.perf_counter()
        figures = _measured(name, chosen.quick)
        seconds = round(time.perf_counter() - started, 1)
        for figure in figures:
            print(row(figure), flush=True)
            broken += not holds(figure) and not other_editions
        if chosen.keep and figures:
            stored.keep(name, stored.StoredRow(commit, date, seconds, stored.values(figures)))
    if broken:
        print(f"{broken} figures are below their floors")
    return int(broken > 0)


def _open_sealed(names: Sequence[str], commit: str, date: str) -> int:
    """Measure the sealed part: without floors, which are those of the open one."""
    try:
        sealed.open_third(commit, date)
    except sealed.TooSoon as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return 2
    n_failed = 0
    for name in names:
        sealed.was_asked()
        try:
            figures = [figure._replace(floor=None) for figure in _measured(name, quick=False)]
        except Exception as error:  # one row must not cost the day's opening
            print(f"{name} was not measured: {error!r}", file=sys.stderr)
            n_failed += 1
            continue
        if not sealed.was_asked():
            print("  nothing of it is sealed")
            continue
        for figure in figures:
            print(row(figure), flush=True)
        sealed.record(name, stored.values(figures))
    return int(n_failed > 0)


def _measured(name: str, quick: bool) -> list[Figure]:
    module = module_of(ROOM, name)
    started = time.perf_counter()
    figures: list[Figure] = module.measure(quick)
    print(f"{name} ({time.perf_counter() - started:.0f} s)", flush=True)
    if not figures:
        print("  not measured: its data set is absent, or none of its sites is of this part")
    return figures


if __name__ == "__main__":
    sys.exit(main())
