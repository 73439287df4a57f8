"""The change script of a source is a function of its seed, and its replay is the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from upwell.sources.database.database import Database
from upwell.sources.database.life import Pace, script
from upwell.sources.database.question import Question, Rules
from upwell.sources.database.record import Record
from upwell.sources.kinds import Grammar, records

BOOKS = records("book", "en", seed=6, size=200)
KNOWN = {record.id: record for record in BOOKS}


def test_one_seed_has_one_script_and_another_another() -> None:
    changes = script(KNOWN, "en", seed=6, seconds=300)
    assert changes == script(KNOWN, "en", seed=6, seconds=300)
    assert [c.at_seconds for c in changes] != [
        c.at_seconds for c in script(KNOWN, "en", seed=7, seconds=300)
    ]


def test_a_replayed_script_gives_the_same_database_and_only_what_it_tells() -> None:
    expected = dict(KNOWN)
    first, second = Database(BOOKS), Database(BOOKS)
    for change in script(KNOWN, "en", seed=6, seconds=900):
        number = change.record.id
        match change.kind:
            case "add":
                assert number not in expected
                expected[number] = change.record
            case "change":
                assert change.record.version == expected[number].version + 1
                assert change.record != expected[number]
                expected[number] = change.record
            case _:
                assert expected.pop(number) == change.record
        first.apply(change)
        second.apply(change)
    assert expected == dict(first.by_id) == dict(second.by_id)
    titles = [record.title for record in expected.values()]
    assert len(titles) == len(set(titles))
    fresh = Database(expected.values(), Rules(limit=None))
    for word in ("the", "orbit", "history", "brass"):
        aged = Question(word, per_page=500)
        assert fresh.search(aged).total == first.search(aged).total == second.search(aged).total


def test_additions_are_the_records_of_a_longer_site() -> None:
    added = [c.record for c in script(KNOWN, "en", 6, 600) if c.kind == "add"]
    longer = records("book", "en", seed=6, size=200 + len(added))
    assert {record.id for record in longer[200:]} == {record.id for record in added}


def test_prices_texts_and_titles_change() -> None:
    now, seen = dict(KNOWN), Counter[str]()
    for change in script(KNOWN, "en", 6, 1200, Pace(adds=0, changes=30, removes=0)):
        old, new = now[change.record.id], change.record
        seen["title"] += old.title != new.title
        seen["summary"] += old.summary != new.summary
        seen["price"] += old.values["price"] != new.values["price"]
        now[new.id] = new
    assert seen["price"] > seen["summary"] > seen["title"] > 0


@pytest.mark.parametrize("kind", ["add", "change", "remove"])
def test_the_pace_is_kept(kind: str) -> None:
    pace = Pace(adds=20, changes=60, removes=10)
    counted = Counter(c.kind for c in script(KNOWN, "en", 6, 600, pace))
    wanted = {"add": 200, "change": 600, "remove": 100}[kind]
    assert abs(counted[kind] - wanted) < 4 * wanted**0.5


def test_a_changed_title_is_one_that_no_record_has(monkeypatch: pytest.MonkeyPatch) -> None:
    titles, drawn = {record.title for record in KNOWN.values()}, Grammar.redrawn

    def often_taken(self: Grammar, record: Record, what: str, rng: Random) -> Record:
        other = drawn(self, record, what, rng)
        taken = what == "title" and rng.random() < 0.5
        return replace(other, title=min(titles - {record.title})) if taken else other

    monkeypatch.setattr(Grammar, "redrawn", often_taken)
    changed = [c.record for c in script(KNOWN, "en", 6, 2400, Pace(0, 30, 0))]
    new = [one.title for one in changed if one.title not in titles]
    assert new
    assert all(one.title in (KNOWN[one.id].title, *new) for one in changed)


def test_the_last_record_stays() -> None:
    changes = script(dict([next(iter(KNOWN.items()))]), "en", 6, 600, Pace(0, 1, 50))
    assert changes
    assert {"change"} == {change.kind for change in changes}


def test_a_site_without_a_pace_has_no_life() -> None:
    assert [] == script(KNOWN, "en", 6, 600, Pace(0, 0, 0))
