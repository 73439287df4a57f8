"""Laws of what the first pages behind a cursor decide."""

from __future__ import annotations

from upwell.models.urls.pager.verdicts import (
    Verdicts,
    cursor_class,
    fold,
    goes_on,
    refuted,
)


def test_two_pages_that_show_the_first_again_refute_a_cursor() -> None:
    verdicts: Verdicts = {}
    fold(verdicts, 7, went_on=False)
    assert not refuted(verdicts, 7)  # the last page of an answer may show the first again
    fold(verdicts, 7, went_on=False)
    assert refuted(verdicts, 7)
    assert not refuted(verdicts, 8)


def test_a_cursor_that_led_on_once_is_followed_for_good() -> None:
    verdicts: Verdicts = {}
    fold(verdicts, 7, went_on=True)
    for _ in range(50):
        fold(verdicts, 7, went_on=False)
    assert not refuted(verdicts, 7)


def test_a_page_goes_on_when_it_shows_anything_that_the_first_did_not() -> None:
    first = [1, 2, 3]
    assert goes_on([4, 5], first, same_kind=True)
    assert goes_on([1, 2, 3, 4], first, same_kind=True)  # more of a growing count
    assert goes_on([3, 2, 1], first, same_kind=True) is False  # another order
    assert goes_on([1], first, same_kind=True) is False  # a smaller page
    assert goes_on([], first, same_kind=False) is False  # a record's own page
    assert goes_on([], first, same_kind=True) is None  # behind the last


def test_cursors_of_one_make_share_their_verdict_whatever_is_asked() -> None:
    host = "http://a.example"
    assert cursor_class(f"{host}/s?q=rain&page=2", "rain") == cursor_class(
        f"{host}/s?q=red+bus&page=31", "red bus"
    )
    assert cursor_class(f"{host}/find/rain/2", "rain") == cursor_class(
        f"{host}/find/snow/7", "snow"
    )
    assert cursor_class(f"{host}/ticket/525", "rain") != cursor_class(f"{host}/s/2", "rain")


def test_the_verdicts_are_bounded_and_do_not_depend_on_the_order_of_pages() -> None:
    classes = [cursor_class(f"http://a.example/{n}?a{n}=1", None) for n in range(300)]
    one: Verdicts = {}
    other: Verdicts = {}
    for cursor in classes:
        fold(one, cursor, went_on=False)
    for cursor in reversed(classes):
        fold(other, cursor, went_on=False)
    assert one == other
    assert 40 < len(one) < 100
