"""What the pages say of real applications, out of the newest results and never by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from ..run import Run
from .results import Measured, newest
from .table import LEGEND, Column, Value, as_text, columns, mean, parts, spread, table, worst

NEVER = "nothing was measured yet: there is no {}"
# heads of the table's columns, and what they are called here
NAMES = {
    "recall": "objects of the truth in the file (recall)",
    "prec": "objects of the file that are right, each once (precision)",
    "dbl": "told twice",
    "rec P": "records on list pages, precision",
    "rec R": "records on list pages, recall",
    "dsc P": "records on list pages that the truth describes, precision",
    "dsc R": "records on list pages that the truth describes, recall",
    "tel P": "the same without words that all records of a page repeat and no truth has, precision",
    "tel R": "the same, recall",
    "else P": "records on pages that it does not describe which are true objects",
    "multi P": "regions of list pages, words, precision",
    "multi R": "regions of list pages, words, recall",
    "emp P": "pages called empty, precision",
    "emp R": "pages called empty, recall",
    "chgd": "false `changed`",
    "wdrn": "withdrawn",
    "ln/o": "lines of the file an object",
    "wr/o": "lines written an object",
    "vs/o": "versions an object",
    "own/o": "of these made by own pages, which complete what rows say",
    "purity": "kinds of page, purity",
    "V": "kinds of page, V-measure",
    "harm": "acting links and foreign forms used",
    "rq/o": "requests a true object",
}


def summary(path: Path) -> str:
    """Mean, worst run and largest spread between runs of one site, plain and dressed."""
    measured = newest(path)
    return _table(measured) if measured else NEVER.format(path)


def headline(path: Path) -> str:
    """One line for the README: what a reader asks first, plain and dressed."""
    measured = newest(path)
    if measured is None:
        return NEVER.format(path.name)
    runs = [run for run in measured.runs if not run.error]
    named = {column.head: column for column in columns(runs)}
    return "; ".join(
        f"{name}, {_counted(part)}: "
        + ", ".join(
            f"{NAMES[head].rpartition('(')[2].removesuffix(')')} "
            f"{as_text(mean(part, named[head]), named[head])}"
            f" (worst {as_text(worst(part, named[head]), named[head])})"
            for head in ("recall", "prec", "rq/o")
        )
        for name, part in parts(runs)
    )


def kept_table(path: Path) -> str:
    """Every crawl of the newest commit that was measured, plain and dressed."""
    measured = newest(path)
    if measured is None:
        return NEVER.format(path)
    head = f"commit {measured.commit}, {measured.date}"
    return f"{head}\n\n{table(measured.runs)}\n\n{LEGEND}"


def _table(measured: Measured) -> str:
    runs = [run for run in measured.runs if not run.error]
    sides = parts(runs)
    lines = [
        f"Commit `{measured.commit[:7]}`, {measured.date[:10]}: "
        + ", ".join(f"{name} {_counted(part)}" for name, part in sides),
        "",
        "| |" + "".join(f" {name}: mean | worst | spread |" for name, _ in sides),
        "|---|" + "---|---|---|" * len(sides),
    ]
    for column in columns(runs):
        if column.head in NAMES:
            cells = [_cells(part, column) for _, part in sides]
            lines.append(f"| {NAMES[column.head]} |" + "".join(cells))
    return "\n".join(lines)


def _counted(part: Sequence[Run]) -> str:
    sites = {run.app for run in part}
    return f"{len(part)} crawls of {len(sites)} applications"


def _cells(part: Sequence[Run], column: Column) -> str:
    values = (mean(part, column), worst(part, column), _largest_spread(part, column))
    return "".join(f" {as_text(value, column)} |" for value in values)


def _largest_spread(part: Sequence[Run], column: Column) -> Value:
    sites = groupby(part, key=lambda run: (run.app, run.dress))
    found = [apart for _, runs in sites if (apart := spread(list(runs), column)) is not None]
    return max(found, default=None)
