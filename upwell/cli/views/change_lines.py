"""What happened to objects: all that the read model keeps, then what the log has since."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upwell.config import resolve
from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.filters import Facts, facts_of, parse_filter
from upwell.streams.log.address import EMBEDDED, parse_address
from upwell.streams.log.port import Log
from upwell.streams.records import Change
from upwell.streams.sinks.differences import event_line
from upwell.streams.sinks.lines import Line, whole_line
from upwell.streams.sinks.sqlite import filled_from, reading
from upwell.streams.topics import CHANGES

from ..broker import connected

LOOK_S = 0.3  # between two looks at the log


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events: from a time on, of a site, by a filter."""

    since: float = 0.0
    site: str | None = None
    where: str = ""

    def ready(self, columns: set[str] | None) -> _Chosen:
        """With the filter understood; unknown columns are errors where the columns are known."""
        return _Chosen(self, parse_filter(self.where, columns).matches)


@dataclass(frozen=True, slots=True)
class _Chosen:
    wanted: Wanted
    matches: Any

    def __call__(self, line: Line, whole: Line) -> bool:
        wanted = self.wanted
        if line["at"] < wanted.since or (wanted.site is not None and line["site"] != wanted.site):
            return False
        facts: Facts = facts_of(whole, line)
        return bool(self.matches(facts))


@contextmanager
def read_model(url: str, directory: Path | None) -> Iterator[sqlite3.Connection | None]:
    """The read model that was filled from a log; None where there is none."""
    address = parse_address(url)
    embedded = address.scheme == EMBEDDED
    folder = address.directory if embedded else Path(resolve({"dir": directory})["dir"].value)
    database = filled_from(folder, url)
    if database is None:
        yield None
        return
    with closing(database):
        yield database


async def change_lines(
    url: str,
    directory: Path | None,
    wanted: Wanted,
    *,
    follow: bool = False,
    new: bool = False,
    id: str | None = None,
    start: dict[int, int] | None = None,
) -> AsyncIterator[Line]:
    """The lines of `upwell changes`, in the order in which they came.

    Parameters
    ----------
    follow
        Go on with what happens next, until cancelled.
    new
        Leave out what is there when this is called.
    id
        Of one object alone, by its id or the address of its own page.
    start
        Positions of the log to begin at, in place of all that was; they are moved along.
    """
    with read_model(url, directory) as database:
        columns = reading.columns(database) if database is not None and not follow else None
        chosen = wanted.ready(columns or None)
        if database is not None and not new and start is None:
            for line, whole in _kept(database, wanted, id):
                if chosen(line, whole):
                    yield line
        async with connected(url) as log:
            if start is None:
                start = await _start(log, database, new)
            async for line, whole in _appended(log, database, start, follow):
                mine = id is None or id in (line["id"], line["url"])
                if mine and chosen(line, whole):
                    yield line


def _kept(
    database: sqlite3.Connection, wanted: Wanted, id: str | None
) -> Iterator[tuple[Line, Line]]:
    if id is not None:
        return reading.history(database, id)
    return reading.events(database, since=wanted.since, site=wanted.site)


async def _start(log: Log, database: sqlite3.Connection | None, new: bool) -> dict[int, int]:
    if new:
        return await log.ends(CHANGES)
    if database is None:
        return {}
    ends = await log.ends(CHANGES)  # a log that lost its last commits fills those offsets again
    return {p: min(at, ends.get(p, 0)) for p, at in reading.positions(database, CHANGES).items()}


async def _appended(
    log: Log, database: sqlite3.Connection | None, start: dict[int, int], follow: bool
) -> AsyncIterator[tuple[Line, Line]]:
    """Events of the log from a position on; each beside the version before, if that is there."""
    last: dict[str, Mapping[str, Any]] = {}
    while True:
        for entry in await log.scan(CHANGES, start):
            start[entry.partition] = entry.offset + 1
            record = _change(entry.value)
            if record is None:
                continue
            before = last.get(record.id)
            if before is not None and before["version"] >= record.version:
                continue
            if before is None and database is not None:
                before = reading.whole_before(database, record.id, record.version)
            last[record.id] = whole = whole_line(record)
            yield event_line(record, before, whole), whole
        if not follow:
            return
        await asyncio.sleep(LOOK_S)


def _change(value: bytes | None) -> Change | None:
    try:
        record = decode(value) if value is not None else None
    except RecordError:
        return None  # deliver makes a dead letter of it
    return record if isinstance(record, Change) else None
