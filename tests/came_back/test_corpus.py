"""The corpus is what it says: enough of each class, of each make, and a third that lies."""

from __future__ import annotations

from collections import Counter

import pytest

from .corpus import CLASSES, Case, MadeSite, sites


@pytest.fixture(scope="module")
def made() -> list[MadeSite]:
    return sites()


@pytest.fixture(scope="module")
def cases(made: list[MadeSite]) -> list[Case]:
    return [case for site in made for case in site.cases]


def test_every_class_has_enough_pages(cases: list[Case]) -> None:
    n = Counter(case.came_back for case in cases)
    assert set(CLASSES) == set(n)
    assert 320 <= len(cases)
    assert all(n[name] >= 25 for name in CLASSES)


def test_a_third_of_the_statuses_lie(cases: list[Case]) -> None:
    share = sum(case.lies for case in cases) / len(cases)
    assert 0.30 <= share <= 0.40


def test_every_make_has_every_class_and_several_languages(made: list[MadeSite]) -> None:
    classes: dict[str, set[str]] = {}
    for site in made:
        classes.setdefault(site.make, set()).update(case.came_back for case in site.cases)
    assert 12 <= len(classes)
    assert {frozenset(CLASSES)} == {frozenset(of) for of in classes.values()}
    assert 8 == len({site.lang for site in made})


def test_the_corpus_is_the_same_at_every_call(made: list[MadeSite]) -> None:
    assert made == sites()


def test_a_page_under_test_was_not_seen_before(made: list[MadeSite]) -> None:
    for site in made:
        if not site.name.endswith("shell"):  # whose pages are all the same
            before = {response.body for response in [*site.answers, *site.nonsense]}
            assert not before & {case.response.body for case in site.cases if case.response.body}
