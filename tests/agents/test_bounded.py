"""What a page says of itself is no larger than what can be asked of it."""

from __future__ import annotations

import pytest

from upwell.agents.analyse.prepared import prepare
from upwell.models.urls.template import LONGEST
from upwell.streams.codecs import compress
from upwell.streams.records import Page

LONG = "9" * 200_000
BOX = "<form action=/s><input name=q>{}<button>Search</button></form>"
# what a page has, why the form may not be asked
PAGES = [
    (BOX.format(f"<input type=hidden name=h value={LONG}>"), "longer"),
    (BOX.format("".join(f"<input name=f{n}>" for n in range(10_000))), "longer"),
    (BOX.replace("=q", f"={LONG}").format(""), "longer"),
    (BOX.replace("/s", f"/s{LONG}").format(""), "longer"),
    (BOX.format(f"<select name=c><option>a<option value={LONG}></select>"), ""),
    (BOX.format("") + f"<a href=/{LONG}>x</a>", ""),
]


@pytest.mark.parametrize(("body", "why"), PAGES, ids=[str(n) for n in range(len(PAGES))])
def test_a_page_says_nothing_that_is_too_long_to_be_asked(body: str, why: str) -> None:
    record = Page(
        site="a.example",
        number=1,
        low=1,
        url="http://a.example/",
        final_url="http://a.example/",
        reason="browse",
        outcome="ok",
        fetched_at=0.0,
        headers={"content-type": "text/html"},
        body=compress(body.encode()),
    )
    seen = prepare(record)
    assert seen is not None
    (form,) = seen.forms
    assert why in form.never
    assert bool(why) == bool(form.never)
    assert (form.template is None) == bool(why)
    assert len(repr(seen.forms)) + len(repr(seen.links)) < 3 * LONGEST
