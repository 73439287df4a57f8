"""`upwell doctor`: is everything there that upwell needs, and is the log whole?"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from upwell.config import Settings, resolve, settings
from upwell.errors import EXIT_FAILED, UpwellError
from upwell.models import compiled
from upwell.models.tree.parse import parse
from upwell.streams.dead_letters import letters
from upwell.streams.log.address import EMBEDDED, parse_address
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.lag import positions
from upwell.streams.log.survey import Survey, surveying
from upwell.streams.topics import DEAD_LETTERS, TOPICS

from ..broker import Broker, Dir, connected
from ..output import line
from .topics import bytes_shown, differs, found_topics

LEAST_FREE = 2 << 30  # bytes; the pages of a day of one site at a page a second are 1.3 GB

OK, WARN, FAIL = "ok", "warn", "fail"


class Check(NamedTuple):
    """One thing that was looked at."""

    name: str
    state: str
    message: str


def doctor(
    directory: Dir = None,
    broker: Broker = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also read every record and check it against its sum.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a check.")] = False,
) -> None:
    """Look for what is wrong with this machine, the settings, the broker and the log.

    `warn` may be as you want it, `fail` is not; with a failure the exit code is 1.

    Example: upwell doctor -d books --deep
    """
    checks = asyncio.run(_checks(directory, broker, deep))
    for check in checks:
        told = f"{check.state:<5} {check.name:<13} {check.message}"
        typer.echo(line(check._asdict()) if as_json else told)
    if any(check.state == FAIL for check in checks):
        raise typer.Exit(EXIT_FAILED)


async def _checks(directory: Path | None, broker: str | None, deep: bool) -> list[Check]:
    try:
        known = settings(resolve({"dir": directory, "broker": broker}))
    except UpwellError as error:
        return [*_machine(), Check("settings", FAIL, str(error))]
    url = known.broker or f"upwell://{known.dir.resolve()}"
    out = [*_machine(), *_settings(known)]
    try:
        address = parse_address(url)
        if address.scheme == EMBEDDED:
            out += _folder(address.directory)
            if not (address.directory / "log.sqlite").exists():
                return [*out, Check("log", OK, "none yet; `upwell crawl` makes it")]
        return out + [check async for check in _log(url, deep)]
    except UpwellError as error:
        return [*out, Check("log", FAIL, str(error))]


def _machine() -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Check("python", OK if sys.version_info >= (3, 11) else FAIL, f"{version} at {sys.prefix}")
    cpus = os.cpu_count() or 1
    yield Check("processors", OK if cpus > 1 else WARN, f"{cpus}; parsers use all but one")
    tree = parse(b"<html><body><p>a <a href=x>b</a></body></html>", "text/html", "http://a.test/")
    links = [link.url for link in tree.links]
    works = links == ["http://a.test/x"]
    with_kernel = "with" if compiled.in_use() else "without"
    said = f"reads a page, {with_kernel} the compiled kernel" if works else f"read {links}"
    yield Check("parser", OK if works else FAIL, said)


def _settings(known: Settings) -> Iterator[Check]:
    yield Check("settings", OK, f"roles {', '.join(known.roles)}; `upwell config` shows all")
    if known.contact:
        yield Check("contact", OK, known.contact)
    else:
        yield Check("contact", WARN, "not set: only this machine's own sites may be asked")


def _folder(folder: Path) -> Iterator[Check]:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    may = os.access(place, os.W_OK)
    yield Check("folder", OK if may else FAIL, f"{folder}{'' if may else ' cannot be written'}")
    free = shutil.disk_usage(place).free
    yield Check("disk", OK if free >= LEAST_FREE else WARN, f"{bytes_shown(free)} free")
    if folder.exists() and may:
        lock = WorkerLock(folder)
        try:
            lock.acquire()
            yield Check("worker", OK, "none is running on this log")
        except UpwellError as error:
            yield Check("worker", OK, str(error).partition(";")[0])
        finally:
            lock.release()


async def _log(url: str, deep: bool) -> AsyncIterator[Check]:
    async with connected(url) as log, surveying(log) as survey:
        topics = await found_topics(log, survey)
        n, size = sum(t.records for t in topics), sum(t.size or 0 for t in topics)
        yield Check("log", OK, f"{url}: {n:,} records, {bytes_shown(size)}")
        for topic in topics:
            for what in differs(topic):
                yield Check("topics", WARN, f"{topic.topic.name}: {what}")
        for at in await positions(log, survey):
            if at.lag:
                yield Check("lag", OK, f"{at.reader} has {at.lag:,} of {at.topic} to read")
        dead = await letters(survey.walk(DEAD_LETTERS))
        told = f"{len(dead):,} wait; `upwell dead-letters list`" if dead else "none wait"
        yield Check("dead letters", WARN if dead else OK, told)
        if deep:
            yield Check("records", OK, f"{await _read_all(survey):,} read, all whole")


async def _read_all(survey: Survey) -> int:
    n = 0
    for topic in TOPICS:
        async for entries in survey.walk(topic.name):
            n += len(entries)
    return n
