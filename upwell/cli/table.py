"""Objects as a table: one row an object, a column a field, in CSV as RFC 4180 has it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.streams.sinks.lines import has_ended
from upwell.terminal import in_a_cell

from .output import output_stream, read_lines

GROUP, LINKS = "group", "links"

Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="Write the objects as a table; - is stdout."),
]
Row = dict[str, str]


class Table:
    """Rows of objects, collected until all columns are known.

    Parameters
    ----------
    lead
        Columns before the fields, as `put` is given them.

    Examples
    --------
    >>> table = Table(["site"])
    >>> table.put({"site": "a.org"}, {"title": "Otter", "price": "3 €"}, ["http://a.org/1"])
    >>> table.put({"site": "a.org"}, {"title": "Wolf", "year": "1999", "price": "4 €"}, [])
    >>> table.columns
    ['site', 'group', 'title', 'year', 'price', 'links']
    """

    def __init__(self, lead: Sequence[str]) -> None:
        self._lead = [*lead, GROUP]
        self._fields: list[str] = []
        self._rows: list[Row] = []

    @property
    def columns(self) -> list[str]:
        """The header: fields stand where their objects have them."""
        return [*self._lead, *self._fields, LINKS]

    def put(
        self, about: Mapping[str, Any], fields: Mapping[str, Any], links: Iterable[str]
    ) -> None:
        """Add an object; what has a unit has a column for it."""
        named = {self._named(name): value for name, value in _flat(fields).items()}
        at = 0
        for name in named:
            if name in self._lead:
                continue
            if name not in self._fields:
                self._fields.insert(at, name)
            at = self._fields.index(name) + 1
        told = {name: "" if about.get(name) is None else str(about[name]) for name in self._lead}
        self._rows.append({**told, **named, LINKS: " ".join(links)})

    def write(self, path: Path) -> None:
        """The header once, then a line a row."""
        with output_stream(path) as stream:
            writer = csv.DictWriter(stream, self.columns, restval="")
            writer.writerow({name: in_a_cell(name) for name in self.columns})
            writer.writerows(
                {name: in_a_cell(value) for name, value in row.items()} for row in self._rows
            )

    def _named(self, name: str) -> str:
        """A site may call its fields as a table calls its own columns."""
        taken = name != GROUP and name in (*self._lead, LINKS)
        return f"field_{name}" if taken else name


def kept_in(
    kept: list[dict[str, Any]], lines: Iterable[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Pass lines through, and collect what a table needs of them."""
    for line in lines:
        kept.append({name: line[name] for name in ("site", "file", "url", "objects")})
        yield line


def page_table(lines: Iterable[Mapping[str, Any]]) -> Table:
    """The objects of saved pages; a later line of a page supersedes the earlier."""
    last = {(line["site"], line["file"]): line for line in lines}
    table = Table(["site", "page"])
    for (site, file), line in last.items():
        for found in line["objects"]:
            about = {"site": site, "page": line["url"] or file}
            table.put(about, {**found["fields"], **found.get("typed", {})}, found["links"])
    return table


def object_table(lines: Iterable[Mapping[str, Any]]) -> Table:
    """Objects as `crawl` writes them; a later line of an object supersedes the earlier."""
    last = {line["id"]: line for line in lines}
    table = Table(["site", "page_url", "url", "id", "version"])
    for line in last.values():
        if not has_ended(line):
            table.put(line, line["fields"], line["links"])
    return table


def objects_of(path: Path) -> Iterator[dict[str, Any]]:
    """Lines of a file of objects, none if it is not there."""
    if path.exists():
        yield from (line for _, line in read_lines(path))


def cell(value: Any) -> str:
    """A value as the cell of a table has it.

    >>> cell(2722), cell(4.5), cell(True), cell([10, 20]), cell("an otter")
    ('2722', '4.5', 'true', '10; 20', 'an otter')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(map(cell, value))
    return str(value)


def _flat(fields: Mapping[str, Any]) -> dict[str, str]:
    """Values with their units beside them.

    >>> _flat({"price": {"value": -5, "unit": "EUR"}, "year": 1999})
    {'price': '-5', 'price_unit': 'EUR', 'year': '1999'}
    """
    out: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            out |= {name: cell(value["value"]), f"{name}_unit": str(value["unit"])}
        else:
            out[name] = cell(value)
    return out
