"""`upwell replay`: the recorded pages of a log, or of a WARC file, onto another log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from upwell.errors import ConfigError, RecordError, UsageError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Outgoing
from upwell.streams.log.survey import Survey, surveying
from upwell.streams.records import Again, DeadLetter, Page, Publish, Settled
from upwell.streams.topics import DEAD_LETTERS, PAGES

from ..broker import Broker, Dir, broker_url, connected
from .ingest import BATCH_BYTES, ingest_all

UNREADABLE = "unreadable"
Place = tuple[int, int]


def replay(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A crawl's folder, the URL of a log, or a .warc, .warc.gz or .wacz.",
        ),
    ],
    directory: Dir = None,
    broker: Broker = None,
    site: Annotated[
        str | None, typer.Option("--site", metavar="HOST", help="Only the pages of this site.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="V",
            help="With --diff: a version of the site's model, or the folder or URL of another "
            "crawl of the site, whose newest one is taken.",
        ),
    ] = None,
    diff: Annotated[
        bool,
        typer.Option(
            "--diff", help="With --model: write what its pages say otherwise under that model."
        ),
    ] = False,
) -> None:
    """Put recorded pages onto another log, to be read and learned from once more.

    The same pages leave the same objects, whatever the web says today. Pages that hung or
    killed a parser are not tried again: the verdict of the time stands. Re-readings are left
    out, analyse asks for its own. On a log that has had the pages nothing changes.

    With --model V --diff nothing is put anywhere: the pages of one site in SOURCE are read under
    its standing model and under another. A JSON line for each object of a page that appears,
    disappears or differs, with its columns before and after and the rules that did it. Only pages
    of kinds that the two models may read differently are read.

    Example: upwell replay books -d again && upwell worker -d again --roles analyse,watch,deliver
    """
    if diff or model is not None:
        if not diff or model is None:
            raise UsageError("--model and --diff belong together: replay SOURCE --model V --diff")
        if directory is not None or broker is not None:
            raise UsageError("--diff writes to stdout, onto no log: leave --dir and --broker out")
        from .replay_diff import replay_diff  # with all that analyse loads

        asyncio.run(replay_diff(_source_url(source), model, site))
        return
    target = broker_url(directory, broker)
    if source.lower().endswith((".warc", ".warc.gz", ".wacz")):
        if not Path(source).is_file():
            raise ConfigError(f"{source} does not exist; expected a .warc, .warc.gz or .wacz")
        asyncio.run(ingest_all(target, [Path(source)]))
        return
    asyncio.run(_replay(_source_url(source), target, site))


def _source_url(source: str) -> str:
    if "://" in source:
        return source
    folder = Path(source).resolve()
    if not (folder / "log.sqlite").exists():
        raise ConfigError(f"there is no crawl in {folder}; name its folder, a log's URL or a WARC")
    return f"upwell://{folder}"


async def _replay(source: str, target: str, site: str | None) -> None:
    if source == target:
        raise ConfigError(f"{source} is the log itself; replay it onto another with --dir")
    async with (
        connected(source) as recorded,
        surveying(recorded) as survey,
        connected(target) as log,
    ):
        replayed = Replayed(await _verdicts(survey), site)
        async for batch in replayed.batches(survey):
            await log.append(batch)
    told = f", {replayed.n_passed:,} were no records" if replayed.n_passed else ""
    typer.echo(f"replayed {replayed.n:,} pages from {source}{told}", err=True)


@dataclass
class Verdicts:
    """Verdicts on pages that could not be handled."""

    ended: dict[Place, str] = field(default_factory=dict)  # by a clock or a death: why
    retried: set[Place] = field(default_factory=set)  # stand further down once more


async def _verdicts(survey: Survey) -> Verdicts:
    """Collected before any page is sent: a verdict stands behind its page."""
    found = Verdicts()
    letters: dict[Place, Place] = {}
    async for batch in survey.walk(DEAD_LETTERS):
        for entry in batch:
            record = _record(entry)
            if isinstance(record, DeadLetter) and record.topic == PAGES:
                place = (record.partition, record.offset)
                letters[entry.partition, entry.offset] = place
                if record.verdict:
                    found.ended[place] = record.reason
            elif isinstance(record, Settled) and record.how == "retried":
                settled = letters.get((record.partition, record.offset))
                found.retried |= {settled} if settled else set()
    return found


class Replayed:
    """Pages on their way from one log to another.

    A page that was retried stands where its retry stands, under the number it had at first:
    there it was handled, and places of letters mean nothing on another log.
    """

    def __init__(self, verdicts: Verdicts, site: str | None) -> None:
        self._verdicts = verdicts
        self._site = site
        self.n = 0
        self.n_passed = 0

    async def batches(self, survey: Survey) -> AsyncIterator[list[Outgoing]]:
        """The recorded pages in their order, partition by partition, in batches."""
        batch: list[Outgoing] = []
        size = 0
        async for entries in survey.walk(PAGES):
            for entry in entries:
                value = self._value(entry)
                if value is None:
                    continue
                batch.append(Outgoing(PAGES, entry.key, value))
                size += len(value)
                if size >= BATCH_BYTES:
                    yield batch
                    batch, size = [], 0
        yield batch

    def _value(self, entry: Entry) -> bytes | None:
        record = _record(entry)
        place = (entry.partition, entry.offset)
        if not isinstance(record, Page | Publish):
            self.n_passed += not isinstance(record, Again)
            return None
        if (self._site and record.site != self._site) or place in self._verdicts.retried:
            return None
        self.n += isinstance(record, Page)
        if isinstance(record, Page) and place in self._verdicts.ended:
            reason = self._verdicts.ended[place]
            record = replace(record, body=b"", outcome=UNREADABLE, detail=reason)
        return encode(replace(record, retry=None))


def _record(entry: Entry) -> object:
    try:
        return decode(entry.value)
    except RecordError:
        return None
