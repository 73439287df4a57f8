"""Rows of one page that share their link are one object where each question finds other words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from upwell.agents.analyse.objects import identified
from upwell.models.objects.identity_table import IdentityRule, IdentityTable

from .made import SEARCH, SITE, Seen, learned
from .test_views import reading as read_of

WORDS = [f"{a}{b}" for a in "ba de fi go lu".split() for b in "m n r s t l".split()]
Row = Callable[[int, str, Random], str]


def topic(number: int, query: str, draw: Random) -> str:
    """A topic of a forum by one of its posts: who wrote it, and words around those asked for."""
    around = " ".join(draw.choices(WORDS, k=9))
    writer = draw.randrange(9)
    return (
        f"<li class=r><h3><a href='/topic/{number}'>Topic {number} of {WORDS[number % 30]}</a></h3>"
        f"<i>by <a href='/member/{writer}'>member {writer}</a></i><p>{around} {query} {around}</li>"
    )


def file(number: int, query: str, draw: Random) -> str:
    """A file of code by one of its lines."""
    line = draw.randrange(900)
    return (
        f"<div class=r><a href='/blob/src/{number}.py'>src/{number}.py</a><pre>{line}"
        f" {query}({', '.join(draw.choices(WORDS, k=4))})</pre></div>"
    )


def variant(number: int, query: str, draw: Random) -> str:
    """A thing in one of its sizes, each a row of its own: it says the same under any question."""
    size = draw.randrange(6)
    return (
        f"<li class=r><h3><a href='/thing/{number}'>Thing {number}</a></h3> size {size},"
        f" {number * 3 + size * 7} pieces left</li>"
    )


def saying(number: int, query: str, draw: Random) -> str:
    """What somebody said: the link is the author's, and stands below it."""
    said = Random(f"{number} {draw.randrange(8)}")
    return (
        f"<div class=r><q>{' '.join(said.choices(WORDS, k=8))}</q>"
        f" <a href='/author/{number}'>Author {number}</a></div>"
    )


def answer(row: Row, question: int) -> Seen:
    """Ten rows of six things, some of them in several."""
    query, draw = f"word{question}", Random(f"q{question}")
    things = draw.sample(range(40), 6)
    rows = sorted([*things, *draw.choices(things, k=4)], key=lambda n: Random(n).random())
    return Seen("".join(row(n, query, draw) for n in rows), f"{SEARCH}{query}", query)


def rule_of(row: Row, questions: Iterable[int]) -> IdentityRule:
    return learned(answer(row, question) for question in questions)


@pytest.mark.parametrize(
    ("row", "begins"), [(topic, "a.example/topic/"), (file, "a.example/blob/")]
)
def test_hits_are_what_their_link_leads_to(row: Row, begins: str) -> None:
    own = answer(row, 99).own(rule_of(row, range(40)))
    assert 10 == len(own)
    assert all(one and one.startswith(begins) for one in own)
    assert 6 == len(set(own))


@pytest.mark.parametrize("row", [variant, saying])
def test_what_says_the_same_under_other_questions_is_told_by_what_it_says(row: Row) -> None:
    assert {None} == {*answer(row, 99).own(rule_of(row, range(40)))}


@pytest.mark.parametrize("row", [topic, file])
def test_one_question_asked_again_and_again_tells_nothing(row: Row) -> None:
    pages = [answer(row, 7) for _ in range(40)]
    assert () == learned(pages).hits


@pytest.mark.parametrize("row", [topic, file])
def test_pages_that_nobody_asked_for_tell_nothing(row: Row) -> None:
    pages = [answer(row, question) for question in range(40)]
    for page in pages:
        page.page = page.page._replace(query=None)
    assert () == learned(pages).hits


@pytest.mark.parametrize("row", [topic, file])
def test_a_page_whose_hits_are_all_of_one_thing_has_one_object(row: Row) -> None:
    draw = Random(3)
    rows = "".join(row(5, "otter", draw) for _ in range(4))
    own = Seen(rows, f"{SEARCH}otter", "otter").own(rule_of(row, range(40)))
    assert 1 == len(set(own))
    assert own[0] is not None


@pytest.mark.parametrize("row", [topic, file])
def test_a_site_has_as_many_objects_as_things_however_often_it_is_asked(row: Row) -> None:
    table, pages = IdentityTable(), [answer(row, question) for question in range(80)]
    read = [read_of(page) for page in pages]
    for page, reading in zip(pages, read, strict=True):
        found = identified(SITE, page.page, reading, table.rule(), 1.0, lambda _: set())
        if (news := table.news(found.evidence)) is not None:
            table.fold(news)
    rule = table.publish()
    ids = {
        one.id
        for page, reading in zip(pages, read, strict=True)
        for one in identified(SITE, page.page, reading, rule, 1.0, lambda _: set()).found
    }
    assert 40 == len(ids)
