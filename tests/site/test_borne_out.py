"""What one page alone says is not told: two pages, or two questions, bear an object out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from upwell.models.site import Reading, Site

WORDS = "amber birch cedar delta ember fjord grove heath islet jetty knoll larch mead north".split()
HOST = "http://a.example"
FOOT = "<ul class=foot>{}</ul>".format(
    "".join(
        f"<li><a href=/{w}>{w} and conditions</a></li>" for w in "terms help press jobs".split()
    )
)


def _other(query: str, i: int) -> str:
    """A further word of a record."""
    return WORDS[(len(query) * 6 + i) % len(WORDS)]


def _items(query: str) -> str:
    rows = (
        f"<li><h3><a href=/{query}/{i}>{query} of {_other(query, i)}</a></h3><p>{i} pages</p>"
        for i in range(6)
    )
    return f"<ol>{''.join(rows)}</ol>"


def _table(query: str) -> str:
    rows = (
        f"<tr><td><a href=/{query}/{i}>{query} {_other(query, i)}</a><td>built in {1900 + i}"
        for i in range(6)
    )
    return f"<table>{''.join(rows)}</table>"


def _entries(query: str) -> str:
    rows = (
        f"<dt><a href=/{query}/{i}>{query} {i}</a><dd>what {query} {_other(query, i)} means"
        for i in range(6)
    )
    return f"<dl>{''.join(rows)}</dl>"


def _page(middle: str, query: str) -> bytes:
    return (
        f"<html><body><form><input name=q value='{query}'></form><h1>Hits</h1>{middle}{FOOT}"
        "</body></html>"
    ).encode()


def _read(pages: list[tuple[str, bytes]]) -> Reading:
    """The first page, by what these have taught."""
    site = Site()
    for query, page in pages:
        site.observe(page, f"{HOST}/s?q={query}", query)
    model = site.publish()
    assert model is not None
    query, page = pages[0]
    return model.read(page, f"{HOST}/s?q={query}", query)


@pytest.mark.parametrize("make", [_items, _table, _entries])
def test_one_page_tells_no_object(make: Callable[[str], str]) -> None:
    found = _read([("wolf", _page(make("wolf"), "wolf"))])
    assert ([], [], True) == (found.objects, found.pagelets, found.doubtful)


@pytest.mark.parametrize("make", [_items, _table, _entries])
def test_the_same_question_twice_tells_none_either(make: Callable[[str], str]) -> None:
    page = _page(make("wolf"), "wolf")
    assert [] == _read([("wolf", page), ("wolf", page)]).objects


@pytest.mark.parametrize("make", [_items, _table, _entries])
@pytest.mark.parametrize("other", ["otter", "a word that nothing has"])
def test_another_question_bears_the_answer_out(make: Callable[[str], str], other: str) -> None:
    """Whether it has an answer of its own or none."""
    middle = make(other) if other == "otter" else "<p>Nothing was found.</p>"
    found = _read([("wolf", _page(make("wolf"), "wolf")), (other, _page(middle, other))])
    assert 6 == len(found.objects)
    assert not any("conditions" in one.text for one in found.objects)


def test_a_page_that_is_all_frame_tells_no_object() -> None:
    front = _page("<p>Welcome</p>", "")
    found = _read([("", front), ("wolf", _page(_items("wolf"), "wolf"))])
    assert [] == found.objects
