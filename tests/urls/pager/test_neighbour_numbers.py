"""A pager that names the pages before and behind by their numbers, and says which page this is."""

from __future__ import annotations

import pytest

from upwell.models.tree.parse import parse
from upwell.models.urls.pager import pager_links

AT = "http://a.example/list"
MAKES = {
    "english": ("?page={n}", '<a href="{b}">{p}</a> <b>Page {h} of 50</b> <a href="{f}">{n}</a>'),
    "japanese": (
        "?q=&p={n}",
        '<ul><li><a href="{b}" rel="prev">{p}</a></li><li><span>50 ページ中 {h}</span></li>'
        '<li><a href="{f}" rel="next">{n}</a></li></ul>',
    ),
    "german": (
        "/seite/{n}/",
        '<td><a href="{b}">{p}</a></td><td>Seite {h} von 50</td><td><a href="{f}">{n}</a></td>',
    ),
    "records counted": (
        "?start={o}",
        '<div><a href="{b}">{p}</a></div><p>of 50 pages: {h}</p><div><a href="{f}">{n}</a></div>',
    ),
}


def _at(address: str, page: int) -> str:
    return AT + address.format(n=page, o=20 * (page - 1))


@pytest.mark.parametrize("here", [2, 3, 7, 31])
@pytest.mark.parametrize("make", MAKES)
def test_the_next_page_is_found_on_every_page(make: str, here: int) -> None:
    address, pager = MAKES[make]
    before, behind = _at(address, here - 1), _at(address, here + 1)
    html = pager.format(p=here - 1, h=here, n=here + 1, b=before, f=behind)
    found = pager_links(parse(html.encode(), url=AT), _at(address, here))
    assert behind in [link.url for link in found if not link.back]


@pytest.mark.parametrize("text", ["Part 3 of 50", "3"])
def test_a_number_that_the_cursor_does_not_follow_is_no_page(text: str) -> None:
    html = f'<p>{text}</p> <a href="{AT}?item=912">4</a>'
    assert [] == pager_links(parse(html.encode(), url=AT), f"{AT}?item=55")


@pytest.mark.parametrize("id_at", ["/list/{n}", "/item?id={n}", "/list?open={n}"])
@pytest.mark.parametrize(
    "row", ["<tr><td><a href={u}>{n}</a><td>ring {n}", "<li><a href={u}>{n}</a> ring"]
)
def test_the_ids_of_records_are_no_pages_beside_a_cursor_that_is_an_id(
    id_at: str, row: str
) -> None:
    """A page ends with the record from which the next one goes on."""
    rows = "".join(row.format(n=n, u=id_at.format(n=n)) for n in range(1, 51))
    more = "<p><a href='/list?after=50'>Next page</a>"
    around = "<table>{}</table>" if "<td>" in row else "<ul>{}</ul>"
    tree = parse(f"{around.format(rows)}{more}".encode(), url=AT)
    assert [f"{AT}?after=50"] == [link.url for link in pager_links(tree, AT)]
