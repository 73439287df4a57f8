"""The paper's filter of empty pages: similarity of whole pages to answers to nonsense (ENT 5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.papers.ent.background import BackgroundPages
from upwell.models.papers.ent.content import content_signature, hashed_terms, jaccard

MENU = "home search help login about contact cart terms privacy jobs press".split()
MESSAGE = "sorry your search returned no items please check spelling and try again".split()
ITEMS = [f"word{i}" for i in range(1200)]


def test_one_threshold_separates_pages_that_say_the_same_from_pages_that_do_not() -> None:
    site = BackgroundPages()
    for i in range(5):
        site.fold([*MENU, *MESSAGE, f"q{i}"], query=[f"q{i}"])
    assert site.judge(MENU + MESSAGE).empty
    assert not site.judge(MENU + ITEMS[:80]).empty
    assert site.judge(MENU + MESSAGE) == site.judge([*MENU, *MESSAGE, "newt"], query=["newt"])


def test_without_background_pages_no_page_is_empty() -> None:
    assert not BackgroundPages().judge(MENU).empty


@given(st.lists(st.sampled_from(MESSAGE), max_size=30))
def test_a_signature_does_not_depend_on_the_order_of_terms(terms: list[str]) -> None:
    """And is all of a short page."""
    page = hashed_terms(terms)
    assert content_signature(page) == content_signature(hashed_terms(sorted(terms)))
    assert set(page) == content_signature(page)


def test_similar_pages_have_similar_signatures() -> None:
    """The Jaccard similarity of signatures is near that of the pages (ENT definition 3)."""
    a, b = ITEMS[:1000], ITEMS[200:1200]
    full = jaccard(frozenset(hashed_terms(a)), frozenset(hashed_terms(b)))
    of_signatures = jaccard(
        content_signature(hashed_terms(a), 400), content_signature(hashed_terms(b), 400)
    )
    assert full == pytest.approx(of_signatures, abs=0.08)
