"""What sources hold: records of every kind and language read like data and obey its laws."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache, partial
from itertools import pairwise
from math import log
from random import Random

import numpy as np
import pytest

from upwell.sources.database.record import Record
from upwell.sources.kinds import KINDS, Grammar, entities, query_log, records
from upwell.sources.kinds.log import misspelt
from upwell.sources.kinds.tokens import tokens

SPOKEN = [(kind.name, language) for kind in KINDS.values() for language in kind.languages]
held_by = cache(partial(records, seed=4, size=1000))  # of a kind and a language
VOICED = ("eu", "on")  # a European, a one
CELLS = pytest.mark.parametrize(("kind", "language"), SPOKEN)


def test_there_are_fifteen_kinds_in_five_languages() -> None:
    assert len(KINDS) == 15
    assert {"en", "de", "fr", "ja", "ko"} == {language for _, language in SPOKEN}


@CELLS
def test_a_longer_site_begins_with_the_records_of_a_shorter_one(kind: str, language: str) -> None:
    assert held_by(kind, language)[:40] == records(kind, language, seed=4, size=40)


@CELLS
def test_another_seed_holds_other_records(kind: str, language: str) -> None:
    mine = {record.title for record in held_by(kind, language)[:300]}
    others = {record.title for record in records(kind, language, seed=5, size=300)}
    assert len(mine & others) < 30


@CELLS
def test_titles_and_numbers_are_distinct(kind: str, language: str) -> None:
    held = held_by(kind, language)
    assert len(held) == len({record.title for record in held}) == len({r.id for r in held})


@CELLS
def test_fields_come_as_the_kind_declares_them_and_some_are_missing(
    kind: str, language: str
) -> None:
    declared = {one.name: one for one in KINDS[kind].fields[language]}
    assert 5 <= len(declared) <= 12
    held = Counter(name for record in held_by(kind, language) for name in record.values)
    for name, one in declared.items():
        assert abs(held[name] / 1000 - one.share) < 0.05
        assert KINDS[kind].label(name, language) == one.label != ""
    for record in held_by(kind, language)[:200]:
        assert list(record.values) == [name for name in declared if name in record.values]
        for name, value in record.values.items():
            assert (value.name, value.type) == (name, declared[name].type)
            assert value.shown.strip() == value.shown != ""
            assert isinstance(value.sort, str) == (
                value.type in ("text", "person", "place", "category", "code")
            )


@CELLS
def test_no_slot_stays_open_and_no_article_is_wrong(kind: str, language: str) -> None:
    for record in held_by(kind, language):
        text = record.searchable
        assert not set("{}%") & set(text.replace(" %", ""))
        assert "  " not in text
        if language == "en":
            words = text.split()
            pairs = set(pairwise(words))
            behind = {two.lower() for one, two in pairs if one in ("a", "A")}
            assert not [word for word in behind if word[0] in "aeio" and word[:2] not in VOICED]


@CELLS
def test_words_fall_off_by_a_law_of_zipf_and_end_in_a_long_tail(kind: str, language: str) -> None:
    counts = Counter(
        word for record in held_by(kind, language) for word in tokens(record.searchable, language)
    )
    ranked = sorted(counts.values(), reverse=True)
    some = np.unique(np.geomspace(10, len(ranked), 60).astype(int)) - 1
    slope = np.polyfit([log(rank + 1) for rank in some], [log(ranked[r]) for r in some], 1)[0]
    assert -1.8 < slope < -0.6
    assert sum(n <= 3 for n in ranked) > 0.2 * len(ranked)


def test_prices_and_dates_are_written_as_the_language_does() -> None:
    shown = {
        spoken: {v.shown for record in held_by(*spoken) for v in record.values.values()}
        for spoken in SPOKEN
    }
    assert any(text.startswith("£1,") for text in shown["lot", "en"])
    assert any(text.startswith("2.") and text.endswith("\xa0€") for text in shown["flat", "de"])
    assert any(text.endswith(",50\xa0€") for text in shown["film", "fr"])
    assert any(text.endswith("円") for text in shown["book", "ja"])
    assert any(text.count("年") and text.endswith("日") for text in shown["book", "ja"])
    assert any(text.endswith("avril 2025") for text in shown["film", "fr"])


def test_a_date_sorts_as_the_calendar_does() -> None:
    days = {
        tuple(map(int, reversed(v.shown.split(".")))): v.sort
        for record in held_by("flat", "de")
        if (v := record.values.get("free"))
    }
    assert sorted(days) == sorted(days, key=lambda day: days[day])


def test_other_processes_with_other_hashes_draw_the_same_records() -> None:
    script = (
        "from hashlib import sha256; from upwell.sources.kinds import *;"
        "spoken = [('book', 'ja'), ('film', 'fr'), ('job', 'en')];"
        "held = [records(*one, 3, 30) for one in spoken];"
        "log = query_log(records('book', 'en', 3, 30), 'en', 1, 50);"
        "log += entities('book', 'en', 1, 50, 'author');"
        "text = repr([(r.id, r.searchable, r.rank) for one in held for r in one]) + repr(log);"
        "print(sha256(text.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2)
    }
    assert len(found) == 1
    assert len(found.pop()) == 65


@pytest.mark.parametrize("kind", ["book", "job", "event"])
def test_an_entity_list_names_mostly_entities_of_the_site(kind: str) -> None:
    for type in KINDS[kind].entity_types:
        named = entities(kind, "en", 4, 300, type)
        own = {r.values[type].shown for r in held_by(kind, "en")[:300] if type in r.values}
        share = len(own & set(named)) / len(named)
        assert len(named) == len(set(named))
        assert 0.5 < share < 1
        assert len(own & set(named)) == max(1, round(0.9 * len(own)))


def test_the_log_has_a_heavy_head_and_every_kind_of_query() -> None:
    log_ = query_log(held_by("book", "en"), "en", seed=2, n=3000, site="Old Harbour Books")
    by_kind: dict[str, list[str]] = {}
    for line in log_:
        by_kind.setdefault(line.about, []).append(line.query)
    assert set(by_kind) == {"entity", "wanting", "arriving", "site", "misspelt", "both"}
    times = [line.times for line in log_]
    assert sum(sorted(times)[-len(times) // 20 :]) > 0.3 * sum(times)
    assert all("old harbour books" in query for query in by_kind["site"] + by_kind["arriving"])
    assert {line.record is None for line in log_ if line.about == "arriving"} == {True}
    known = {record.id for record in held_by("book", "en")}
    assert {line.record for line in log_} <= {None, *known}


def test_plain_names_of_the_log_stand_in_the_records_and_slips_do_not() -> None:
    held = held_by("book", "en")
    texts = [" ".join(tokens(record.searchable)) for record in held]
    log_ = query_log(held, "en", seed=2, n=300)

    def known(query: str) -> bool:
        asked = " ".join(tokens(query))
        return any(asked in text for text in texts)

    names = {line.query for line in log_ if line.about == "entity"}
    slips = {line.query for line in log_ if line.about == "misspelt"}
    assert all(known(query) for query in names)
    assert sum(known(query) for query in slips) < 0.2 * len(slips)


def test_a_slip_is_one_edit_away() -> None:
    rng = Random(1)
    for word in ("lighthouse", "owl", "a b", "時刻表", "x"):
        for _ in range(30):
            slip = misspelt(word, rng)
            assert abs(len(slip) - len(word)) <= 1
            assert sorted(slip) == sorted(word) or len(slip) != len(word)


def test_a_title_taken_eight_times_gets_its_number() -> None:
    class Same(Grammar):
        def record(self, place: int, attempt: int = 0) -> Record:
            drawn = super().record(place, attempt)
            numbered = drawn.title.endswith(f"({drawn.id})")
            return drawn if numbered else next(self.one)

        one = iter(lambda: held_by("book", "en")[0], None)

    found = list(Same("book", "en", 1).records(3))
    assert len({record.title for record in found}) == 3
    assert all(record.title.endswith(f"({record.id})") for record in found[1:])
