"""`upwell topics`: what the log holds, and whether it is kept as declared."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from upwell.agents.analyse import ANALYSE
from upwell.agents.plan import PLAN
from upwell.agents.watch import WATCH
from upwell.errors import RecordError, UsageError
from upwell.streams.codecs import decode
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import Entry, Log
from upwell.streams.log.survey import PartitionSize, Retention, Survey, surveying
from upwell.streams.topics import DAY_S, TOPICS, Topic

from ..broker import Broker, Dir, broker_url, connected
from ..output import line

TAIL = 20  # records that --tail prints


class Found(NamedTuple):
    """One topic as the log has it."""

    topic: Topic  # as declared
    partitions: list[PartitionSize]
    kept: Retention

    @property
    def records(self) -> int:
        return sum(held.records for held in self.partitions)

    @property
    def size(self) -> int | None:
        """Bytes; None where the broker does not tell."""
        sizes = [held.size for held in self.partitions if held.size is not None]
        return sum(sizes) if len(sizes) == len(self.partitions) else None


def topics(
    name: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="Only this one, partition by partition.")
    ] = None,
    directory: Dir = None,
    broker: Broker = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a topic.")] = False,
    create: Annotated[
        bool,
        typer.Option("--create", help="Make what is missing, the tables' changelogs among it."),
    ] = False,
    tail: Annotated[
        bool, typer.Option("--tail", help="Print the last records of TOPIC as JSON, a line each.")
    ] = False,
) -> None:
    """Show the topics: partitions, records, bytes, how long they are kept.

    What is kept otherwise than declared is said; on Kafka somebody may have changed it. Of a
    compacted topic on Kafka the records are at most as many as shown.

    Topics are made when a worker starts; with --create before, by somebody who may, for workers
    that may not. With --tail bodies are left out, their length stands in their place.

    Example: upwell topics pages --broker kafka://127.0.0.1:9092
    """
    if create:
        asyncio.run(_create(broker_url(directory, broker)))
    if tail:
        asyncio.run(_print_tail(broker_url(directory, broker, must_exist=True), name))
        return
    found = asyncio.run(survey_topics(broker_url(directory, broker, must_exist=True)))
    known = [one.topic.name for one in found]
    if name is not None and name not in known:
        raise typer.BadParameter(f"no topic {name}; there are {', '.join(known)}")
    for one in found:
        if name in (None, one.topic.name):
            for text in [line(_json(one))] if as_json else _lines(one, name is not None):
                typer.echo(text)


async def _create(url: str) -> None:
    """Opening makes the topics of the table."""
    async with connected(url) as log:
        if isinstance(log, KafkaLog):
            from upwell.agents.worker import changelogs  # with Faust, which names them

            await log.make_changelogs(changelogs([PLAN.name, ANALYSE.name, WATCH.name]))


async def _print_tail(url: str, name: str | None) -> None:
    known = [topic.name for topic in TOPICS]
    if name not in known:
        raise UsageError(f"--tail needs a topic: one of {', '.join(known)}")
    async with connected(url) as log:
        ends = await log.ends(name)
        begin = {partition: max(0, end - TAIL) for partition, end in ends.items()}
        entries = sorted(await log.scan(name, begin), key=lambda entry: entry.timestamp_ms)
        for entry in entries[-TAIL:]:
            typer.echo(line(_shown(entry)))


def _shown(entry: Entry) -> dict[str, Any]:
    """A record as people read it; what is no record of ours says so."""
    place = {"partition": entry.partition, "offset": entry.offset, "at": entry.timestamp_ms / 1000}
    key = {"key": entry.key.decode("utf-8", "replace")}
    if entry.value is None:
        return {**place, **key, "record": None}
    try:
        found = msgspec.to_builtins(decode(entry.value), builtin_types=(bytes,))
    except RecordError as error:
        return {**place, **key, "unreadable": str(error)}
    return {**place, **key, "record": {name: _readable(value) for name, value in found.items()}}


def _readable(value: Any) -> Any:
    return f"{len(value):,} bytes" if isinstance(value, bytes) else value


async def survey_topics(url: str) -> list[Found]:
    """Every topic of the table."""
    async with connected(url) as log, surveying(log) as survey:
        return await found_topics(log, survey)


async def found_topics(log: Log, survey: Survey) -> list[Found]:
    """Every topic of the table, on a log that is open."""
    return [
        Found(topic, await survey.partition_sizes(topic.name), await survey.retention(topic.name))
        for topic in TOPICS
    ]


def differs(found: Found) -> list[str]:
    """How a topic differs from what is declared, in words."""
    topic, kept = found.topic, found.kept
    out = []
    if kept.compact != topic.compact:
        out.append(f"{'compacted' if kept.compact else 'not compacted'}")
    if kept.retention_s != topic.retention_s:
        out.append(f"kept {_age(kept.retention_s)}, declared {_age(topic.retention_s)}")
    declared, has = topic.retention_bytes, kept.retention_bytes
    if declared != has and (declared is None or has is None or abs(declared - has) > 1024):
        out.append(f"kept up to {bytes_shown(has)}, declared {bytes_shown(declared)}")
    return out


def _lines(found: Found, partitions: bool) -> Iterator[str]:
    kept = "newest of each key" if found.kept.compact else _age(found.kept.retention_s)
    if found.kept.retention_bytes is not None:
        kept += f" or {bytes_shown(found.kept.retention_bytes)}"
    yield (
        f"{found.topic.name:<13} {len(found.partitions):>2} partitions "
        f"{found.records:>9,} records {bytes_shown(found.size):>9}  kept {kept}"
    )
    for what in differs(found):
        yield f"              not as declared: {what}"
    for held in found.partitions if partitions else ():
        yield (
            f"  {held.partition:>3}  {held.first:>9,} to {held.end:>9,}"
            f" {held.records:>9,} records {bytes_shown(held.size):>9}"
        )


def _json(found: Found) -> dict[str, Any]:
    return {
        "topic": found.topic.name,
        "records": found.records,
        "bytes": found.size,
        "partitions": [held._asdict() for held in found.partitions],
        "found": found.kept._asdict(),
        "declared": {
            "partitions": found.topic.partitions,
            "retention_s": found.topic.retention_s,
            "retention_bytes": found.topic.retention_bytes,
            "compact": found.topic.compact,
        },
        "differs": differs(found),
    }


def _age(seconds: float | None) -> str:
    """
    Examples
    --------
    >>> _age(604800.0), _age(5400.0), _age(None)
    ('7 days', '1.5 hours', 'for ever')
    """
    if seconds is None:
        return "for ever"
    return f"{seconds / DAY_S:g} days" if seconds >= DAY_S else f"{seconds / 3600:g} hours"


def bytes_shown(n: int | None) -> str:
    """
    Examples
    --------
    >>> bytes_shown(20 << 30), bytes_shown(1536), bytes_shown(7), bytes_shown(None)
    ('20 GiB', '1.5 KiB', '7 B', 'any size')
    """
    if n is None:
        return "any size"
    value = float(n)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:.3g} {unit}"
        value /= 1024
    return f"{value:.3g} TiB"
