"""A page of an unknown kind is read without what the site's frame has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from upwell.models.site import Site, SiteModel

WORDS = "amber birch cedar delta ember fjord grove heath islet jetty knoll larch mead north".split()
MONTHS = [f"{month} {year}" for year in range(2015, 2023) for month in WORDS[:12]]


def _list() -> str:
    return f"<ul>{''.join(f'<li><a href=/m/{i}>{m}</a></li>' for i, m in enumerate(MONTHS))}</ul>"


def _table() -> str:
    rows = (f"<tr><td><a href=/m/{i}>{m}</a><td>{i % 7} entries</tr>" for i, m in enumerate(MONTHS))
    return f"<table>{''.join(rows)}</table>"


def _lines() -> str:
    return "".join(
        f"<p><a href=/m/{i}>{m}</a> <i>with {i % 7} entries</i></p>" for i, m in enumerate(MONTHS)
    )


def _framed(middle: str, archive: str, query: str = "") -> bytes:
    return (
        f"<html><body><div class=top><a href=/>Home</a><form><input name=q value='{query}'></form>"
        f"</div>{middle}<div class=side><h4>Archive</h4>{archive}</div>"
        "<p class=foot>Terms and conditions apply</p></body></html>"
    ).encode()


def _answer(query: str) -> str:
    at = WORDS.index(query)
    hits = (
        f"<li class=hit><h3><a href=/r/{query}{i}>{WORDS[(at + 3 * i) % 14]} of {query}</a></h3><p>"
        f"{WORDS[(at + 5 * i) % 14]} and {query} on {i * 7} pages</p></li>"
        for i in range(8)
    )
    return f"<div class=main><h1>Found</h1><ol>{''.join(hits)}</ol></div>"


STRANGERS = {
    "a note": "<article><section><blockquote>The house is closed for today, and nobody knows why."
    "</blockquote><address>Ann Lee</address></section></article>",
    "a form": "<article><form method=post><fieldset><legend>Your account</legend><input name=u>"
    "<input type=password name=p><button>Log in</button></fieldset></form><aside>Lost it?</aside>"
    "</article>",
    "a picture": "<article><figure><img src=/a.png><figcaption>A view of the harbour at night"
    "</figcaption></figure><dl><dt>Taken</dt><dd>yesterday</dd></dl></article>",
}


def _model(archive: str) -> SiteModel:
    site = Site()
    for query in WORDS:
        site.observe(
            _framed(_answer(query), archive, query), f"http://a.example/s?q={query}", query
        )
    for i, word in enumerate(WORDS[:6]):
        page = (
            f"<div class=main><h1>The {word}</h1><p>{word} is all about {WORDS[i + 3]}.</p></div>"
        )
        site.observe(_framed(page, archive), f"http://a.example/r/{word}{i}")
    model = site.publish()
    assert model is not None
    return model


@pytest.mark.parametrize("archive", [_list, _table, _lines])
@pytest.mark.parametrize("stranger", sorted(STRANGERS))
@pytest.mark.parametrize("query", [None, "amber"])
def test_a_box_of_the_frame_is_no_answer_on_a_page_of_an_unknown_kind(
    archive: Callable[[], str], stranger: str, query: str | None
) -> None:
    model = _model(archive())
    page = _framed(STRANGERS[stranger], archive(), query or "")
    found = model.read(page, "http://a.example/other", query)
    assert [] == [one.text for one in found.objects if any(m in one.text for m in MONTHS)]


@pytest.mark.parametrize("archive", [_list, _table, _lines])
def test_a_list_of_its_own_is_read_on_a_page_of_an_unknown_kind(archive: Callable[[], str]) -> None:
    model = _model(archive())
    rows = "".join(
        f"<section><h5><a href=/n/{w}>A tale of the {w} told once more</a></h5>"
        f"<blockquote>of {w} and what became of it in the end</blockquote></section>"
        for w in "oak pine quince rowan spruce".split()
    )
    page = _framed(f"<article>{rows}</article>", archive(), "tale")
    found = model.read(page, "http://a.example/other?q=tale", "tale")
    assert 5 == len(found.objects)
