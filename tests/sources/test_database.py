"""The database of a source answers as its rules say; plain Python over words is the judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.sources.database.columns import bands
from upwell.sources.database.database import ON_DISK, Database
from upwell.sources.database.life import Change
from upwell.sources.database.question import Question, Rules
from upwell.sources.database.record import Record
from upwell.sources.kinds import records
from upwell.sources.kinds.lexicon import stop_words
from upwell.sources.kinds.tokens import tokens

BOOKS = records("book", "en", seed=9, size=1200)
WORDS = {record.id: frozenset(tokens(record.searchable)) for record in BOOKS}
VOCABULARY = sorted({word for held in WORDS.values() for word in held})
RULES = Rules(
    limit=50,
    facets=("subject", "year", "price"),
    sorts=("title", "year", "price", "author"),
)
DATABASE = Database(BOOKS, RULES)
ANY = Database(BOOKS, Rules(combine="or", limit=None, order="none"))
RANKED = Database(BOOKS, Rules(limit=None, order="rank"))

QUERIES = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3, unique=True)


def paged(database: Database, question: Question) -> list[Record]:
    """Records on all pages of an answer, in order."""
    first = database.search(question)
    pages = [database.search(replace(question, page=n)).shown for n in range(1, first.n_pages + 1)]
    return [record for page in pages for record in page]


@given(QUERIES)
@settings(max_examples=80, deadline=None)
def test_and_finds_the_records_that_hold_every_word(words: list[str]) -> None:
    matching = {number for number, held in WORDS.items() if held.issuperset(words)}
    found = paged(DATABASE, Question(" ".join(words), per_page=7))
    assert len(matching) == DATABASE.search(Question(" ".join(words))).total
    assert len(found) == len({record.id for record in found}) == min(50, len(matching))
    assert {record.id for record in found} <= matching


@given(QUERIES)
@settings(max_examples=80, deadline=None)
def test_or_finds_the_records_that_hold_one_word(words: list[str]) -> None:
    matching = {number for number, held in WORDS.items() if not held.isdisjoint(words)}
    assert matching == {one.id for one in paged(ANY, Question(" ".join(words), per_page=500))}


@given(QUERIES)
@settings(max_examples=40, deadline=None)
def test_a_site_that_ranks_by_rank_shows_the_highest_first(words: list[str]) -> None:
    ranks = [one.rank for one in paged(RANKED, Question(" ".join(words), per_page=500))]
    assert sorted(ranks, reverse=True) == ranks


def test_relevance_prefers_titles_and_rare_words_repeated() -> None:
    titled = BOOKS[0]
    assert titled == DATABASE.search(Question(titled.title)).shown[0]
    word = "orbit"
    found = DATABASE.search(Question(word, per_page=50))
    inside = [word in tokens(record.title) for record in found.shown]
    assert True in inside
    assert False in inside
    assert inside == sorted(inside, reverse=True)


def test_an_unsorted_site_shows_neither_the_rank_nor_the_order_of_numbers() -> None:
    shown = paged(ANY, Question("the", per_page=500))
    numbers, ranks = [one.id for one in shown], [one.rank for one in shown]
    assert len(shown) > 1000
    assert sorted(numbers) != numbers
    assert sorted(ranks, reverse=True) != ranks
    assert shown == paged(ANY, Question("the", per_page=500))


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("title", lambda record: record.title.casefold()),
        ("price", lambda record: record.values["price"].sort),
        ("year", lambda record: -record.values["year"].sort),
    ],
)
def test_an_order_sorts_what_may_be_seen_and_nothing_else(sort: str, key: object) -> None:
    plain = paged(DATABASE, Question("the"))
    other = paged(DATABASE, Question("the", sort=sort))
    assert len(plain) == 50
    assert sorted(plain, key=key) == other or sorted(map(key, plain)) == list(map(key, other))  # type: ignore[call-overload]
    assert {one.id for one in plain} == {one.id for one in other}
    backwards = paged(DATABASE, Question("the", sort=f"-{sort}"))
    assert [key(one) for one in backwards] == [key(one) for one in other][::-1]  # type: ignore[operator]


def test_records_without_the_field_come_last_either_way() -> None:
    cut = [
        replace(one, values=MappingProxyType({k: v for k, v in one.values.items() if k != "price"}))
        for one in BOOKS[:10]
    ]
    database = Database([*cut, *BOOKS[10:30]], Rules(sorts=("price",)))
    for sort in ("price", "-price"):
        shown = database.search(Question(sort=sort, per_page=30)).shown
        assert {one.id for one in cut} == {one.id for one in shown[20:]}


def test_a_facet_counts_what_narrowing_by_it_finds() -> None:
    whole = DATABASE.search(Question("the"))
    for name, counts in whole.facets.items():
        assert counts
        for value, n in counts:
            narrowed = DATABASE.search(Question("the", narrow={name: value}))
            assert n == narrowed.total > 0
            if name != "price":
                assert {value} == {one.values[name].shown for one in narrowed.shown}
    assert whole.total == sum(n for _, n in whole.facets["price"])


def test_a_price_band_holds_its_prices() -> None:
    for band, _ in DATABASE.search(Question("the")).facets["price"]:
        low, _, high = band.partition("-")
        shown = DATABASE.search(Question("the", narrow={"price": band}, per_page=50)).shown
        prices = [one.values["price"].sort for one in shown]
        assert prices
        assert all(float(low) <= float(price) < float(high or "inf") for price in prices)


def test_narrowing_by_what_is_not_there_finds_nothing() -> None:
    for narrow in ({"subject": "alchemy"}, {"colour": "red"}):
        assert DATABASE.search(Question("the", narrow=narrow)).total == 0


def test_short_and_common_words_are_ignored_and_told() -> None:
    database = Database(BOOKS, Rules(shortest=4, stops=True))
    answer = database.search(Question("the owl orbit with"))
    assert answer.ignored == ("the", "owl", "with")
    assert answer.total == DATABASE.search(Question("orbit")).total > 0
    assert database.search(Question("the owl")).total == 0
    assert {"the", "with"} <= stop_words("en")


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (Question("orbit"), None),
        (Question("", narrow={"subject": "law"}), None),
        (Question("orbit", sort="-year"), None),
        (Question("x" * 121), "long"),
        (Question("x " * 13), "long"),
        (Question('an "open quote'), "character"),
        (Question("a\tb"), "character"),
        (Question(" ... "), "empty"),
        (Question("orbit", sort="colour"), "order"),
        (Question("orbit", page=0), "page"),
    ],
)
def test_what_cannot_be_answered_is_named(question: Question, complaint: str | None) -> None:
    assert complaint == DATABASE.complaint(question)


def test_japanese_is_found_by_any_two_signs_that_follow_and_by_one() -> None:
    held = records("book", "ja", seed=2, size=300)
    database = Database(held, Rules(limit=None), "ja")
    for query in ("銀河", "の旅", "橋", "田", "路面電車"):
        pairs = [query[i : i + 2] for i in range(max(1, len(query) - 1))]
        matching = {one.id for one in held if all(pair in one.searchable for pair in pairs)}
        found = paged(database, Question(query, per_page=300))
        assert matching == {one.id for one in found} != set()


def test_popular_records_have_the_highest_ranks() -> None:
    assert [one.rank for one in DATABASE.popular(10)] == sorted(
        (one.rank for one in BOOKS), reverse=True
    )[:10]


@pytest.mark.parametrize("slip", ["orbt", "orbitt", "obrit"])
def test_a_slip_is_answered_with_the_word_that_was_meant(slip: str) -> None:
    assert DATABASE.similar(slip) == "orbit"


def test_words_that_never_meet_are_cut_to_those_that_have_an_answer() -> None:
    meant = DATABASE.similar("qwxzyvqwx orbit")
    assert meant == "orbit"
    assert DATABASE.similar("qwxzyvqwx") is None


def test_a_change_is_seen_by_the_next_question() -> None:
    database = Database(BOOKS[:100], RULES)
    old = BOOKS[3]
    new = replace(old, title="Zyzzyva in Quorn", summary="Nothing of it stays.", version=2)
    database.search(Question("zyzzyva"))
    database.apply(Change(1.0, "change", new))
    assert database.search(Question("zyzzyva quorn")).shown == (new,)
    assert database.by_id[old.id] == new
    assert old.id not in {one.id for one in paged(database, Question(old.title))}
    database.apply(Change(2.0, "remove", new))
    assert database.search(Question("zyzzyva")).total == 0
    assert database.search(Question(per_page=500)).total == 99
    database.apply(Change(3.0, "add", BOOKS[500]))
    assert BOOKS[500] in database.search(Question(BOOKS[500].title)).shown
    assert len(database.by_id) == 100


@pytest.mark.parametrize("path", [ON_DISK, "site.sqlite"])
def test_on_disk_and_in_memory_answer_alike(path: str, tmp_path: Path) -> None:
    stream = iter(BOOKS[:300])
    disk = Database(stream, RULES, path=str(tmp_path / path) if path else path)
    memory = Database(BOOKS[:300], RULES)
    for word in VOCABULARY[::400]:
        assert memory.search(Question(word)) == disk.search(Question(word))
    changed = replace(BOOKS[7], title="Zyzzyva", version=2)
    for database in (disk, memory):
        database.apply(Change(0.0, "change", changed))
        database.apply(Change(0.0, "remove", BOOKS[8]))
    assert dict(memory.by_id) == dict(disk.by_id)
    assert memory.search(Question("zyzzyva")) == disk.search(Question("zyzzyva"))


@given(st.lists(st.floats(1, 5000), min_size=1, max_size=60))
def test_bands_rise_and_are_round(amounts: list[float]) -> None:
    bounds = bands(amounts)
    assert bounds == sorted(set(bounds))
    assert all(f"{bound:.0f}".rstrip("0") in ("1", "2", "5") for bound in bounds)
