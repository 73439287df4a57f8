"""Laws of traps: links that never bring anything take a small share of the requests."""

from __future__ import annotations

import pytest

from upwell.streams.records import Change, Request

from .paged import PAGE
from .ring import Answer, Ring
from .test_browsing import EmptyLists, Formless, Shelved

WAYS = ("farm/{0}", "deep/{0}/", "month/20{1}/0{2}", "s/{0}/", "gone/{0}.html", "flow/{1}{2}")


class Trapped(EmptyLists):
    """Beside the lists of a site six ways into pages without end, each of which leads on."""

    def __call__(self, url: str) -> Answer:
        path = url.partition("://")[2].partition("/")[2]
        trapped = any(path.startswith(way.partition("/")[0] + "/") for way in WAYS)
        if trapped:
            self.asked.append(url)
            near = "".join(f'<li><a href="{n}{sum(map(ord, url))}/">{n}</a></li>' for n in "abcdef")
            html = f"<html><body><h1>More of {path[-3:]}</h1><ul>{near}</ul></body></html>"
        else:
            html = super().__call__(url)[2].decode()
        drawn = sum(map(ord, url)) * 7919 % 9973
        links = [way.format(f"x{drawn}", drawn % 90 + 10, drawn % 9 + 1) for way in WAYS]
        box = "".join(f'<p class="way"><a href="/{one}">{one[:2]}</a></p>' for one in links)
        return "ok", 200, html.replace("</body>", f"{box}</body>").encode()

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 29 == 0 or not query]


class TrappedShelf(Trapped, Shelved):
    """The same beside a list of everything that a menu leads to, and a form that is no use."""


class TrappedFormless(Trapped, Formless):
    """The same and nowhere a form."""


def trapped(ring: Ring) -> int:
    starts = tuple(f"http://library.example/{way.partition('/')[0]}/" for way in WAYS)
    return sum(request.url.startswith(starts) for request in ring.of(Request))


@pytest.mark.parametrize("site", [Trapped, pytest.param(TrappedShelf, marks=pytest.mark.e2e)])
def test_traps_take_a_twentieth_of_the_requests(site: type[Trapped]) -> None:
    ring = Ring(site(1000)).open(max_pages=1500)
    assert 1000 == len({change.id for change in ring.of(Change)})
    assert trapped(ring) <= 0.05 * len(ring.of(Request))


def test_without_a_form_a_few_more_are_tried() -> None:
    ring = Ring(TrappedFormless(600)).open(max_pages=600)
    assert 600 == len({change.id for change in ring.of(Change)})
    assert trapped(ring) <= 20 + 0.05 * len(ring.of(Request))


def test_a_list_is_found_behind_links_that_bring_nothing() -> None:
    class Behind(Shelved):
        """Fifteen kinds of pages that bring nothing stand before the list."""

        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            vain = "".join(f'<p><a href="/v{n}/x">no {n}</a></p>' for n in range(15))
            return outcome, status, html.replace(b'<div class="main">', vain.encode() + b"<div>")

    ring = Ring(Behind(300)).open(max_pages=600)
    assert 300 == len({change.id for change in ring.of(Change)})
    assert any("/shelf" in request.url for request in ring.of(Request))
    assert 300 // PAGE < len(ring.of(Request))
