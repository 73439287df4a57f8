"""Real applications, crawled and scored: `python -m benchmarks.apps [--dresses N] [--compare]`.

Each application of `$UPWELL_APPS` is started on a port and in a folder of its own, crawled by the
installed `upwell crawl` with default settings, scored by the folder's `bench.py`, and stopped.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from benchmarks.commit import current_commit

from .application import Absent, Application, applications, applications_folder
from .measuring import DRAWN, MAX_PAGES, RECORDED, RUNS, Order, least_to_install, measure, shortened
from .report.compare import compare
from .report.results import FILE, keep
from .report.summary import kept_table, summary
from .report.table import LEGEND, line_of, table
from .run import Run

VIEWS = {"compare": compare, "summary": summary, "table": kept_table}  # of what was kept


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when something could not be measured, 2 when there is nothing to."""
    chosen = _parser().parse_args(arguments)
    if chosen.show:
        print(VIEWS[chosen.show](chosen.results or FILE))
        return 0
    try:
        folder = applications_folder()
        picked = applications(folder, [name for name in chosen.apps.split(",") if name])
    except Absent as error:
        print(f"apps: {error}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _leave)
    order = _order(chosen, folder)
    if chosen.quick:
        runs = _first_that_starts(shortened(order), picked)
    else:
        runs = _all(order, picked, _file(chosen))
    print(f"\n{table(runs)}\n\n{LEGEND}")
    return int(any(run.error for run in runs))


def _leave(number: int, _: object) -> NoReturn:
    """What runs is stopped on the way out, as after Ctrl-C."""
    sys.exit(128 + number)


def _all(order: Order, picked: Sequence[Application], file: Path | None) -> list[Run]:
    """Each application in turn; what was measured is kept after each."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    runs: list[Run] = []
    for application in picked:
        for run in measure(order, application):
            print(line_of(run), flush=True)
            runs.append(run)
            if file is not None:
                keep(order.commit, date, [run], file)
    return runs


def _first_that_starts(order: Order, picked: Sequence[Application]) -> list[Run]:
    """The short form: one application, that with the least to install which can be."""
    runs: list[Run] = []
    for application in least_to_install(picked):
        runs = list(measure(order, application))
        if not any(run.error for run in runs):
            break
        print(f"apps: {runs[-1].error}", file=sys.stderr)
    return runs


def _order(chosen: argparse.Namespace, folder: Path) -> Order:
    drawn = chosen.dress == DRAWN
    return Order(
        apps=folder,
        commit=current_commit(),
        dresses=max(chosen.dresses, int(drawn)),
        dress=None if drawn else chosen.dress or None,
        runs=chosen.runs,
        seeds=tuple(int(seed) for seed in chosen.data_seeds.split(",")),
        max_pages=chosen.pages,
        recorded=chosen.keep,
    )


def _file(chosen: argparse.Namespace) -> Path | None:
    """Where figures go: those of a part, or of a dress that somebody chose, are no result."""
    if chosen.results is not None:
        return Path(chosen.results)
    part = chosen.apps or chosen.pages != MAX_PAGES or chosen.dress not in ("", DRAWN)
    if part:
        print(
            "apps: a part, or a chosen dress: not kept (--results FILE keeps it)", file=sys.stderr
        )
    return None if part else FILE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.apps", description=__doc__)
    add = parser.add_argument
    add("--apps", default="", metavar="NAME,...", help="these; all of the folder by default")
    add("--dresses", type=int, default=0, metavar="N", help="in N dresses drawn from the commit")
    add(
        "--dress", default="", metavar="SEED", help=f"in the dress of this seed; {DRAWN}: one drawn"
    )
    add("--runs", type=int, default=RUNS, metavar="N", help="crawls of each site")
    add("--data-seeds", default="1", metavar="N,...", help="seeds of the applications' data sets")
    add("--pages", type=int, default=MAX_PAGES, metavar="N", help="budget of a crawl")
    add("--keep", type=Path, default=RECORDED, metavar="DIR", help="folder of the recorded pages")
    add("--results", type=Path, metavar="FILE", help="in place of benchmarks/results/apps.json")
    add("--quick", action="store_true", help="one application, one dress, few pages, for CI")
    for name, what in VIEWS.items():
        about = (what.__doc__ or "").splitlines()[0]
        add(f"--{name}", dest="show", action="store_const", const=name, help=f"print: {about}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
