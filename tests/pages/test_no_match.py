"""Pages without a match are known by contrast, never against the evidence (ENT 5)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from benchmarks.quality.pages.empty import Answer, Rates, by_similarity, judged
from benchmarks.quality.pages.no_match_sites import MAKES, made_pages
from upwell.models.pages.no_match import EmptyModel, EmptyPages, EmptyParams, Wording, wording
from upwell.models.tree.parse import parse

JUDGED = 100


@cache
def made(name: str) -> list[Answer]:
    """Answers of one make, drawn when a test first asks for them."""
    return made_pages(name, seed=11)


def page(main: str, query: str = "", foot: str = "Terms and conditions") -> Wording:
    """What a page of one frame says."""
    html = (
        f"<div class=top><a href=/>Home page</a> Find {query}</div><div>{main}</div><i>{foot}</i>"
    )
    return wording(parse(html.encode()), query)


def rows(query: str, n: int) -> str:
    """A list whose records hold the query."""
    return "<ol>" + "".join(f"<li><b>The {query} no. {i}</b>" for i in range(n)) + "</ol>"


def learned(*pages: Wording, nonsense: tuple[Wording, ...] = ()) -> EmptyModel:
    """What these pages teach."""
    site = EmptyPages()
    for one in pages:
        site.fold(one)
    for one in nonsense:
        site.fold(one, nonsense=True)
    return site.publish()


def rates(answers: list[Answer], n_learned: int = 60) -> Rates:
    """Of the last answers, by nonsense and so many others."""
    odd = [one for one in answers if one.nonsense]
    rest = [one for one in answers if not one.nonsense]
    model = learned(
        *(wording(one.tree, one.query) for one in rest[:n_learned]),
        nonsense=tuple(wording(one.tree, one.query) for one in odd),
    )
    last = rest[-JUDGED:]
    return judged([model.judge(wording(one.tree, one.query)).empty for one in last], last)


@pytest.mark.parametrize("name", MAKES)
def test_sites_of_every_make_say_that_nothing_matched_in_their_own_way(name: str) -> None:
    assert (1.0, 1.0, 1.0, 1.0) == rates(made(name))[:4]


@pytest.mark.parametrize("name", MAKES)
def test_a_verdict_does_not_depend_on_which_other_pages_were_sampled(name: str) -> None:
    """Adding or taking away ordinary pages changes none."""
    answers = made(name)
    odd = tuple(wording(one.tree, one.query) for one in answers if one.nonsense)
    rest = [wording(one.tree, one.query) for one in answers if not one.nonsense]
    verdicts = set()
    for seed in range(4):
        chosen = random.Random(seed).sample(rest, 15 + 25 * seed)
        model = learned(*chosen, nonsense=odd)
        verdicts.add(tuple(model.judge(one).empty for one in rest))
    assert 1 == len(verdicts)


@pytest.mark.parametrize("name", ["reformulated", "brands"])
def test_the_papers_form_fails_where_the_paper_says_it_does(name: str) -> None:
    """Matches of a related question cost recall of empty pages, brands that of full ones."""
    found = by_similarity(made(name), 0.7)
    assert (found.full_recall if name == "brands" else found.empty_recall) < 0.9


def test_before_nonsense_was_asked_no_page_that_says_anything_is_empty() -> None:
    model = learned(*(page(rows(q, 5), q) for q in ("otter", "heron", "newt")))
    assert not model.knows
    assert not model.judge(page("<p>Nothing was found.</p>", "zzyq")).empty


def test_one_common_word_is_no_message() -> None:
    """A full answer that has a word of the page without matches is full all the same."""
    model = learned(
        *(
            page(f"<p class=n>Page {i}</p>{rows(q, 4)}", q)
            for i, q in enumerate(("otter", "heron"))
        ),
        nonsense=tuple(page("<p class=n>Results</p>", q) for q in ("zzyq", "qxvw", "wvkj")),
    )
    assert not model.judge(page(f"<p class=n>Results</p>{rows('newt', 3)}", "newt")).empty


def test_a_box_below_the_message_is_no_message_on_pages_that_nobody_asked_anything() -> None:
    """A site sets its boxes beside a list, and below what it says where there is none."""
    boxes = "<p>Related searches</p><p>Recently seen things</p><p>Sort them by</p>"
    full = [page(f"<div>{rows(word, 4)}</div>", word) for word in ("mast", "keel", "sail")]
    odd = tuple(page(f"<h4>No match here</h4>{boxes}", word) for word in ("zzyx", "qwrt"))
    model = learned(*full, nonsense=odd)
    own, none = page(f"<b>The brig</b>{boxes}"), page(f"<h4>No match here</h4>{boxes}")
    assert not model.judge(own, asked=False).empty
    assert model.judge(none, asked=False).empty
    assert model.judge(page("<h4>No match here</h4><p>Related searches</p>", "oar")).empty


def test_a_list_need_not_hold_a_query_that_has_no_word() -> None:
    """Each record has the letter, and so does every page."""
    full = [page(rows(word, 4), word) for word in ("mast", "keel", "sail")]
    odd = tuple(page("<h4>No match here</h4>", word) for word in ("zzyx", "qwrt"))
    model = learned(*full, nonsense=odd)
    both = "<h4>No match here</h4><ol><li><b>Barque</b><li><b>Sloop</b></ol>"
    assert not model.judge(page(both, "a"), shows=True, compared=False).empty
    assert model.judge(page(both, "oar"), shows=True).empty


def test_what_stands_where_no_answer_to_nonsense_has_anything_is_not_nothing() -> None:
    """One of two lists of an answer says that it has nothing; the other has the only match."""
    says = "<p class=no>Nothing was found in the texts.</p>"
    model = learned(
        *(page(f"<h3>{q}</h3>{rows(q, 4)}<p>and more of it</p>", q) for q in ("otter", "heron")),
        nonsense=tuple(page(says, q) for q in ("zzyq", "qxvw", "wvkj")),
    )
    verdict = model.judge(page(says + rows("newt", 1), "newt"))
    assert (False, True) == (verdict.empty, verdict.doubtful)
    assert model.judge(page(says, "newt")).empty


def test_a_query_that_is_a_word_of_the_frame_or_of_the_message_changes_nothing() -> None:
    says = "<p class=no>Nothing was found here.</p>"
    model = learned(
        *(page(rows(q, 4), q) for q in ("otter", "heron", "badger")),
        nonsense=tuple(page(says, q) for q in ("zzyq", "qxvw", "wvkj")),
    )
    for query in ("home", "terms", "found", "nothing was"):
        assert model.judge(page(says, query)).empty, query


def test_a_nonsense_word_that_happens_to_match_does_no_harm() -> None:
    """The paper asks ten for this reason."""
    says = "<p class=no>Nothing was found here.</p>"
    model = learned(
        *(page(rows(q, 4), q) for q in ("otter", "heron", "badger")),
        nonsense=(*(page(says, q) for q in ("zzyq", "qxvw", "wvkj")), page(rows("odd", 2), "odd")),
    )
    assert model.judge(page(says, "newt")).empty
    assert not model.judge(page(rows("newt", 2), "newt")).empty


def test_numbers_that_turn_with_each_visit_are_no_part_of_a_message() -> None:
    says = "<p>We found 0 books for you</p>"
    model = learned(
        *(page(f"<p>We found {i} books for you</p>{rows(q, i)}", q, f"{i} ms")
          for i, q in enumerate(("otter", "heron", "badger"), 3)),
        nonsense=tuple(page(says, q, f"{i} ms") for i, q in enumerate(("zzyq", "qxvw", "wvkj"))),
    )  # fmt: skip
    assert model.judge(page(says, "newt", "17 ms")).empty
    assert not model.judge(page("<p>We found 10 books for you</p>", "newt", "0 ms")).empty


def test_order_and_repetition_of_pages_change_nothing() -> None:
    """What was learned is a function of the set of pages, and of their bytes."""
    answers = [(wording(one.tree, one.query), one.nonsense) for one in made("popular")[:50]]
    states = set()
    for seed in (1, 2):
        random.Random(seed).shuffle(answers)
        site = EmptyPages()
        for one, nonsense in [*answers, *answers[:5]]:
            site.fold(one, nonsense)
        states.add(repr(site.publish()))
    assert 1 == len(states)


def test_what_is_published_is_always_as_of_now() -> None:
    site = EmptyPages()
    for one in made("several")[:40]:
        site.fold(wording(one.tree, one.query), one.nonsense)
        assert EmptyPages.decode(site.encode()).publish() == site.publish()


def test_the_state_is_bounded_and_round_trips() -> None:
    draw, site, params = random.Random(1), EmptyPages(), EmptyParams()
    for i in range(120):
        cells = "".join(f"<td>{draw.random()} and {draw.random()}</td>" for _ in range(900))
        site.fold(wording(parse(f"<table>{cells}</table>".encode()), "a"), i % 2 == 0)
    assert (params.nonsense, params.ordinary) == (len(site.nonsense), len(site.ordinary))
    assert len(site.encode()) < 2**19
    again = EmptyPages.decode(site.encode())
    assert site.encode() == again.encode()
    assert site.publish() == again.publish()
