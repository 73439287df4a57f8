"""What happens to a source while it runs: records come, change and go.

The script is a function of the seed: whoever replays it has the database that the site has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from random import Random

from ..kinds.grammar import Grammar, digest
from .record import Record


@dataclass(frozen=True, slots=True)
class Change:
    """One event of the script; a removal tells the record as it last was."""

    at_seconds: float
    kind: str  # add, change, remove
    record: Record


@dataclass(frozen=True, slots=True)
class Pace:
    """How many records a minute come, change and go, on average."""

    adds: float = 6.0
    changes: float = 12.0
    removes: float = 3.0


def script(
    known: Mapping[int, Record], language: str, seed: int, seconds: float, pace: Pace | None = None
) -> list[Change]:
    """The changes of so many seconds, for a site that begins with these records of its seed.

    A change is of a price (else of a number or a date), of the summary or of the title; additions
    are records that a longer site of the same seed would have.

    Examples
    --------
    >>> from upwell.sources.kinds import records
    >>> known = {record.id: record for record in records("book", "en", seed=1, size=100)}
    >>> changes = script(known, "en", seed=1, seconds=60)
    >>> changes == script(known, "en", seed=1, seconds=120)[: len(changes)]
    True
    >>> sorted({change.kind for change in changes})
    ['add', 'change', 'remove']
    """
    pace = pace or Pace()
    rates = (pace.adds, pace.changes, pace.removes)
    out: list[Change] = []
    if not known or sum(rates) <= 0:
        return out
    life = _Life(known, language, seed)
    now = 0.0
    while True:
        now -= log(1 - life.rng.random()) * 60 / sum(rates)
        if now > seconds:
            return out
        (kind,) = life.rng.choices(("add", "change", "remove"), rates)
        if kind == "remove" and len(life.alive) == 1:
            kind = "change"
        out.append(Change(round(now, 3), kind, life.next(kind)))


class _Life:
    """The records as they are at a moment of the script."""

    def __init__(self, known: Mapping[int, Record], language: str, seed: int) -> None:
        self.rng = Random(digest("life", language, seed))
        self.known = known
        self.changed: dict[int, Record] = {}
        self.alive = list(known)
        self.taken = {hash(record.title) for record in known.values()}
        kind = known[self.alive[0]].kind
        self.grammar = Grammar(kind, language, seed)
        self.coming = Grammar(kind, language, seed).records(None, len(known), self.taken)

    def next(self, kind: str) -> Record:
        if kind == "add":
            record = next(self.coming)
            self.alive.append(record.id)
        else:
            place = int(self.rng.random() * len(self.alive))
            number = self.alive[place]
            record = self.changed[number] if number in self.changed else self.known[number]
            if kind == "remove":
                self.alive[place] = self.alive[-1]
                self.alive.pop()
                return record
            record = self._changed(record)
        self.changed[record.id] = record
        return record

    def _changed(self, record: Record) -> Record:
        (what,) = self.rng.choices(("value", "summary", "title"), (6, 3, 1))
        while True:
            changed = self.grammar.redrawn(record, what, self.rng)
            if what != "title" or hash(changed.title) not in self.taken:
                self.taken.add(hash(changed.title))
                return changed
