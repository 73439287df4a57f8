"""Records that could not be handled, and another try for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from upwell.errors import ConfigError, RecordError
from upwell.streams.codecs import decode
from upwell.streams.dead_letters import Letter, again, settle

from ..room import Room
from ..web.arguments import Arguments, BadRequest, NotFound
from ..web.paging import after, cursor

DONE = {"retry": "retried", "drop": "dropped"}


async def letters(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Dead letters that wait, oldest first, some at a time."""
    n, start = arguments.rows(), after(arguments.text("cursor"))
    waiting = room.ring.letters
    rest = [one for one in waiting if not start or [one.record.at, one.name] > start]
    shown = rest[:n]
    return {
        "n": len(waiting),
        "letters": [_line(one) for one in shown],
        "next": cursor(shown[-1].record.at, shown[-1].name) if len(rest) > n else None,
    }


async def letter(room: Room, arguments: Arguments) -> dict[str, Any]:
    """One dead letter: its reason, the trace, and what of its record can be read."""
    found = _named(room, arguments.path["letter"])
    return {**_line(found), "trace": found.record.trace, "record": _record(found)}


async def settle_letter(room: Room, arguments: Arguments, form: Mapping[str, str]) -> str:
    """Send its record once more, or let it go; where to look next."""
    how = form.get("do", "")
    if how not in DONE:
        raise BadRequest("do: retry or drop")
    found = _named(room, arguments.path["letter"])
    try:
        # the record first: a death in between leaves a letter that is retried to no effect
        if how == "retry":
            await room.log.append([await again(room.log, found)])
    except ConfigError as error:
        raise BadRequest(str(error)) from error
    await room.log.append([settle(found, DONE[how], room.now)])
    await room.ring.look()
    return "/letters"


def _named(room: Room, name: str) -> Letter:
    for one in room.ring.letters:
        if one.name == name:
            return one
    raise NotFound(f"no dead letter {name} waits; it may have been settled meanwhile")


def _line(one: Letter) -> dict[str, Any]:
    record = one.record
    return {
        "letter": one.name,
        "topic": record.topic,
        "partition": record.partition,
        "offset": record.offset,
        "key": record.key.decode("utf-8", "backslashreplace")[:80],
        "reason": record.reason,
        "at": record.at,
        "bytes": record.size or len(record.key) + len(record.value),
    }


def _record(one: Letter) -> Any:
    if one.record.size:
        return "too large to be kept in the letter"
    try:
        found = msgspec.to_builtins(decode(one.record.value), builtin_types=(bytes,))
    except RecordError:
        return {"bytes": one.record.value[:200].hex(" ")}
    return {
        name: f"{len(value):,} bytes" if isinstance(value, bytes) else value
        for name, value in found.items()
    }
