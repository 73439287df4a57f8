"""The dead letters that wait for somebody, and how one of them is sent once more (DESIGN 4.8)."""

from __future__ import annotations

from collections.abc import AsyncIterable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from upwell.errors import ConfigError, RecordError

from .codecs import decode, encode
from .log.port import Entry, Outgoing
from .records import DeadLetter, Settled
from .topics import DEAD_LETTERS


class Letter(NamedTuple):
    """A dead letter and its place among them, which is its name."""

    partition: int
    offset: int
    record: DeadLetter

    @property
    def name(self) -> str:
        """As people write it.

        >>> Letter(3, 17, DeadLetter(topic="pages", partition=0, offset=5, key=b"", value=b"",
        ...                          reason="empty value")).name
        '3:17'
        """
        return f"{self.partition}:{self.offset}"


class Lookup(Protocol):
    """What a retry asks of a log."""

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None: ...


async def letters(entries: AsyncIterable[Sequence[Entry]]) -> list[Letter]:
    """The dead letters that nobody has settled, oldest first.

    A record that was delivered twice has two letters that say the same; they count as one.
    """
    found: dict[tuple[str, int, int], Letter] = {}
    origin: dict[tuple[int, int], tuple[str, int, int]] = {}
    settled: set[tuple[str, int, int]] = set()
    async for batch in entries:
        for entry in batch:
            record = _record(entry)
            if isinstance(record, DeadLetter):
                of = (record.topic, record.partition, record.offset)
                origin[entry.partition, entry.offset] = of
                found.setdefault(of, Letter(entry.partition, entry.offset, record))
            elif isinstance(record, Settled):
                settled.add(origin.get((record.partition, record.offset), ("", -1, -1)))
    waiting = [letter for of, letter in found.items() if of not in settled]
    return sorted(waiting, key=lambda letter: (letter.record.at, letter[:2]))


async def again(log: Lookup, letter: Letter) -> Outgoing:
    """The record of a letter as it is sent once more, numbered by the place of the letter.

    A value that this version cannot decode either is sent as it was.
    """
    record = letter.record
    key, value = record.key, record.value
    if record.size:
        entry = await log.entry(record.topic, record.partition, record.offset)
        if entry is None:
            raise ConfigError(
                f"letter {letter.name}: its record was too large to be kept in it, and retention "
                f"has taken {record.topic}/{record.partition} at {record.offset}; drop it"
            )
        key, value = entry.key, entry.value or b""
    with suppress(RecordError):
        value = encode(replace(decode(value), retry=(letter.partition, letter.offset)))
    return Outgoing(record.topic, key, value)


def settle(letter: Letter, how: str, at: float) -> Outgoing:
    """The word that a letter needs no more attention; it stands in the letter's partition."""
    settled = Settled(partition=letter.partition, offset=letter.offset, how=how, at=at)
    return Outgoing(DEAD_LETTERS, letter.record.key, encode(settled))


def _record(entry: Entry) -> object:
    try:
        return decode(entry.value)
    except RecordError:
        return None
