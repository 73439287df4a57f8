"""Laws of the number of matches that a page reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.costs import processor_seconds
from upwell.models.queries.reported import ReportedPlaces, StatedNumber, stated_numbers
from upwell.models.queries.reported.numbers import numbers_in
from upwell.models.tree.parse import parse

Page = Callable[[str, int, list[int]], str]  # query, matches, the records shown -> html
SIZE = 20


def spaced(n: int) -> str:
    return f"{n:,}".replace(",", "\u00a0")


def dotted(n: int) -> str:
    return f"{n:,}".replace(",", ".")


def arabic(n: int) -> str:
    return "".join(chr(0x660 + int(digit)) for digit in str(n))


MAKES: dict[str, Page] = {
    "a sentence": lambda q, n, shown: f"<p id=n>We found {n:,} books about {q}</p>",
    "a range": lambda q, n, shown: f"<p>{shown[0]}-{shown[-1]} of {n:,} results</p>" if n else "",
    "a range the other way": lambda q, n, shown: f"<p>{n}件中 {shown[0]}-{shown[-1]}件</p>",
    "in spans": lambda q, n, shown: (
        f"<p><span>{shown[0]}</span>-<span>{shown[-1]}</span> / <span>{n:,}</span></p>"
    ),
    "Polish": lambda q, n, shown: f"<div class=h>Znaleziono {spaced(n)} wyników dla {q}</div>",
    "Japanese": lambda q, n, shown: f"<div>該当件数：{n}件 (1ページ20件)</div>",
    "Arabic": lambda q, n, shown: f"<b>{arabic(n)}</b> نتيجة",
    "German": lambda q, n, shown: f"<h2>{dotted(n)} Treffer, {SIZE} je Seite</h2>",
    "a bare number": lambda q, n, shown: f"<em>{n}</em>",
    "below the list": lambda q, n, shown: f"</ol><ol class=foot><li>{n}",
}


def answers(make: Page, seed: int = 0) -> Iterator[tuple[str, int, int, bool, list[StatedNumber]]]:
    """Answers of a site with a cart, a size of pages, a clock and a counter: query, matches, ..."""
    draw = Random(seed)
    for i in range(40):
        query, n = f"word{i % 36}", Random(i % 36).choice([1, 3, 7, 12, 19, 25, 64, 300, 1204])
        pages = -(-n // SIZE)
        page = draw.randint(1, min(pages, 3))
        shown = list(range((page - 1) * SIZE + 1, min(page * SIZE, n) + 1))
        records = "".join(f"<li><b>Title {k}</b> £{k % 7}.50, {k % 5} left" for k in shown)
        html = (
            f"<p class=cart>{i % 3} items in your cart</p><p class=clock>{i % 24}:{i % 60}</p>"
            f"<p class=seen>visitor {5000 + i}</p><p class=size>{SIZE} books a page</p>"
            f"{make(query, n, shown)}<ol class=list>{records}</ol>"
        )
        numbers = stated_numbers(parse(html.encode()))
        yield query, n, len(shown), n <= SIZE, numbers


@pytest.mark.parametrize("make", MAKES)
def test_the_number_that_follows_the_query_is_learned_in_any_wording(make: str) -> None:
    places = ReportedPlaces()
    for query, _, n_records, whole, numbers in answers(MAKES[make]):
        places.fold(numbers, query, n_records, whole=whole)
    told = [
        (n, places.read(numbers, n_records)) for _, n, n_records, _, numbers in answers(MAKES[make])
    ]
    assert all(n == said for n, said in told)


def test_a_site_that_reports_nothing_is_told_nothing() -> None:
    places = ReportedPlaces()
    silent = list(answers(lambda query, n, shown: ""))
    for query, _, n_records, whole, numbers in silent:
        places.fold(numbers, query, n_records, whole=whole)
        assert places.read(numbers, n_records) is None


def test_before_two_answers_bear_a_place_out_nothing_is_told() -> None:
    places = ReportedPlaces()
    first = [StatedNumber(1, 7)]
    places.fold(first, "a", 7, whole=True)
    places.fold(first, "b", 7, whole=True)
    assert places.read(first, 7) is None  # always the same: it may be anything
    places.fold([StatedNumber(1, 9)], "c", 9, whole=True)
    assert places.read([StatedNumber(1, 11)], 11) == 11


def test_a_number_below_the_records_shown_is_not_told() -> None:
    places = ReportedPlaces()
    for n in (3, 4, 5):
        places.fold([StatedNumber(1, n)], str(n), n, whole=True)
    assert places.read([StatedNumber(1, 4)], 5) is None
    assert places.read([StatedNumber(1, 734)], 0) is None  # nothing is shown


def test_what_says_something_else_for_the_same_query_does_not_report() -> None:
    """How long the search took exceeds the records of a page as well."""
    places = ReportedPlaces()
    for i in range(20):
        places.fold([StatedNumber(1, 30 + i)], f"word{i % 4}", 10, whole=False)
    assert places.read([StatedNumber(1, 50)], 10) is None


def test_a_narrower_answer_may_say_another_number_and_bears_out_the_same() -> None:
    places = ReportedPlaces()
    for i in range(12):
        places.fold([StatedNumber(1, 40 + i % 6)], f"word{i % 6}", 10, whole=False)
        places.fold([StatedNumber(1, 20)], f"word{i % 6}", 10, whole=False, further=True)
    assert places.read([StatedNumber(1, 50)], 10) == 50


def test_a_few_pages_whose_records_were_counted_wrong_change_nothing() -> None:
    places = ReportedPlaces()
    for i in range(60):
        wrong = i % 15 == 0
        places.fold([StatedNumber(1, i)], str(i), i + 3 if wrong else i, whole=True)
    assert places.read([StatedNumber(1, 500)], 20) == 500


def test_a_place_that_a_weak_model_spoke_against_comes_back_with_better_ones() -> None:
    places = ReportedPlaces()
    for i in range(20):
        places.fold([StatedNumber(1, i + 2)], f"early {i}", 1, whole=True)
    for i in range(1, 81):
        places.fade()  # models come as often as they like
        places.fold([StatedNumber(1, i)], str(i), i, whole=True)
    assert places.read([StatedNumber(1, 999)], 20) == 999


def test_the_table_is_bounded_and_goes_on_where_it_was_stored() -> None:
    draw = Random(5)
    pages = [
        [StatedNumber(draw.getrandbits(63), draw.randint(1, 40)) for _ in range(30)]
        + [StatedNumber(7, i)]
        for i in range(1, 200)
    ]
    one, other = ReportedPlaces(), ReportedPlaces()
    for i, numbers in enumerate(pages):
        one.fold(numbers, str(i), i + 1, whole=True)
        other = ReportedPlaces.decode(other.encode())
        other.fold(numbers, str(i), i + 1, whole=True)
    assert one.encode() == other.encode()
    assert 100 < len(one.tallies) < 300
    assert 4 < len(one.tallies[7].values) < 16
    assert one.read([StatedNumber(7, 77)], 20) == 77


def test_numbers_are_read_in_any_script_and_with_any_mark_of_thousands() -> None:
    assert [1087] == numbers_in("1,087")
    assert [1204000] == numbers_in("1.204.000 Ergebnisse")
    assert [12345] == numbers_in("12\u202f345")
    assert [1, 20, 87] == numbers_in("1-20 of 87")
    assert [88] == numbers_in("８８件")
    assert [None, 5] == numbers_in("2.5 of 5")
    assert [None] == numbers_in("1" * 40)


def test_columns_of_records_are_no_candidates() -> None:
    html = "<p>5 hits</p>" + "".join(f"<li>{n} pages" for n in range(30))
    assert {5} == {number.value for number in stated_numbers(parse(html.encode()))}
    many = "".join(f"<p class=c{chr(97 + n % 26)}{chr(97 + n // 26)}>{n}</p>" for n in range(300))
    assert 100 < len(stated_numbers(parse(many.encode()))) < 300


HOSTILE: dict[str, Callable[[int], str]] = {
    "one run of digits": lambda n: f"<p>{'1' * n} x</p>",
    "digits and commas": lambda n: f"<p>{'1,111' * (n // 5)} x</p>",
    "digits and blanks": lambda n: f"<p>{'1 ' * (n // 2)} x</p>",
    "links of one digit": lambda n: "<a href=/1>1</a>" * (n // 16),
    "paragraphs of one digit": lambda n: "<p>1</p>" * (n // 8),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_numbers_are_read_in_linear_time(what: str) -> None:
    def seconds(n: int, enough: float | None = None) -> float:
        tree = parse(HOSTILE[what](n).encode())
        assert tree.place is not None
        return processor_seconds(lambda: stated_numbers(tree), 2, enough)

    seconds(1_000)
    most = 40 * seconds(80_000) + 0.3
    assert seconds(800_000, most) < most


def _read(text: str) -> set[int]:
    return {value for _, value in stated_numbers(parse(f"<div><p>{text}</p></div>".encode()))}


def test_a_long_sentence_states_a_count_and_a_paragraph_of_prose_does_not() -> None:
    words = "that the keepers of the shelves have put into their catalogue over the years, "
    assert 64 in _read(f"There are 64 books about otters {words * 2}and more are on their way")
    assert 64 not in _read(f"There are 64 books about otters {words * 5}and more are on their way")


def test_a_large_collection_is_counted_and_an_identifier_is_no_count() -> None:
    assert {123456} == _read("123456 records")
    assert set() == _read("Record 978014044913")


def test_what_stands_five_times_is_a_column_of_records() -> None:
    boxes = "".join(f"<li><i>{n} left</i></li>" for n in range(11, 17))
    assert [] == stated_numbers(parse(f"<ul>{boxes}</ul>".encode()))


def _cut(queries: list[str]) -> int | None:
    """What is read of a place that exceeds the records of every answer, after these questions."""
    places = ReportedPlaces()
    for query in queries:
        number = 100 * len(query)
        places.fold([StatedNumber(1, number)], query, SIZE, whole=False)
    return places.read([StatedNumber(1, 700)], SIZE)


def test_where_no_answer_is_whole_three_numbers_bear_a_place_out() -> None:
    """Two may be two states of anything: a shelf open and closed, today and yesterday."""
    assert _cut(["a", "bb", "a", "bb"]) is None
    assert 700 == _cut(["a", "bb", "ccc", "a"])


def test_a_place_that_says_something_else_on_one_page_of_seven_reports_nothing() -> None:
    places = ReportedPlaces()
    for n in range(2, 8):
        places.fold([StatedNumber(1, n)], f"word{n}", n, whole=True)
    assert 5 == places.read([StatedNumber(1, 5)], 5)
    places.fold([StatedNumber(1, 3)], "another", 9, whole=True)
    assert places.read([StatedNumber(1, 5)], 5) is None
