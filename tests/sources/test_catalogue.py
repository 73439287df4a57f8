"""The bundled catalogue: its records, its search and its limits."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.sources import Catalogue, Truth
from upwell.sources.catalogue import PER_PAGE, RETURN_LIMIT, Question, complaint
from upwell.sources.content import tokens

CATALOGUE = Catalogue(seed=1, size=2000)
TRUTH = Truth(CATALOGUE)
VOCABULARY = sorted({w for item in CATALOGUE.items for w in tokens(" ".join(item.searchable))})

# Everyday words, as a dictionary of probes has them.
PROBES = "money river house music travel health garden city history school water book red art"


def paged(question: Question) -> list[int]:
    """Numbers on all pages of an answer, in order."""
    first = CATALOGUE.search(question)
    found = [item.id for item in first.shown]
    for page in range(2, first.n_pages + 1):
        later = Question(question.query, question.subject, question.year, question.sort, page)
        found += [item.id for item in CATALOGUE.search(later).shown]
    return found


def test_one_seed_gives_one_database_and_two_seeds_two() -> None:
    assert CATALOGUE.items == Catalogue(seed=1, size=2000).items
    assert CATALOGUE.items != Catalogue(seed=2, size=2000).items


def test_records_differ_in_number_title_and_words() -> None:
    assert len(TRUTH.records()) == 2000
    assert len(CATALOGUE.by_id) == 2000
    assert len({item.title for item in CATALOGUE.items}) == 2000


@given(st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_paging_returns_what_matches_up_to_the_limit(words: list[str]) -> None:
    query = " ".join(words)
    truth = TRUTH.matching(query)
    found = paged(Question(query=query))
    assert len(found) == len(set(found)) == min(len(truth), RETURN_LIMIT)
    assert set(found) <= truth
    assert len(truth) == CATALOGUE.search(Question(query=query)).total


@pytest.mark.parametrize("sort", ["title", "year", "price"])
def test_an_order_shows_the_same_records(sort: str) -> None:
    plain, other = paged(Question("history")), paged(Question("history", sort=sort))
    assert len(plain) == RETURN_LIMIT
    assert sorted(plain) == sorted(other)
    assert plain != other


def test_facets_narrow_before_the_limit() -> None:
    whole = CATALOGUE.search(Question("the"))
    assert whole.total > RETURN_LIMIT
    for name, n in whole.subjects:
        narrowed = CATALOGUE.search(Question("the", subject=name))
        assert n == narrowed.total
        assert {name} == {item.subject for item in narrowed.shown}
    year, n = whole.years[0]
    assert n == CATALOGUE.search(Question("the", year=year)).total


def test_every_record_is_reached_by_a_query_within_the_limit() -> None:
    for item in CATALOGUE.items:
        found = TRUTH.matching(f"{item.title} {item.author}")
        assert item.id in found
        assert len(found) <= RETURN_LIMIT


def test_words_learned_from_answers_cover_the_source() -> None:
    rng = random.Random(1)
    pool, asked, found = PROBES.split(), set[str](), set[int]()
    while pool and len(asked) < 1200 and len(found) < 1900:
        word = pool.pop(rng.randrange(len(pool)))
        if word in asked:
            continue
        asked.add(word)
        fresh = set(paged(Question(word))) - found
        found |= fresh
        for item in (CATALOGUE.by_id[number] for number in fresh):
            pool += tokens(f"{item.title} {item.author} {item.place} {item.blurb}")
    assert len(found) >= 1900


# query, does the site refuse it
REFUSED = [
    ("owl", False),
    ("owl river Ramsgate", False),
    ("", True),  # nothing to look for
    ("?!", True),  # no word in it
    ('an "open', True),  # a character of the engine's own syntax
    ("<b>", True),
    ("a\x00b", True),
    ("owl " * 13, True),  # too many words
    ("x" * 121, True),  # too long
]


@pytest.mark.parametrize(("query", "refused"), REFUSED)
def test_malformed_queries_are_refused(query: str, refused: bool) -> None:
    assert refused == (complaint(Question(query)) is not None)


@given(st.text(max_size=130))
@settings(max_examples=300, deadline=None)
def test_whatever_is_not_refused_is_answered(query: str) -> None:
    question = Question(query)
    if complaint(question) is None:
        assert CATALOGUE.search(question).total == len(TRUTH.matching(query))


def test_pages_hold_twenty() -> None:
    assert len(CATALOGUE.search(Question("the")).shown) == PER_PAGE
    assert CATALOGUE.search(Question("the")).n_pages == RETURN_LIMIT // PER_PAGE
