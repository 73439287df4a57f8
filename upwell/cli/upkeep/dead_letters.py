"""`upwell dead-letters`: records that could not be handled - look, try again, or let go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import ConfigError, RecordError, UsageError
from upwell.streams.codecs import decode
from upwell.streams.dead_letters import Letter, again, letters, settle
from upwell.streams.log.survey import surveying
from upwell.streams.topics import DEAD_LETTERS
from upwell.terminal import on_one_line

from ..broker import Broker, Dir, broker_url, connected
from ..output import line

AT_ONCE = 500  # letters of one append

app = typer.Typer(
    help="Records that could not be handled: list, show, retry, drop them.",
    invoke_without_command=True,
    rich_markup_mode=None,
)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="LETTER", help="As `list` names them: PARTITION:OFFSET."),
]
Every = Annotated[bool, typer.Option("--all", help="All of them, or all that --reason leaves.")]
Reason = Annotated[
    str | None, typer.Option("--reason", metavar="TEXT", help="Whose reason has this in it.")
]


@app.callback()
def dead_letters(
    context: typer.Context,
    directory: Dir = None,
    broker: Broker = None,
    reason: Reason = None,
    retries: Annotated[
        bool, typer.Option("--retry", help="Send them once more, all or those of --reason.")
    ] = False,
) -> None:
    """Records that could not be handled: list, show, retry, drop them.

    Without a command they are listed, or with --retry all sent once more.

    Example: upwell dead-letters --retry -d books
    """
    if context.invoked_subcommand is not None:
        if retries:
            raise UsageError(f"--retry stands alone, not before `{context.invoked_subcommand}`")
    elif retries:
        retry([], directory, broker, every=True, reason=reason)
    else:
        list_letters(directory, broker, reason)


@app.command("list")
def list_letters(
    directory: Dir = None,
    broker: Broker = None,
    reason: Reason = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a letter.")] = False,
) -> None:
    """List the dead letters that wait, oldest first.

    Each has a name, PARTITION:OFFSET, the place its record had, and the reason.

    Example: upwell dead-letters list -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    found = [one for one in asyncio.run(_waiting(url)) if _fits(one, reason)]
    for letter in found:
        typer.echo(line(_json(letter)) if as_json else on_one_line(_line(letter)))
    if not found:
        typer.echo("no dead letter waits", err=True)


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="LETTER", help="As `list` names it.")],
    directory: Dir = None,
    broker: Broker = None,
) -> None:
    """Show one dead letter: its reason, the trace, and what of its record can be read.

    Example: upwell dead-letters show 3:17 -d books
    """
    found = asyncio.run(_waiting(broker_url(directory, broker, must_exist=True)))
    (letter,) = _chosen(found, [name], every=False, reason=None)
    told = {**_json(letter), "record": _record(letter)}
    typer.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


@app.command()
def retry(
    names: Names = None,
    directory: Dir = None,
    broker: Broker = None,
    every: Every = False,
    reason: Reason = None,
) -> None:
    """Send records once more, and take their letters from the list.

    A record goes to the topic it came from, under a new number, so that it is handled although
    its old number was. If it fails again, there is a new letter.

    Example: upwell dead-letters retry --all --reason "MemoryError" -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    n = asyncio.run(_settle(url, names or [], every, reason, "retried"))
    typer.echo(f"sent once more: {n:,}", err=True)


@app.command()
def drop(
    names: Names = None,
    directory: Dir = None,
    broker: Broker = None,
    every: Every = False,
    reason: Reason = None,
) -> None:
    """Take letters from the list without trying again.

    Example: upwell dead-letters drop 3:17 3:18 -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    n = asyncio.run(_settle(url, names or [], every, reason, "dropped"))
    typer.echo(f"dropped: {n:,}", err=True)


async def _waiting(url: str) -> list[Letter]:
    async with connected(url) as log, surveying(log) as survey:
        return await letters(survey.walk(DEAD_LETTERS))


async def _settle(url: str, names: list[str], every: bool, reason: str | None, how: str) -> int:
    """Append the records, then settle their letters: a death in between does no harm."""
    async with connected(url) as log, surveying(log) as survey:
        waiting = await letters(survey.walk(DEAD_LETTERS))
        chosen = _chosen(waiting, names, every, reason)
        for start in range(0, len(chosen), AT_ONCE):
            some = chosen[start : start + AT_ONCE]
            if how == "retried":
                await log.append([await again(log, letter) for letter in some])
            await log.append([settle(letter, how, time.time()) for letter in some])
        return len(chosen)


def _chosen(
    waiting: Sequence[Letter], names: list[str], every: bool, reason: str | None
) -> list[Letter]:
    if not names and not every and reason is None:
        raise UsageError("which ones? name letters as `dead-letters list` does, or say --all")
    by_name = {letter.name: letter for letter in waiting}
    if missing := [name for name in names if name not in by_name]:
        raise ConfigError(f"no dead letter {', '.join(missing)} waits; `dead-letters list` lists")
    return [
        letter
        for letter in waiting
        if (not names or letter.name in names) and _fits(letter, reason)
    ]


def _fits(letter: Letter, reason: str | None) -> bool:
    return reason is None or reason in letter.record.reason


def _line(letter: Letter) -> str:
    record = letter.record
    at = datetime.fromtimestamp(record.at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    place = f"{record.topic}/{record.partition}@{record.offset}"
    return f"{letter.name:<9} {at}  {place:<20} {_text(record.key):<24} {record.reason}"


def _json(letter: Letter) -> dict[str, Any]:
    record = letter.record
    return {
        "letter": letter.name,
        "topic": record.topic,
        "partition": record.partition,
        "offset": record.offset,
        "key": _text(record.key),
        "reason": record.reason,
        "trace": record.trace,
        "at": record.at,
        "bytes": record.size or len(record.key) + len(record.value),
        "verdict": record.verdict,
    }


def _record(letter: Letter) -> Any:
    """The readable part of a record; its first bytes where nothing can be read."""
    if letter.record.size:
        return "too large to be kept in the letter"
    try:
        found = msgspec.to_builtins(decode(letter.record.value), builtin_types=(bytes,))
    except RecordError:
        return {"bytes": letter.record.value[:200].hex(" ")}
    return {
        name: f"{len(value):,} bytes" if isinstance(value, bytes) else value
        for name, value in found.items()
    }


def _text(key: bytes) -> str:
    return key.decode("utf-8", "backslashreplace")[:80]
