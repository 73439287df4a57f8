"""Laws of fields and links."""

from __future__ import annotations

import pytest

from upwell.models.pagelets import Span, fields, read, span_links
from upwell.models.tree.parse import parse

RECORD = (
    "<li><a href='/item/{0}'>Thing number {0}</a> <span>Price:</span> <b>${0}9.50</b>"
    "<i>{0} March 2021</i> <p>words about it {0}</p></li>"
)
RECORDS = "".join(RECORD.format(i) for i in range(1, 6))
TREE = parse(
    f"<body><a href='/item/2'>hot</a><ul>{RECORDS}</ul>".encode(),
    url="http://shop.example/find",
)
SPANS = [Span(i, int(TREE.end[i]), 0) for i in range(TREE.n) if TREE.tag[i] == "li"]


def test_columns_are_named_by_what_they_hold_and_labels_are_dropped() -> None:
    expected = {
        "title": "Thing number 3",
        "link": "http://shop.example/item/3",
        "price": "$39.50",
        "date": "3 March 2021",
        "f1": "words about it 3",
    }
    assert expected == fields(TREE, SPANS)[2]


def test_links_of_an_object_are_absolute_even_when_the_page_had_them_before() -> None:
    assert [[f"http://shop.example/item/{i}"] for i in range(1, 6)] == [
        span_links(TREE, span) for span in SPANS
    ]


def test_the_objects_of_a_reading_can_be_asked_for_their_fields() -> None:
    assert [f"Thing number {i}" for i in range(1, 6)] == [
        row["title"] for row in fields(TREE, read(TREE).objects)
    ]


def test_without_links_the_heading_is_the_title() -> None:
    tree = parse(b"<div><h3>Name</h3><p>text</p></div>")
    assert fields(tree, [Span(0, tree.n, 0)]) == [{"title": "Name", "f1": "text"}]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # text of a column, what it is taken for
        ("$1,299.00", "price"),
        ("12,50 €", "price"),
        ("EUR 7", "price"),
        ("2021-03-04", "date"),
        ("Mar 4, 2021", "date"),
        ("4. März 2021", "date"),
        ("4/3/21", "date"),
        ("1299", "f1"),
        ("version 2.0.1 of it", "f1"),
        ("may I ask", "f1"),
    ],
)
def test_prices_and_dates_are_told_by_their_form(text: str, name: str) -> None:
    tree = parse(f"<p>{text}</p>".encode())
    assert [{name: text}] == fields(tree, [Span(0, tree.n, 0)])


def test_a_second_price_gets_a_number() -> None:
    tree = parse(b"<p><b>$1.00</b> <i>$2.00</i></p>")
    assert fields(tree, [Span(0, tree.n, 0)]) == [{"price": "$1.00", "price2": "$2.00"}]


def test_no_objects_have_no_fields() -> None:
    assert fields(TREE, []) == []


def test_however_many_kinds_of_object_a_page_has_each_gets_its_fields() -> None:
    page = "".join(f"<div class={chr(97 + n)}x><a href=/{n}>Otter {n}</a></div>" for n in range(26))
    tree = parse(page.encode())
    spans = [Span(i, int(tree.end[i]), 0) for i in range(tree.n) if tree.tag[i] == "div"]
    assert [f"Otter {n}" for n in range(26)] == [row["title"] for row in fields(tree, spans)]


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("<a href=/{0}>Otter {0}</a>", "Ann {0}", ["title", "link", "author"]),
        ("Otter {0}", "<a href=/{0}>Ann {0}</a>", ["a_z", "author"]),
        ("<a href=/{0}>{0}.50 EUR</a>", "Ann {0}", ["a_z", "author"]),
    ],
)
def test_a_value_that_comes_first_and_leads_on_is_the_title_whatever_its_label(
    first: str, second: str, names: list[str]
) -> None:
    row = "<dl><dt>A–Z<dd>" + first + "<dt>Author<dd>" + second + "</dl>"
    page = "".join(row.format(n) for n in range(1, 6))
    tree = parse(page.encode(), url="http://h/")
    spans = [Span(i, int(tree.end[i]), 0) for i in range(tree.n) if tree.tag[i] == "dl"]
    assert [names] * 5 == [[*found] for found in fields(tree, spans)]


@pytest.mark.parametrize(
    ("url", "base", "image"),
    [
        ("http://h/a/b", "", "http://h/a/1.png"),
        ("http://h/a/b", "<base href=/c/>", "http://h/c/1.png"),
        ("", "<base href=http://c/>", "http://c/1.png"),
        ("", "", "1.png"),
        ("http://h/", "<base href='http://['>", "http://h/1.png"),
    ],
)
def test_a_picture_is_told_by_its_whole_url(url: str, base: str, image: str) -> None:
    page = base + "".join(f"<div><a href=/{n}>Otter {n}</a><img src={n}.png></div>" for n in "123")
    tree = parse(page.encode(), url=url)
    spans = [Span(i, int(tree.end[i]), 0) for i in range(tree.n) if tree.tag[i] == "div"]
    assert image == fields(tree, spans)[0]["image"]
