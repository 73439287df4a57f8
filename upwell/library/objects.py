"""Objects as a table: for a notebook, for Arrow, for pandas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

from upwell.errors import ConfigError

SHOWN_ROWS, SHOWN_CHARS = 20, 80


class Objects(Sequence[Mapping[str, Any]]):
    """Objects as they stand, each as a line of `crawl -o`.

    Examples
    --------
    >>> found = Objects([{"id": "a", "url": None, "fields": {"price": 3}, "raw": {"price": "3"}}])
    >>> len(found), found.columns, found.rows()
    (1, ['price'], [{'id': 'a', 'url': None, 'price': 3}])
    """

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: Any) -> Any:
        return Objects(self._lines[at]) if isinstance(at, slice) else self._lines[at]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._lines)

    @property
    def columns(self) -> list[str]:
        """Every column that an object has, in the order in which they are met."""
        return list(dict.fromkeys(name for line in self._lines for name in line["fields"]))

    def rows(self) -> list[dict[str, Any]]:
        """One flat row an object; of a value with a unit the value, the unit in a column beside."""
        return [{"id": line["id"], "url": line["url"], **_flat(line)} for line in self._lines]

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`; a column whose values are of several types is text, as shown."""
        rows = self.rows()
        names = list(dict.fromkeys(name for row in rows for name in row))
        arrow = _needed("pyarrow", "parquet")
        return arrow.table({name: _column(rows, name) for name in names})

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`."""
        return _needed("pandas", "").DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<{len(self)} objects: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        """The first rows, as a notebook shows them."""
        columns = self.columns
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(_html_row(line, columns) for line in self._lines[:SHOWN_ROWS])
        more = len(self) - SHOWN_ROWS
        rest = f"<caption>and {more:,} more</caption>" if more > 0 else ""
        return f"<table>{rest}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _flat(line: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in line["fields"].items():
        if isinstance(value, dict):
            out[name] = value.get("value")
            out |= {f"{name}_{key}": each for key, each in value.items() if key != "value"}
        else:
            out[name] = value
    return out


def _column(rows: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    values = [row.get(name) for row in rows]
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} or len(kinds) <= 1:
        return values
    return [None if value is None else str(value) for value in values]


def _html_row(line: Mapping[str, Any], columns: Sequence[str]) -> str:
    cells = []
    for name in columns:
        shown = str(line["raw"].get(name, line["fields"].get(name, "")))
        text = shown if len(shown) <= SHOWN_CHARS else shown[: SHOWN_CHARS - 1] + "…"
        cells.append(f"<td>{escape(text)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _needed(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        what = f"'upwell[{extra}]'" if extra else module
        raise ConfigError(f"this needs {module}; install it with: pip install {what}") from None
