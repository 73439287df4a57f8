"""Laws of field health: what breaks is seen soon, what lives is no break."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from upwell.models.change.health import Fall, Health, KindHealth, Visited, compared

N = 10  # objects of a page


def visits(
    fill: float, seed: int, n: int, breaks_at: int = 1 << 30, n_pages: int = 40, churn: float = 0.1
) -> Iterator[tuple[int, dict[str, float]]]:
    """What is left at each visit of a column of pages whose objects come and go."""
    rng = random.Random(seed)
    pages = [[rng.random() < fill for _ in range(N)] for _ in range(n_pages)]
    known = [compared({}, {"fill price": sum(page) / N})[1] for page in pages]
    for number in range(n):
        at = number % n_pages
        pages[at] = [rng.random() < fill if rng.random() < churn else one for one in pages[at]]
        share = 0.0 if number >= breaks_at else sum(pages[at]) / N
        left, known[at] = compared(known[at], {"fill price": share})
        yield number, left


def first_fall(health: Health, run: Iterator[tuple[int, dict[str, float]]]) -> int | None:
    return next((n for n, left in run if health.fold(n, f"/{n}", left)), None)


@pytest.mark.parametrize(("fill", "within"), [(1.0, 30), (0.7, 30), (0.3, 100)])
@pytest.mark.parametrize("n_pages", [8, 200])
def test_a_column_that_breaks_is_seen_soon(fill: float, within: int, n_pages: int) -> None:
    for seed in range(5):
        found = first_fall(Health(), visits(fill, seed, 600, breaks_at=300, n_pages=n_pages))
        assert found is not None
        assert 300 <= found < 300 + within


@pytest.mark.parametrize(("fill", "within"), [(1.0, 20), (0.7, 20), (0.3, 60)])
@pytest.mark.parametrize("stood", [0, 10, 40])
def test_what_broke_before_it_was_visited_is_seen_as_soon(
    fill: float, within: int, stood: int
) -> None:
    """A page is compared with itself: that it stands still need not be learned first."""
    for seed in range(5):
        found = first_fall(Health(), visits(fill, seed, 300, breaks_at=stood))
        assert found is not None
        assert stood <= found < stood + within


def test_the_last_good_page_of_what_broke_at_once_is_the_one_it_was_compared_with() -> None:
    health, number = Health(), 50
    while not (falls := health.fold(number, f"/{number}", {"fill price": 0.0}, (7, "/50"))):
        number += 1
    assert 0 == falls[0].n_before
    assert (Visited(7, "/50"), Visited(50, "/50")) == health.bounds(falls)


@pytest.mark.parametrize("churn", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("fill", [0.3, 0.7, 0.95])
def test_what_lives_is_no_break(fill: float, churn: float) -> None:
    assert first_fall(Health(), visits(fill, 7, 3_000, churn=churn)) is None


def test_a_fall_of_less_than_half_is_none() -> None:
    health = Health()
    shares = [1.0] * 100 + [0.6] * 100
    assert not [n for n, share in enumerate(shares) if health.fold(n, "", {"type price": share})]


def test_the_two_windows_are_cut_where_it_broke() -> None:
    health = Health()
    run = visits(0.9, 3, 400, breaks_at=120)
    falls: list[Fall] = next(found for n, left in run if (found := health.fold(n, f"/{n}", left)))
    good, bad = health.bounds(falls)
    assert [(119, "/119"), (120, "/120")] == [(one.number, one.url) for one in (good, bad)]
    assert (120, 0.0) == (falls[0].n_before, falls[0].after)


def test_what_is_stored_gives_the_same_alarms_at_any_moment() -> None:
    """Killed before every visit: the tests are made anew from what they were told."""
    runs = []
    for killed in (False, True):
        health, falls = Health(), []
        for n, left in visits(0.7, 5, 700, breaks_at=560):
            if killed:
                stored = msgspec.msgpack.encode(health.stored)
                health = Health(msgspec.msgpack.decode(stored, type=KindHealth))
            if found := health.fold(n, f"/{n}", left):
                falls.append((n, found))
        runs.append(falls)
    assert runs[0] == runs[1] != []


def test_what_is_kept_is_bounded() -> None:
    health = Health()
    for n in range(2_000):
        health.fold(n, f"/a/{n}", {f"fill c{n % 300}": 1.0})
    stored = health.stored
    assert len(stored.visits) <= 256
    assert len(stored.values) <= 64
    assert len(stored.urls) <= 48
