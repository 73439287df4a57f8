"""What a replay tries again, and what it does not (DESIGN 4.9)."""

from __future__ import annotations

import pytest

from tests.agents.toy import page
from upwell.agents.loop.item import dead_letter
from upwell.cli.saved.replay import Replayed, _verdicts
from upwell.errors import RecordError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry
from upwell.streams.parsers import Failure
from upwell.streams.records import Page
from upwell.streams.topics import DEAD_LETTERS, PAGES


class Letters:
    """A log whose only topic is that of the dead letters."""

    def __init__(self, letters: list[Entry]) -> None:
        self._letters = letters

    async def walk(self, topic: str) -> object:
        yield self._letters if topic == DEAD_LETTERS else []


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [
        (Failure("the parser hung for 60 s", verdict=True), "unreadable"),
        (Failure.of(RecordError("a bug of that version")), "ok"),
    ],
    ids=["verdict", "failure"],
)
async def test_only_a_verdict_of_a_clock_or_a_death_is_kept(failure: Failure, outcome: str) -> None:
    """A page that a reducer refused may be read by a later version; one that hung is not tried."""
    entry = Entry(PAGES, 3, 7, 1000, b"s", encode(page(1)))
    written = dead_letter(entry, failure)
    letters = [Entry(DEAD_LETTERS, 0, 0, 1000, written.key, written.value)]
    replayed = Replayed(await _verdicts(Letters(letters)), None)  # type: ignore[arg-type]
    value = replayed._value(entry)
    assert value is not None
    found = decode(value)
    assert isinstance(found, Page)
    assert outcome == found.outcome
