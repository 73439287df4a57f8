"""Where the few numbers of identity lie: the evidence that a verdict takes, and what is kept."""

from __future__ import annotations

import msgspec
import pytest

from upwell.models.objects.arguments.turning import sightings
from upwell.models.objects.asking_steps import AskingSteps, SeenSteps
from upwell.models.objects.identity import identities
from upwell.models.objects.identity_table import (
    IdentityEvidence,
    IdentityTable,
    SeenColumn,
    seen_columns,
)
from upwell.models.objects.steadiness import SeenValues, Showing, Steadiness
from upwell.models.tree.tagtree import Link

from .made import MAKES, Make, Seen, answer, learned

HOUR_S = 3600.0


def test_two_links_of_the_frame_that_turn_make_no_session_and_four_do() -> None:
    """The book of the day and the song of the day have another id each day."""
    few, many = (
        learned([Seen(_frame(day, n), "http://a.example/") for day in (1, 2, 3)]) for n in (2, 4)
    )
    assert ({}, {"sid": ("sid",)}) == (few.turning, many.turning)


def _frame(day: int, n_links: int) -> str:
    return "".join(f"<a href='/x{k}?sid=v{day}'>Help {k}</a>" for k in range(n_links))


def paired(make: Make, n: int) -> Seen:
    """A list of which two objects lead to one address and say different things there."""
    links = [(f"/item?id={max(k, 1)}", f"Title {k}") for k in range(n)]
    return answer(make, links, "bus")


@pytest.mark.parametrize("make", MAKES)
def test_a_title_listed_twice_in_sixty_identifies_and_an_author_twice_in_thirty_does_not(
    make: Make,
) -> None:
    titles, authors = (learned([paired(make, n) for _ in range(2)]) for n in (60, 30))
    assert None not in paired(make, 60).own(titles)
    assert {None} == set(paired(make, 30).own(authors))


def seen(differing: int, n: int, apart_s: float) -> Steadiness:
    """A column of one object that differed so many times of so many, on pages so far apart."""
    steadiness = Steadiness()
    value = 0
    for page in range(n + 1):
        value += 0 < page <= differing
        steadiness.fold(Showing(page, page * apart_s, (SeenValues(1, {"rank": value}),)))
    return steadiness


@pytest.mark.parametrize(
    ("differing", "n", "apart_s", "is_steady"),
    [
        (2, 4, 60.0, True),  # twice is chance
        (4, 4, 60.0, False),
        (6, 100, 60.0, True),  # a price that changes once in a while
        (15, 100, 60.0, False),  # a clock that stands still for some pages
        (4, 4, 0.7 * HOUR_S, False),  # within the hour it is the page's
        (4, 4, 1.5 * HOUR_S, True),  # later it is the record's
    ],
)
def test_a_column_that_differs_often_within_the_hour_is_the_pages(
    differing: int, n: int, apart_s: float, is_steady: bool
) -> None:
    assert (() if is_steady else ("rank",)) == seen(differing, n, apart_s).unsteady()


def test_a_sample_of_the_evidence_is_kept_and_counted_long_enough() -> None:
    columns = {f"c{k:02}": k for k in range(90)}
    steadiness = Steadiness()
    for page in range(6):
        said = {name: page * value for name, value in columns.items()}
        steadiness.fold(Showing(page, 0.0, tuple(SeenValues(k, said) for k in range(90))))
    assert all(40 < len(kept) < 90 for kept in (steadiness.columns, steadiness.objects))
    table = IdentityTable()
    for place in range(90):
        table.fold(IdentityEvidence(columns=(SeenColumn(place, 5 + place, 0),)))
    assert 40 < len(table.places) < 90
    assert min(table.places) > 0  # those of most objects stay


def test_what_was_seen_some_hundred_times_costs_nothing_more() -> None:
    steps, table = AskingSteps(), IdentityTable()
    said, column = SeenSteps("a.example/find", 7, 50, 0), SeenColumn(1, 50, 0)
    for n in range(12):
        wanted = steps.news([said]) != () and table.news(IdentityEvidence(columns=(column,)))
        assert bool(wanted) == (n < 8), n
        if wanted:
            steps.fold([said])
            table.fold(IdentityEvidence(columns=(column,)))


def test_two_dozen_links_of_an_argument_are_looked_at() -> None:
    links = [Link(k, f"http://a.example/x{k}?sid=a", f"Help {k}") for k in range(40)]
    assert 16 < len(sightings(links)) < 40
    table = IdentityTable()
    for k in range(60):
        links = [Link(k, f"http://a.example/x?a{k}=1", "Help")]
        table.fold(IdentityEvidence(sightings(links)))
    assert 16 < len(table.arguments.shapes) < 40
    assert len(msgspec.msgpack.encode(table)) < 3_000


def test_in_a_long_crawl_a_link_that_most_objects_have_never_outdoes_that_which_all_have() -> None:
    """The reviews of a product have an address of their own, and are counted in a link to it."""

    def visit(n: int) -> Seen:
        rated = [f"<i><a href=/{k}>({k} reviews)</a></i>" if (n + k) % 6 else "" for k in range(12)]
        bare = range(12) if n % 2 else [k for k in range(12) if rated[k]]
        rows = "".join(f"<li class=r><b><a href=/{k}/t{k}>Tool {k}</a></b>{rated[k]}" for k in bare)
        return Seen(f"<ul>{rows}</ul>", f"http://a.example/s?q=w{n}", f"w{n}")

    table = IdentityTable()
    for n in range(120):
        page = visit(n)
        columns = identities(page.objects, page.page, "a.example", table.rule()).columns
        told = table.news(IdentityEvidence(columns=seen_columns(columns)))
        if told is not None:
            table.fold(told)
        assert all("/t" in str(own) for own in page.own(table.rule()))
