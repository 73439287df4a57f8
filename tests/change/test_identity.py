"""Which object is which, and what differs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.models.change.difference import as_they_were, difference
from upwell.models.change.identity import entity_url, object_id

SITE = "shop.example"
ITEM = "https://shop.example/item?id=7"
values = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["1", "2", " 1", "x Y", "X  y"]))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((SITE, ITEM, "Red bus"), (SITE, ITEM, "Blue car"), True),  # the page is the object
        ((SITE, ITEM, "Red bus"), (SITE, ITEM.replace("https", "http"), "Red bus"), True),
        ((SITE, ITEM, "Red bus"), (SITE, ITEM + "#reviews", "Red bus"), True),
        ((SITE, ITEM, "Red bus"), (SITE, ITEM.replace("7", "8"), "Red bus"), False),
        ((SITE, ITEM, "Red bus"), ("other.example", ITEM, "Red bus"), False),
        ((SITE, None, "Red bus"), (SITE, None, " red\n BUS "), True),
        ((SITE, None, "Red bus"), (SITE, None, "Red car"), False),
        ((SITE, None, ITEM), (SITE, ITEM, ""), False),  # a text that looks like a URL
    ],
)
def test_an_object_is_its_own_page_or_else_its_text(
    one: tuple[str, str | None, str], other: tuple[str, str | None, str], same: bool
) -> None:
    assert same == (object_id(*one) == object_id(*other))


@given(st.text(), st.none() | st.text())
def test_an_id_is_sixteen_hexadecimal_digits(text: str, url: str | None) -> None:
    digits = object_id(SITE, url, text)
    assert (16, True) == (len(digits), set(digits) <= set("0123456789abcdef"))


def test_an_id_is_the_same_on_every_machine() -> None:
    assert "4d3f3a05f4b0b99e" == object_id(SITE, ITEM, "")


@pytest.mark.parametrize(
    ("links", "counts", "expected"),
    [
        (["https://shop.example/brand/3", ITEM], {"https://shop.example/brand/3": 5}, ITEM),
        ([ITEM + "&sort=price", ITEM], {}, ITEM),
        (["https://shop.example/list?q=x&page=2", ITEM], {}, ITEM),
        (["https://shop.example/cart/add?id=7", ITEM], {}, ITEM),
        (["javascript:buy(7)", "mailto:a@shop.example", ITEM], {}, ITEM),
        (["https://cdn.example/ad", ITEM], {}, ITEM),  # links of the site come before others
        (["https://papers.example/9"], {}, "https://papers.example/9"),
        (["https://shop.example/brand/3"], {"https://shop.example/brand/3": 2}, None),
        (["http://[broken", "", "#"], {}, None),
        ([], {}, None),
    ],
)
def test_an_objects_own_url_is_the_first_that_is_its_alone(
    links: list[str], counts: dict[str, int], expected: str | None
) -> None:
    assert expected == entity_url(links, SITE, counts)


@given(values)
def test_nothing_differs_from_itself(fields: dict[str, str]) -> None:
    assert [] == difference(fields, fields)


@given(values, values)
def test_a_difference_back_is_the_difference_turned_round(
    before: dict[str, str], after: dict[str, str]
) -> None:
    turned = [(change.name, change.after, change.before) for change in difference(before, after)]
    assert turned == [tuple(change) for change in difference(after, before)]


@given(values, values)
def test_a_difference_names_fields_that_came_went_or_read_differently(
    before: dict[str, str], after: dict[str, str]
) -> None:
    def read(fields: dict[str, str], name: str) -> str | None:
        return " ".join(fields[name].lower().split()) if name in fields else None

    expected = [name for name in "abcd" if read(before, name) != read(after, name)]
    changes = difference(before, after)
    assert expected == [change.name for change in changes]
    assert {n: before[n] for n in expected if n in before} == as_they_were(changes)
