"""Every reading says by which route it came about, and which rules decided."""

from __future__ import annotations

import pytest

from upwell.models.site import Reading, SavedPage, SiteModel, analyse
from upwell.models.tree.parse import parse

from .test_items import HOST, NAMES, answer, learned, own_page


@pytest.fixture(scope="module")
def model() -> SiteModel:
    found = learned().model
    assert found is not None
    return SiteModel.decode(found.encode())


def test_a_known_list_is_looked_up(model: SiteModel) -> None:
    reading = model.read(answer(3), f"{HOST}/s?q=3", NAMES[3])
    assert "template" == reading.route
    assert {"list: lists are answers", "known list, votes", "its share"} < reading.why.keys()


def test_an_item_is_looked_up(model: SiteModel) -> None:
    reading = model.read(own_page(40), f"{HOST}/r/40")
    assert "template" == reading.route
    assert "item: each page tells what it is about" in reading.why
    assert reading.why["slots that tell"] == len(
        [name for name in reading.objects[0].fields if name not in ("link", "image")]
    )


def test_a_page_like_no_other_is_searched(model: SiteModel) -> None:
    rows = "".join(f"<dd><a href=/x/{i}>{n}</a> by the weir {i}" for i, n in enumerate(NAMES))
    strange = f"<main><section><dl>{rows}</dl></section><footer>Nobody</footer></main>".encode()
    reading = model.read(strange, f"{HOST}/other")
    assert "search" == reading.route
    assert reading.why["best run, score"] > 0


def test_what_is_no_answer_was_read_by_no_route(model: SiteModel) -> None:
    reading = model.read(b"<title>Away</title><ul class=menu><li><a href=/>Home</a></ul>")
    assert ([], "none") == (reading.pagelets, reading.route)
    assert reading.why


def test_why_makes_no_other_line() -> None:
    readings: list[Reading] = analyse([SavedPage(f"a{i}", parse(answer(i))) for i in range(8)])
    for reading in readings:
        line = reading.line(why=True)
        assert (reading.route, reading.why) == (line.pop("route"), line.pop("why"))
        assert reading.line() == line
