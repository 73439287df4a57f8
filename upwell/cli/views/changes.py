"""`upwell changes`: what happened to objects, as it happened, and as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import typer

from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.records import Change
from upwell.streams.sinks.lines import ENDED

from ..broker import Broker, Dir, broker_url, connected
from ..output import line, opened

LOOK_S = 0.3  # between two looks at the log


def changes(
    directory: Dir = None,
    broker: Broker = None,
    site: Annotated[
        str | None, typer.Option("--site", metavar="HOST", help="Only of this site.")
    ] = None,
    follow: Annotated[
        bool, typer.Option("-f", "--follow", help="Go on with what happens next; Ctrl-C ends it.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Leave out what has happened so far; with --follow.")
    ] = False,
) -> None:
    """Write what happened to objects, one JSON object a line.

    `event` is new, changed, corrected, withdrawn or gone; `fields` are those that differ, each
    with its value before and after; `evidence` is where it was seen, `at` when. Corrected is what
    a later model reads better, withdrawn what it takes for no object; the rest is news of the
    site. An event is (id, version), and versions count up: keep the highest and nothing comes
    twice.

    Example: upwell changes --follow --new | jq -r '.event + " " + .text'
    """
    url = broker_url(directory, broker, must_exist=True)
    asyncio.run(_write(url, site, follow, new))


async def _write(url: str, site: str | None, follow: bool, new: bool) -> None:
    differences = Differences()
    with opened(None) as stream:
        async for change in _changes(url, follow, new):
            told = differences.line(change)
            if site is None or change.site == site:
                stream.write(line(told) + "\n")
                stream.flush()


async def _changes(url: str, follow: bool, new: bool) -> AsyncIterator[Change]:
    async with connected(url) as log:
        start = await log.ends("changes") if new else {}
        while True:
            for entry in await log.scan("changes", start):
                start[entry.partition] = entry.offset + 1
                try:
                    record = decode(entry.value) if entry.value is not None else None
                except RecordError:
                    continue  # deliver makes a dead letter of it
                if isinstance(record, Change):
                    yield record
            if not follow:
                return
            await asyncio.sleep(LOOK_S)


class Differences:
    """The line of a change: each field that differs, as it was and as it is (DESIGN 6).

    A record tells of a field that is gone or different how it was; that one came can only be seen
    beside the version before, as far as the log still has it.
    """

    def __init__(self) -> None:
        self._last: dict[str, dict[str, str]] = {}  # id -> fields of its last version

    def line(self, change: Change) -> dict[str, Any]:
        """What is told of one change; changes of an object come in the order of their versions."""
        before, after = self._sides(change)
        names = [*before, *(name for name in after if name not in before)]
        self._last[change.id] = change.fields
        return {
            "event": change.event,
            "id": change.id,
            "version": change.version,
            "url": change.url,
            "site": change.site,
            "at": change.seen_at,
            "fields": {
                name: {"before": before.get(name), "after": after.get(name)}
                for name in names
                if before.get(name) != after.get(name)
            },
            "text": change.text,
            "evidence": {"page_url": change.page_url, "query": change.query},
        }

    def _sides(self, change: Change) -> tuple[dict[str, str], dict[str, str]]:
        """Its fields before and after, as far as they are known on both sides."""
        if change.event == "new":
            return {}, change.fields
        if change.event in ENDED:
            return change.fields, {}
        now = {"text": change.text, **change.fields}  # the text where no field differs
        last = self._last.get(change.id)
        if last is None:
            return change.before, {name: now[name] for name in change.before if name in now}
        text = {name: now[name] for name in change.before if name == "text"}
        return {**last, **change.before}, {**change.fields, **text}
