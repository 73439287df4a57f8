"""Records of one template are one place, whatever their classes say of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from upwell.models.tree.parse import parse

TOPICS = ("sea", "air", "sea", "land", "air", "sea", "ice", "land")


def _keys(page: str, tag: str, below: str = "") -> list[int]:
    tree = parse(f"<html><body>{page}</body></html>".encode())
    nodes = tree.tagged(tag)
    if below:
        nodes = [node for node in nodes if tree.tag[tree.parents[node]] == below]
    return [int(tree.key[node]) for node in nodes]


def _items(topics: Sequence[str]) -> str:
    return "".join(
        f'<li class="item-{i} item topic-{topic} label-{topics[i // 2]}" id="the-{topic}-{i}">'
        f"<h3><a href=/{i}>The {topic} {i}</a></h3><p>about <i>{topic}</i></p></li>"
        for i, topic in enumerate(topics)
    )


def _rows(topics: Sequence[str]) -> str:
    rows = "".join(
        f"<tr class={topic}><td class=name><a href=/{i}>{topic} {i}</a><td class=price>{i}.50</tr>"
        for i, topic in enumerate(topics)
    )
    return f"<table>{rows}</table>"


def _cards(topics: Sequence[str]) -> str:
    return "".join(
        f'<div class="card {"sale " if i % 3 == 1 else ""}{topic}"><a href=/{i}><b>{topic}</b></a>'
        f"<span>{i} pieces</span></div>"
        for i, topic in enumerate(topics)
    )


@pytest.mark.parametrize(
    ("make", "tag"), [(_items, "li"), (_rows, "tr"), (_cards, "div")], ids=["list", "table", "grid"]
)
def test_records_are_one_place_whatever_they_are_about(make: object, tag: str) -> None:
    assert callable(make)
    assert 1 == len(set(_keys(make(TOPICS), tag)))


@pytest.mark.parametrize(
    ("make", "tag"), [(_items, "li"), (_rows, "tr"), (_cards, "div")], ids=["list", "table", "grid"]
)
def test_the_place_is_that_of_other_pages(make: object, tag: str) -> None:
    """Other records, more or fewer of them, in another order: the key knows this page alone."""
    assert callable(make)
    pages = [make(TOPICS), make(TOPICS[::-1]), make(("ice", "fog", "ice", "sea", "fog", "ice"))]
    assert 1 == len({key for page in pages for key in _keys(page, tag)})


def test_a_list_with_a_slug_as_id_of_each_record_is_one_place() -> None:
    items = "".join(
        f"<div id={word}-house><h3><a href=/{word}>{word}</a></h3><p>about {word}</div>"
        for word in "amber birch cedar delta ember fjord grove".split()
    )
    assert 1 == len(set(_keys(items, "div")))


@pytest.mark.parametrize(
    ("page", "tag", "n"),
    [
        # parts of a page, each called otherwise
        (
            "<div class=head>a</div><div class=main><p>b</div><div class=foot><a>c</a></div>",
            "div",
            3,
        ),
        (
            "".join(
                f'<div class="box {name}"><h3>x</h3><ul><li><a href=/>y</a></ul></div>'
                for name in ("results", "related", "popular", "related")
            ),
            "div",
            3,
        ),
        # the columns of records, each in its own class
        (
            "<table>"
            + 6 * "<tr><td class=name><a href=/>x</a><td class=by><a href=/>y</a>"
            + "</table>",
            "td",
            2,
        ),
        (
            6 * '<p><span class="f name"><b>x</b></span><span class="f by"><b>y</b></span>',
            "span",
            2,
        ),
        # titles and their texts by turns, a heading between records
        (5 * "<p class=title><a href=/>x</a></p><p class=text><a href=/>y</a> z</p>", "p", 2),
        (
            "<table>"
            + 2 * ("<tr class=group><th>g</tr>" + 3 * "<tr class=row><td>a<td><a href=/>b</a></tr>")
            + "</table>",
            "tr",
            2,
        ),
        # the same as rows, the last of which leads on
        (
            "<table>"
            + 9 * ("<tr class=title id=t><td>x<td><a href=/>x</a>" + "<tr><td>y<td><a href=/>z</a>")
            + "<tr class=on><td>y<td><a href=/>z</a></table>",
            "tr",
            3,
        ),
        # what others paid for, above and below the answers
        (
            3 * "<p class=ad><a href=/>x</a> <i>y</i></p>"
            + 5 * "<p class=hit><a href=/>x</a> <i>y</i></p>"
            + 2 * "<p class=ad><a href=/>x</a> <i>y</i></p>",
            "p",
            2,
        ),
    ],
    ids=["page", "boxes", "cells", "fields", "turns", "headings", "rows", "advertisements"],
)
def test_what_a_template_calls_otherwise_stays_apart(page: str, tag: str, n: int) -> None:
    assert n == len(set(_keys(page, tag)))


def test_the_order_of_classes_and_their_states_are_of_no_consequence() -> None:
    page = "<p class='row wide odd'>a<p class='wide row even'>b<p class='row  wide'>c"
    assert 1 == len(set(_keys(page, "p")))
