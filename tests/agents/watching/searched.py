"""A search that is watched on a bundled source whose records change between its rounds."""

from __future__ import annotations

import random
from collections.abc import Callable
from urllib.parse import urlsplit

from upwell.models.change.rounds.list_events import ListEvent
from upwell.sources.database.record import Record
from upwell.sources.kinds.grammar import Grammar
from upwell.sources.truth import Truth
from upwell.streams.records import Change, Request, SiteStatus
from upwell.streams.sinks.lines import OF_SEARCHES

from .living import HOST, Living, Reply, Watched

APART = 3  # rounds between two steps of a life: one that is not proved takes a second


class Searched(Living):
    """A source that takes a step of its life whenever so many rounds of a search have begun.

    Parameters
    ----------
    at_page
        Page of the round before which it does, from 1.
    steps
        How many it takes.
    """

    def __init__(
        self, family: str, seed: int = 1, size: int = 200, at_page: int = 1, steps: int = 20
    ) -> None:
        super().__init__(family, seed, size)
        self.truth = Truth(self.site, HOST)
        self.query, self.steps = self._query(50), steps
        self.rng = random.Random(seed)
        self.lists: list[list[int]] = []  # numbers of the records of the search, after each step
        self.n_rounds = self._page = 0
        self._at_page, self._first = at_page, ""
        kind = next(iter(self.records.values())).kind
        self._grammar = Grammar(kind, self.language, seed)
        titles = {hash(one.title) for one in self.records.values()}
        self._coming = self._grammar.records(None, size, titles)

    def __call__(self, now: float, request: Request) -> Reply:
        if request.reason == "round":
            self._first = self._first or request.url
            self._page = 1 if request.url == self._first else self._page + 1
            self.n_rounds += self._page == 1
            if not self.lists:
                self.lists.append(self.standing())
            due = self.n_rounds > len(self.lists) * APART and len(self.lists) <= self.steps
            if self._page == self._at_page and due:
                self._step()
                self.lists.append(self.standing())
        return super().__call__(now, request)

    def standing(self) -> list[int]:
        """The records of the search, in the site's own order."""
        found: list[int] = []
        for page in range(1, 20):
            shown = self.truth.page(self.truth.search_url(self.query, page=page)).objects
            fresh = [one.record for one in shown if one.record not in found]
            if not fresh:
                break
            found += fresh
        return found

    def record_of(self, change: Change) -> int:
        """The record that a change is of, by its own page."""
        address = urlsplit(change.url or "")
        asked = self.site.pages.addresses.read(
            f"{address.path}{'?' * bool(address.query)}{address.query}"
        )
        return int(asked.key)

    def _query(self, n_matches: int) -> str:
        words = sorted({w for r in self.records.values() for w in r.title.split() if w.isalnum()})
        words = [word for word in words if len(word) > 2]
        return min(words, key=lambda word: (abs(len(self.truth.matching(word)) - n_matches), word))

    def _step(self) -> None:
        """One record goes, one comes, and one says something else."""
        listed = sorted(self.lists[-1])
        gone, other = self.rng.sample(listed, 2)
        self.plant("remove", self.records[gone])
        self.plant("add", self._fitting())
        self.plant("change", self._grammar.redrawn(self.records[other], "value", self.rng))

    def _fitting(self) -> Record:
        """A record that the search finds: one that comes, made to say its word."""
        for _ in range(2_000):
            record = next(self._coming)
            if self.query.casefold() in {word.casefold() for word in record.title.split()}:
                return record
        raise AssertionError(f"no record of {self.query}")


def watching(living: Searched, forgetful: bool = False, revisits: float = 3_600.0) -> Watched:
    """A ring that watches the search of a source."""
    return Watched(
        living, forgetful=forgetful, searches=[living.query], revisits=revisits, delay_s=1.0
    )


def run_steps(ring: Watched, living: Searched) -> None:
    """Until all steps were taken, and some rounds after the last of them are over."""
    for _ in ring.steps():
        if living.n_rounds > (living.steps + 2) * APART:
            return
        assert ring.now < 100_000


def events_of(ring: Watched, living: Searched) -> dict[int, list[ListEvent]]:
    """The events of the search, by round, of numbers of records."""
    found: dict[int, list[ListEvent]] = {}
    for change in ring.of(Change):
        if change.event in OF_SEARCHES:
            assert change.place is not None
            placing = ListEvent(change.event, str(living.record_of(change)), *change.place)
            found.setdefault(change.evidence["round"], []).append(placing)
    return found


def asked_before(ring: Watched, has_come: Callable[[], bool]) -> int:
    """Requests until something has come."""
    for _ in ring.steps():
        if has_come():
            return len(ring.asked)
    raise AssertionError("it never came")


def last_status(ring: Watched) -> SiteStatus:
    status = ring.last
    assert status is not None
    return status
