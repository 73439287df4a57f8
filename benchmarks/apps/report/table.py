"""Runs as one table: a line a run, the spread between runs of one site, mean and worst."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..run import Run

NOTHING = "-"
LABELS = ("application", "dress", "data", "run")
Value = float | int | None


class Column(NamedTuple):
    """One figure."""

    head: str
    value: Callable[[Run], Value]
    digits: int  # behind the point
    worst: Callable[[Iterable[float]], float] | None = None  # None: neither side is better
    all_or_none: bool = False  # a run without this figure leaves no mean: it never got there


def columns(runs: Sequence[Run]) -> list[Column]:
    """Every figure; of regions as many as there are kinds of page."""
    return [
        Column("recall", lambda run: run.recall, 3, min),
        Column("prec", lambda run: run.precision, 3, min),
        Column("dbl", lambda run: run.doubles, 0, max),
        Column("rec P", lambda run: run.lists_precision, 3, min),
        Column("rec R", lambda run: run.lists_recall, 3, min),
        Column("dsc P", lambda run: run.described_precision, 3, min),
        Column("dsc R", lambda run: run.described_recall, 3, min),
        Column("tel P", lambda run: run.telling_precision, 3, min),
        Column("tel R", lambda run: run.telling_recall, 3, min),
        Column("else P", lambda run: run.elsewhere_precision, 3, min),
        *(column for kind in _kinds(runs) for column in _of_kind(kind)),
        Column("emp P", lambda run: run.empty_precision, 3, min),
        Column("emp R", lambda run: run.empty_recall, 3, min),
        Column("chgd", lambda run: run.changed, 0, max),
        Column("wdrn", lambda run: run.withdrawn, 0, max),
        Column("ln/o", lambda run: run.lines_per_object, 2, max),
        Column("wr/o", lambda run: run.written_per_object, 2, max),
        Column("vs/o", lambda run: run.versions_per_object, 2, max),
        Column("own/o", lambda run: run.completed_per_object, 2),
        Column("purity", lambda run: run.purity, 3, min),
        Column("V", lambda run: run.v_measure, 3, min),
        Column("harm", lambda run: run.harm, 0, max),
        Column("req", lambda run: run.requests, 0),
        Column("rq/o", lambda run: run.requests_per_object, 2, max),
        Column("rq95", lambda run: run.requests_to_95, 0, max, all_or_none=True),
        Column("1st s", lambda run: run.first_object_s, 1, max),
        Column("pg/s", lambda run: run.pages_per_s, 1, min),
    ]


class Row(NamedTuple):
    """One line of a table."""

    labels: tuple[str, ...]
    figures: list[Value]
    note: str = ""


def line_of(run: Run) -> str:
    """One run alone, below the heads."""
    every = columns([run])
    return text_of(LABELS, [_row(run, every)], every)


def table(runs: Sequence[Run]) -> str:
    """The table as text: runs of a site one below the other, then how far they lie apart."""
    every = columns(runs)
    rows = []
    for _, group in groupby(runs, key=lambda run: (run.app, run.dress)):
        same = list(group)
        rows += [_row(run, every) for run in same]
        if len(same) > 1:
            rows.append(Row(("", "", "", "spread"), [spread(same, column) for column in every]))
    for name, part in parts(runs):
        rows.append(Row((name, "", "", "mean"), [mean(part, column) for column in every]))
        rows.append(Row((name, "", "", "worst"), [worst(part, column) for column in every]))
    return text_of(LABELS, rows, every)


def text_of(labels: tuple[str, ...], rows: Sequence[Row], every: Sequence[Column]) -> str:
    """Rows below the heads of their columns, aligned."""
    cells = [[*labels, *(column.head for column in every), ""]]
    for row in rows:
        figures = [as_text(*pair) for pair in zip(row.figures, every, strict=True)]
        cells.append([*row.labels, *figures, row.note])
    return "\n".join(_aligned(cells))


def parts(runs: Sequence[Run]) -> list[tuple[str, list[Run]]]:
    """Runs of applications as they are, and of dressed ones; what is absent is left out."""
    plain = [run for run in runs if run.dress is None]
    dressed = [run for run in runs if run.dress is not None]
    return [(name, part) for name, part in (("plain", plain), ("dressed", dressed)) if part]


def spread(runs: Iterable[Run], column: Column) -> Value:
    """How far runs of the same site lie apart in one figure."""
    found = _values(runs, column)
    return max(found) - min(found) if len(found) > 1 else None


def mean(runs: Iterable[Run], column: Column) -> Value:
    """Of the runs that have this figure."""
    found = _values(runs, column)
    return sum(found) / len(found) if found else None


def worst(runs: Iterable[Run], column: Column) -> Value:
    """The figure of the run that is worst in it."""
    found = _values(runs, column)
    return column.worst(found) if found and column.worst else None


LEGEND = """\
recall, prec: of the file, each true object once (dbl: told again); rec: records on list pages,
dsc: those of pages that the truth describes, tel: the same without words that all records of a page
repeat and no truth has, else: those of others, by who is a true object;
multi, single, ...: words of the region by kind of page; emp: pages called empty, against no match;
chgd, wdrn: events of `changes`, all false; ln/o: lines of the file an object, wr/o: with those that
its end cuts out, vs/o: versions, own/o: those of own pages; purity, V: of the kinds of page; harm:
acting links and foreign forms used; rq/o: requests a true object, rq95: until .95 of the true
objects were in the file, - means never; 1st s: until the first object"""


def _values(runs: Iterable[Run], column: Column) -> list[float]:
    found = [column.value(run) for run in runs if not run.error]
    if column.all_or_none and None in found:
        return []
    return [value for value in found if value is not None]


def _kinds(runs: Iterable[Run]) -> list[str]:
    return sorted({kind for run in runs for kind in run.pagelets})


def _of_kind(kind: str) -> tuple[Column, Column]:
    def precision(run: Run) -> Value:
        return run.pagelets[kind].precision if kind in run.pagelets else None

    def recall(run: Run) -> Value:
        return run.pagelets[kind].recall if kind in run.pagelets else None

    return Column(f"{kind[:6]} P", precision, 3, min), Column(f"{kind[:6]} R", recall, 3, min)


def _row(run: Run, every: Sequence[Column]) -> Row:
    figures = [None if run.error else column.value(run) for column in every]
    note = f"NOT MEASURED: {run.error}" if run.error else run.stopped
    if run.exit and not run.error:
        note = f"exit {run.exit}: {note}"
    return Row((run.app, run.dress or NOTHING, str(run.seed), str(run.run)), figures, note)


def as_text(value: Value, column: Column) -> str:
    """A figure as it is printed.

    >>> ratio, count = Column("", lambda run: None, 3), Column("", lambda run: None, 0)
    >>> as_text(0.98765, ratio), as_text(1, ratio), as_text(12.0, count), as_text(None, count)
    ('.988', '1.000', '12', '-')
    """
    if value is None:
        return NOTHING
    text = f"{value:.{column.digits}f}"
    return text.removeprefix("0") if column.digits > 2 else text


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    return [
        "  ".join(
            cell.ljust(width) if at in (0, last) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
