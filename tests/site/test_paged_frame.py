"""A list whose pager stands on all its pages: the frame leads to each, and it is a list still.

Its headings stand at the place of its rows, so that no start of a row is known by its place.
"""

from __future__ import annotations

from random import Random

import pytest

from upwell.models.site import Site

from .test_browsed_lists import HOST, WORDS, page, records

MAKES = {  # what holds the rows, a heading above one or several of them, a row
    "table": (
        "<table class=all>{}</table>",
        "<tr><td colspan=3>{}</tr>",
        "<tr><td><a href=/r/{n}>{name}</a><td>of {n}<td>open</tr>",
    ),
    "items": (
        "<ul class=all>{}</ul>",
        "<li>{}</li>",
        "<li><a href=/r/{n}>{name}</a> <i>of {n}</i></li>",
    ),
    "cards": (
        "<section>{}</section>",
        "<div>{}</div>",
        "<div><a href=/r/{n}>{name}</a> <p>of {n}</div>",
    ),
}
PAGER = "<p>{}</p>".format(" ".join(f"<a href=/?from={n}>{n}</a>" for n in range(20, 820, 20)))


def _rows(make: str, seed: str, n: int, word: str = "") -> str:
    """An answer has a heading above each row; the whole list one above six, by number."""
    outer, heading, row = MAKES[make]
    out = []
    for i, one in enumerate(records(Random(seed), n, word)):
        if word:
            out.append(heading.format(f"{WORDS[i % 13]} {one['n']}"))
        elif i % 6 == 0:
            out.append(f"{heading.format(f'<b>{i + 1} to {i + 6}</b>')}")
        out.append(row.format(**one))
    return outer.format("".join(out))


@pytest.mark.parametrize("make", MAKES)
def test_pages_of_a_list_that_the_frame_leads_to_are_read(make: str) -> None:
    site = Site()
    for i in range(26):
        word = f"{WORDS[i % 13]}{i}"
        site.observe(page(_rows(make, word, 5 + i % 5, word)), f"{HOST}/?q={word}", word)
    for i in range(4):
        nothing = page("<p>Nothing was found here")
        site.observe(nothing, f"{HOST}/?q=zq{i}", f"zq{i}", nonsense=True)
    lists = [page(_rows(make, str(i), 20) + PAGER) for i in range(20, 820, 20)]
    urls = [f"{HOST}/?from={i}" for i in range(20, 820, 20)]
    for html, url in zip(lists, urls, strict=True):
        site.observe(html, url)
    model = site.publish()
    assert model is not None
    counts = [len(model.read(h, u).objects) for h, u in zip(lists, urls, strict=True)]
    assert [20] * 40 == counts
