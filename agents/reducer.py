"""What an agent is: a reducer, `(view, record, prepared) -> effects`, and the view it sees.

No await, no clock, no I/O: a reducer reads the state of one key through its view, writes back
into the view, and returns what is to be sent. The loop (`agents.loop`) does everything else:
decoding, preparing in the process pool, what was handled before, dead letters, acknowledged
outputs, ownership and the one commit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from upwell.streams.records import AnyRecord, Record


class Send(NamedTuple):
    """An effect: append this record. The loop fills in `seq` where the record has one."""

    topic: str
    key: str
    record: AnyRecord


class View(Protocol):
    """The state of one key (a site; for watch an object): a head and named parts.

    Reads see the batch's own writes. Writes are collected and stored by the loop: parts under
    new keys first, the head, which names them, last (DESIGN 4.4).
    """

    key: str
    cache: dict[str, Any]  # decoded state; never the truth, dropped when ownership changes
    offset: int  # of the record in hand, in its partition

    def head(self) -> bytes | None:
        """The reducer's own small state (at most 3 kB), or None for a new key."""
        ...

    def set_head(self, value: bytes) -> None: ...

    def part(self, name: str) -> bytes | None: ...

    def put(self, name: str, value: bytes | None) -> None:
        """Write a part; None deletes it."""
        ...

    def parts(self) -> list[str]:
        """Names of all parts, sorted."""
        ...


class Identity(NamedTuple):
    """How a receiver tells that it has handled a record before.

    With `low` None: `number` counts up per `origin`; handled when not above the last one.
    With `low` given: numbers come in any order; handled when below `low` seen so far or in the
    set of those handled; the set is cut below the highest `low` seen.
    """

    origin: str
    number: int
    low: int | None = None


@dataclass(frozen=True, slots=True)
class Agent:
    """One reducer with its topics. `prepare` is stateless and may run in another process."""

    name: str
    reads: str  # the one input topic
    reduce: Callable[[View, Any, Any], Sequence[Send]]
    identity: Callable[[Record], Identity | None]  # None: the reducer itself is idempotent for it
    prepare: Callable[[Any], Any] | None = None  # record -> prepared; picklable, top-level function
    wants_body: Callable[[Any], tuple[int, str] | None] | None = None
    # wants_body: (offset in the same partition, reason) of an earlier record the loop loads
    # (kind `again`); the loop hands prepare the loaded record in place of this one
    refuse: Callable[[Any, str], Sequence[Send]] | None = None
    # refuse: the answer to send when a record becomes a dead letter (a page's finding)
    notes_all: bool = True
    # False: a record that wrote nothing and sent nothing is not noted as handled, and costs no
    # write; while no later one is noted, the reducer does nothing with it once more
