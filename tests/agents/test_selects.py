"""Laws of forms in which nothing can be typed: what they offer is opened like lists of a menu."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from upwell.streams.records import Change, Request, SiteStatus

from .paged import page_of
from .ring import Answer, Ring

TOWNS = [f"t{n}" for n in range(12)]
SELECT = '<select name="{}"><option value="">-</option>{}</select>'
FORM = '<form action="/find">{}{}<button>Go</button></form>'


class Offering:
    """120 records in towns, ten or so in each; a list of one town or one era, nothing without."""

    n = 120

    def __init__(self, typed: str = "") -> None:
        self.typed = typed

    def __call__(self, url: str) -> Answer:
        address = urlsplit(url)
        said = {name: values[0] for name, values in parse_qs(address.query).items()}
        numbers: list[int] = []
        if address.path == "/find":
            numbers = [n for n in range(self.n) if said.get("town") == TOWNS[n * 7 % 12]]
            if not said.get("town") and said.get("era") == "late":
                numbers = list(range(0, self.n, 2))
        start = int(said.get("start", "0"))
        own = f"/find?town={said.get('town', '')}&era={said.get('era', '')}"
        html = page_of(numbers, start, own, "Found", sum(map(ord, url)) % 90).decode()
        head, _, rest = html.partition('<form action="/search">')
        return "ok", 200, (head + self.form() + rest.partition("</form>")[2]).encode()

    def form(self) -> str:
        """The form of each page."""
        towns = "".join(f'<option value="{town}">Town {town}</option>' for town in TOWNS)
        eras = '<option value="late">late</option>'
        return FORM.format(self.typed, SELECT.format("town", towns) + SELECT.format("era", eras))


@pytest.fixture(scope="module")
def ring() -> Ring:
    return Ring(Offering()).open(max_pages=200)


def test_what_a_form_of_selects_offers_is_opened(ring: Ring) -> None:
    assert 120 == len({change.id for change in ring.of(Change)})
    assert {"browse"} == {request.reason for request in ring.of(Request)}


def test_the_status_says_that_values_of_selects_were_the_way_in(ring: Ring) -> None:
    last = ring.of(SiteStatus)[-1]
    assert "selects" == last.way
    assert last.template is not None
    assert "/find" in last.template


def test_each_address_is_what_a_browser_sends(ring: Ring) -> None:
    asked = [request.url for request in ring.of(Request) if "/find" in request.url]
    assert 0 < sum(url.endswith("/find?town=t3&era=") for url in asked)
    assert all("town=" in url and "era=" in url for url in asked)


def test_a_form_that_takes_words_goes_before_its_selects() -> None:
    ring = Ring(Offering('<input type="search" name="q">')).open(max_pages=60)
    assert not [r for r in ring.of(Request) if "town=t3" in r.url]


def test_a_form_of_selects_that_acts_offers_nothing() -> None:
    class Acting(Offering):
        def form(self) -> str:
            return super().form().replace(">Go<", ">Delete<")

    ring = Ring(Acting()).open(max_pages=60)
    assert not [request for request in ring.of(Request) if "/find" in request.url]
