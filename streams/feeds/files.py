"""Files of events that are appended to: JSON Lines and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from upwell.errors import ConfigError

from ..records import AnyRecord
from ..sinks.jsonl import JsonLines
from ..sinks.lines import Line, Lines
from ..topics import CHANGES
from .events import Event, EventFilter

LEAD = ("event", "id", "version", "site", "at", "url", "page_url", "query", "text")
FIELDS = "fields"  # the column that has all of them, where none is named


def event_lines(chosen: EventFilter) -> Lines:
    """The lines of the events that a feed is told."""

    def line(record: AnyRecord) -> Line | None:
        event = chosen.event(record)
        return None if event is None else event.body

    return Lines(CHANGES, line, lambda line: line["id"], lambda line: line["version"], counted=True)


class EventLines(JsonLines):
    """One JSON object an event; nothing that was written leaves the file."""

    def __init__(self, path: Path, chosen: EventFilter) -> None:
        super().__init__(path, event_lines(chosen))

    def _note_line(self, name: str, line: Line) -> None:
        """Nothing is noted: what was withdrawn stays, as the event says so."""


class EventTable(EventLines):
    """One row an event, in CSV; the header stands from the beginning.

    Parameters
    ----------
    columns
        Columns of the objects, a cell each; none: all of them as JSON in one cell.
    cell
        Makes a text safe for a program that computes what looks like a formula.
    """

    def __init__(
        self, path: Path, chosen: EventFilter, columns: Sequence[str], cell: Callable[[str], str]
    ) -> None:
        super().__init__(path, chosen)
        self._header = [*LEAD, *(columns or [FIELDS])]
        self._columns = list(columns)
        self._cell = cell

    def open(self, known: bool) -> Mapping[int, int]:
        """Open the table; a file with another header is refused."""
        positions = super().open(known)
        assert self._file is not None
        if self._at.length == 0:
            header = _row([self._cell(name) for name in self._header])
            self._file.write(header)
            self._file.flush()
            self._at.length = len(header)
            self._commit()
        return positions

    def _encoded(self, line: Line) -> bytes:
        whole = line["object"]
        cells = [Event(line, whole).at if n == "at" else whole.get(n, line.get(n)) for n in LEAD]
        cells[0] = line["event"]
        if self._columns:
            cells += [_plain(whole, name) for name in self._columns]
        else:
            cells.append(_json(whole["fields"]))
        return _row([self._cell("" if cell is None else str(cell)) for cell in cells])

    def _remember(self) -> None:
        with self._path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            header = next(rows, None)
            if header is not None and header != [self._cell(name) for name in self._header]:
                raise ConfigError(
                    f"{self._path} has other columns ({', '.join(header[len(LEAD) :])}); "
                    "give the feed another file, or its columns back"
                )
            for row in rows:
                self._last[row[1]] = int(row[2])


def _plain(whole: Line, name: str) -> Any:
    """A number as one, all else as the page shows it."""
    value = whole["fields"].get(name)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number else whole["raw"].get(name, value)


def _row(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "replace")


def _json(value: Any) -> str:

    return msgspec.json.encode(value).decode()
