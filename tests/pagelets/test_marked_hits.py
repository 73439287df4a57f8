"""A list whose hits are set off holds the query as one does that prints them plainly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from upwell.models.pagelets.content.text_weights import text_weights
from upwell.models.pagelets.content.word_match import word_hash
from upwell.models.pagelets.learning.evidence import observe
from upwell.models.site import Site
from upwell.models.tree.parse import parse

WORDS = "amber birch cedar delta ember fjord grove heath islet jetty knoll larch mead north".split()
N = 6  # records of an answer

Mark = Callable[[str], str]
MARKS: dict[str, Mark] = {
    "strong": "<strong>{}</strong>".format,
    "mark": "<mark>{}</mark>".format,
    "span": '<span class="hl">{}</span>'.format,
    "font": '<font color="red"><b>{}</b></font>'.format,
}


def _said(query: str, i: int) -> tuple[str, str]:
    """Two more words of a record."""
    at = WORDS.index(query)
    return WORDS[(at + 3 * i + 1) % len(WORDS)], WORDS[(at + 5 * i + 2) % len(WORDS)]


def _items(query: str, mark: Mark) -> str:
    rows = (
        f'<li><h3><a href="/r/{query}{i}">The {mark(query)} of {one}</a></h3>'
        f"<p>All about {two} and {mark(query)} in {i * 7} pages</p></li>"
        for i in range(N)
        for one, two in [_said(query, i)]
    )
    return f"<ol>{''.join(rows)}</ol>"


def _table(query: str, mark: Mark) -> str:
    rows = (
        f'<tr><td><a href="/r/{query}{i}">{mark(query)} {one}</a></td><td>{two} {i * 7}</td></tr>'
        for i in range(N)
        for one, two in [_said(query, i)]
    )
    return f"<table><tr><th>Name<th>Where</tr>{''.join(rows)}</table>"


def _terms(query: str, mark: Mark) -> str:
    rows = (
        f'<dt><a href="/r/{query}{i}">{one} {two}</a><dd>seen at the {mark(query)}, in {one} twice'
        for i in range(N)
        for one, two in [_said(query, i)]
    )
    return f"<dl>{''.join(rows)}</dl>"


def _page(query: str, answer: str) -> bytes:
    """A box repeats the query in plain words, so that some place of the site follows it."""
    tabs = "".join(f"<li>{query} in {kind}</li>" for kind in ("books", "films", "maps", "songs"))
    return (
        f"<html><body><form action=/s><input name=q value={query}></form>"
        f"<p>You asked for {query}</p><ul class=tabs>{tabs}</ul><div id=main>{answer}</div>"
        "<p>Terms and conditions apply</p></body></html>"
    ).encode()


@pytest.mark.parametrize("marking", sorted(MARKS))
@pytest.mark.parametrize("make", [_items, _table, _terms])
def test_a_list_of_marked_hits_is_read(make: Callable[[str, Mark], str], marking: str) -> None:
    site = Site()
    pages = [(q, _page(q, make(q, MARKS[marking]))) for q in WORDS]
    for query, page in pages:
        site.observe(page, f"http://a.example/s?q={query}", query)
    model = site.publish()
    assert model is not None
    for query, page in pages:
        found = model.read(page, f"http://a.example/s?q={query}", query).objects
        first, second = _said(query, 0)
        assert N == len(found)
        assert first in found[0].text or second in found[0].text


@pytest.mark.parametrize("marking", sorted(MARKS))
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>{}</p>", False),
        ("<li><a>{}</a></li>", False),
        ("<p>The {} of the sea</p>", True),
        ("<h3><a>{} of the sea</a></h3>", True),
        ("<p>the were{}</p>", False),
    ],
)
def test_the_query_alone_is_an_echo_only_where_it_is_alone_in_its_block(
    marking: str, text: str, expected: bool
) -> None:
    tree = parse(text.format(MARKS[marking]("wolf")).encode())
    words = np.frombuffer(observe(tree, "wolf").words, "<u4")
    assert expected == (word_hash("wolf") in words)


@pytest.mark.parametrize("marking", sorted(MARKS))
def test_a_line_that_repeats_the_query_is_the_same_line_whatever_is_set_off(marking: str) -> None:
    """`Results 1-10 of 87 for wolf` is frame, with its numbers, also where these are bold."""
    mark = MARKS[marking]
    site = Site()
    pages = []
    for at, query in enumerate(WORDS):
        line = f"<p>Hits {mark(f'1-{at}')} of {mark(str(at * 9 + 1))} for {mark(query)}</p>"
        page = _page(query, line + _items(query, str))
        pages.append((query, page))
        site.observe(page, f"http://a.example/s?q={query}", query)
    model = site.publish()
    assert model is not None
    for query, page in pages:
        tree = parse(page)
        weights = text_weights(tree, model.pagelets, query)
        start = tree.text.index("Hits ")
        assert (weights[start : tree.tag.index("ol")] <= 0).all()
