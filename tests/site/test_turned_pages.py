"""Saved pages: page 2 of an answer has the query of page 1, and is no second fetch of it."""

from __future__ import annotations

from upwell.models.site import SavedPage, analyse
from upwell.models.tree.parse import parse

WORDS = (
    "amber birch cedar delta ebony fern garnet hazel ivory jasper kelp linden maple nutmeg olive"
).split()


def answer(query: str, turn: int) -> bytes:
    start = sum(map(ord, query)) + 5 * turn
    names = [WORDS[(start + i) % len(WORDS)] for i in range(5)]
    rows = "".join(
        f"<li><a href=/{query}{turn}{name}>{name} of {query}{i}</a> <i>{name[::-1]} {turn}</i></li>"
        for i, name in enumerate(names)
    )
    return f"<html><body><h1>Find</h1><div><ul>{rows}</ul></div></body></html>".encode()


def test_pages_of_one_answer_are_read_each_for_itself() -> None:
    """What differs between them is what the site answers, not what turns by itself."""
    pages = []
    for query in WORDS[:8]:
        for turn in range(3):
            url = f"http://site/?q={query}&p={turn}"
            pages.append(SavedPage(url, parse(answer(query, turn), url=url), query))
    assert [5] * len(pages) == [len(reading.objects) for reading in analyse(pages)]
