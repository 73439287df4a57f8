"""Laws of the filter language."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.costs import processor_seconds
from upwell.errors import UsageError
from upwell.streams.filters import Facts, parse_filter

CELLO = Facts(
    {"event": "changed", "site": "a.org", "at": 1_772_323_200.0, "text": "Cello", "url": None},
    {
        "price": {"value": 90.5, "unit": "EUR"}, "title": "Cello, Used", "stock": 3, "new": False,
        "day": "2026-03-01", "tags": ["wood", "string"], "site": "Mill", "list price": 120,
        "shown": "£9.95", "few": "3 of 8",
    },
    {"price": "90,50 €"},
    {"price": {"before": 100, "after": 90.5}},
)  # fmt: skip

CASES = [
    ("", True),
    ("price < 100", True),
    ("price < 90.5", False),
    ("price <= 90.5 and price >= 90.5", True),
    ("price = 90.5", True),
    ("price = '90,50 €'", True),
    ("price contains €", True),
    ("shown < 10 and shown = 9.95", True),  # the only number of a text
    ("shown = '9,95 GBP'", False),  # another text with the same one
    ("few < 10", False),  # two numbers are none
    ("before.price = 100", True),
    ("before.stock = 3", True),  # what did not change was the same
    ("price changed", True),
    ("stock changed", False),
    ("title contains cello", True),
    ("title starts USED", False),
    ("event in (new, changed)", True),
    ("event in (new)", False),
    ("event != new", True),
    ("colour != red", False),  # what is not there is compared with nothing
    ("not colour = red", True),
    ("colour exists", False),
    ("url exists", False),
    ("new = false", True),
    ("tags = wood", True),
    ("day > 2026-02-28 and day < 2026-03-02", True),
    ("at >= 2026-03-01 and at < 2026-03-01T00:00:01", True),
    ("site = a.org", True),
    ("column.site = mill", True),
    ("`list price` > 100", True),
    ("stock = 1 or stock = 3 and event = new", False),  # and binds closer
    ("(stock = 1 or stock = 3) and not event = new", True),
    ("NOT stock = 1 AND price < 100", True),
    (r'title = "cello, \"used\""', False),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_a_filter_means_what_it_says(text: str, expected: bool) -> None:
    """Numbers by their value, texts by their letters, days by their order."""
    assert expected == parse_filter(text).matches(CELLO)


WRONG = [
    ("price", 6, "expected one of"),
    ("price <", 8, "a value is missing after '<'"),
    ("price < 1 and", 14, "expected the name of a column, found the end"),
    ("(price < 1", 11, "not closed"),
    ("price < 1)", 10, "expected and, or, or the end"),
    ("price in 3", 10, "in takes a list"),
    ("price in (3", 12, "the list is not closed"),
    ("price ! 3", 7, "means nothing here"),
    ('title = "x', 9, "opens or means nothing"),
    ("and < 3", 1, "expected the name of a column"),
    ("price < 1 price < 2", 11, "expected and, or, or the end"),
    ("(" * 60 + "a=1" + ")" * 60, 51, "more than 50 brackets"),
]


@pytest.mark.parametrize(("text", "at", "what"), WRONG, ids=[text[:20] for text, _, _ in WRONG])
def test_what_is_no_filter_is_refused_with_its_place(text: str, at: int, what: str) -> None:
    """The place counts from 1."""
    with pytest.raises(UsageError, match="at ") as failed:
        parse_filter(text)
    assert (f"at {at}: " in str(failed.value), what in str(failed.value)) == (True, True)


@given(st.text(max_size=60))
def test_any_text_is_a_filter_or_a_usage_error(text: str) -> None:
    """Nothing that somebody types ends in anything else."""
    try:
        parse_filter(text).matches(CELLO)
    except UsageError:
        return


@given(st.recursive(
    st.builds("{} = {}".format, st.sampled_from(["stock", "version"]), st.integers(0, 4)),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner)
    | st.builds("not {}".format, inner),
    max_leaves=8,
), st.integers(0, 4), st.integers(0, 4))  # fmt: skip
def test_and_or_not_are_those_of_logic(text: str, stock: int, version: int) -> None:
    """Against the same words in Python."""
    facts = Facts({"version": version}, {"stock": stock})
    values: dict[str, Any] = {"stock": stock, "version": version}
    expected = eval(text.replace("=", "=="), {}, values)
    assert expected == parse_filter(text).matches(facts)


def test_time_grows_with_the_words() -> None:
    """Eight times as long a filter takes no square of it."""

    def cost(n: int, enough: float | None = None) -> float:
        text = " or ".join(["a=1"] * n)
        return processor_seconds(lambda: [parse_filter(text) for _ in range(20)], enough=enough)

    most = 40 * cost(60)
    assert cost(480, most) < most
