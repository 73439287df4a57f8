"""Laws of a box to log in that stands beside every page: it is no wall before its answers."""

from __future__ import annotations

import pytest

from upwell.streams.records import Change, SiteStatus

from .paged import Paged
from .ring import Answer, Ring

BOX = """<form action="/login" method="post"><input name="user"> <input type="password" name="p">
<button>Enter</button></form>"""


class Boxed(Paged):
    """Few words find anything, and every page asks for a password in its head."""

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 9 == 0] if drawn % 11 == 0 else []

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        return outcome, status, html.replace(b"<body>", b"<body>" + BOX.encode())


class Walled(Boxed):
    """The form is shown to everybody, its answers only after a log-in."""

    def __call__(self, url: str) -> Answer:
        return ("ok", 200, BOX.encode()) if "/search" in url else super().__call__(url)


def test_a_box_beside_every_page_is_no_wall() -> None:
    ring = Ring(Boxed(90)).open(max_pages=600, max_queries=300)
    assert "password" not in ring.of(SiteStatus)[-1].reason
    assert 0.5 * 90 <= len({change.id for change in ring.of(Change)})


@pytest.mark.parametrize("web", [Walled(90), lambda url: ("ok", 200, BOX.encode())])
def test_a_wall_is_one_after_few_questions(web: object) -> None:
    ring = Ring(web).open(max_pages=600)  # type: ignore[arg-type]
    last = ring.of(SiteStatus)[-1]
    assert ("parked", True) == (last.phase, last.queries <= 14)
    assert not ring.of(Change)
