"""Objects as a table for people: the columns that most have, as many as the terminal holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from upwell.terminal import on_one_line, printable

from ...table import cell
from .site_columns import SiteColumn

_NARROW, _WIDE, _TITLE = 8, 24, 44  # letters of a column
_LEAST = 0.2  # share of the objects that a column has, to be shown to people
_NUMERIC = frozenset(("number", "money", "quantity", "count", "rating", "duration"))
_LAST = ("link", "image")  # long, and in the file


def object_grid(
    lines: Sequence[Mapping[str, Any]], columns: Sequence[SiteColumn], console: Console
) -> None:
    """Print a row an object; what does not fit is counted below.

    Parameters
    ----------
    lines
        As `upwell objects` writes them.
    columns
        Of these objects, those that most have first.
    console
        Whose width decides how many are shown.
    """
    wanted = [c for c in columns if c.n >= _LEAST * len(lines) and c.name not in _LAST]
    wanted.sort(key=lambda c: (c.name != "title", c.name == "group"))
    shown: list[tuple[SiteColumn, int]] = []
    room = console.width
    for column in wanted:
        width = _width(column, lines)
        if shown and room < width + 2:
            break
        shown.append((column, min(width, max(_NARROW, room - 2))))
        room -= width + 2
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column, width in shown:
        name = printable(column.name) + (f" ({column.unit})" if column.unit else "")
        right = column.type in _NUMERIC
        table.add_column(
            Text(name), justify="right" if right else "left", max_width=width, no_wrap=True,
            overflow="ellipsis",
        )  # fmt: skip
    for line in lines:
        table.add_row(*(Text(_shown(line["fields"].get(c.name), c)) for c, _ in shown))
    console.print(table)
    left = len(columns) - len(shown)
    more = f"; {left} more columns: `upwell schema`, or a wider terminal" if left else ""
    console.print(f"{len(lines):,} object{'s' * (len(lines) != 1)}{more}", style="dim")


def _width(column: SiteColumn, lines: Sequence[Mapping[str, Any]]) -> int:
    name = len(column.name) + (len(column.unit) + 3 if column.unit else 0)
    longest = max(len(_shown(line["fields"].get(column.name), column)) for line in lines)
    return min(max(name, longest), _TITLE if column.name == "title" else _WIDE)


def _shown(value: Any, column: SiteColumn) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        number = cell(value["value"])
        return number if column.unit else f"{number} {value['unit']}"
    return on_one_line(cell(value))
