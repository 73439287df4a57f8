"""Laws of defaults: what a form hides when nobody touches it is asked for once, and then always."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from upwell.streams.records import AnyRecord, Change, Request, SiteStatus

from .paged import Paged, page_of
from .ring import Answer, Ring

SORT = '<select name="by"><option value="t" selected>title</option><option value="d">x</select>'
STATE = (
    '<select name="state"><option value="1" selected>on</option><option value="2">off</option>'
    '<option value="3">on, off</option></select>'
)
BOX = '<input type="checkbox" name="old" value="y">'


class Hiding(Paged):
    """Two records of five are shown unless somebody says otherwise; nothing says so."""

    controls = SORT + STATE

    def __call__(self, url: str) -> Answer:
        self.asked.append(url)
        address = urlsplit(url)
        arguments = parse_qs(address.query, keep_blank_values=True)
        said = {name: values[0] for name, values in arguments.items()}
        numbers = self.shown(self.find(said.get("q", "")), said)
        if said.get("by") == "d":
            numbers = numbers[::-1]
        own = "/search?" + "&".join(f"{k}={v}" for k, v in said.items() if k != "start")
        html = page_of(numbers, int(said.get("start", 0)), own, f"For {said.get('q', '')}", 3)
        return "ok", 200, html.replace(b"<button>", self.controls.encode() + b"<button>")

    def find(self, query: str) -> list[int]:
        drawn = sum(map(ord, query))
        return [n for n in range(self.n) if (n + drawn) % 37 == 0] if 0 < len(query) < 9 else []

    def shown(self, numbers: list[int], said: dict[str, str]) -> list[int]:
        """What of the matches is shown, by what else was sent."""
        state = said.get("state", "1")
        return [n for n in numbers if state == "3" or (n * 7 % 5 < 2) == (state == "1")]


class Boxed(Hiding):
    """The same by a box that nobody ticks."""

    controls = SORT + BOX

    def shown(self, numbers: list[int], said: dict[str, str]) -> list[int]:
        return [n for n in numbers if said.get("old") == "y" or n * 7 % 5 < 2]


class Plain(Hiding):
    """Nothing is hidden, whatever is sent."""

    def shown(self, numbers: list[int], said: dict[str, str]) -> list[int]:
        return numbers


class Everything(Plain):
    """One value of the select shows everything, whatever the words are."""

    def shown(self, numbers: list[int], said: dict[str, str]) -> list[int]:
        return list(range(self.n)) if said.get("state") == "3" else numbers


class Posted(Hiding):
    """The form is sent by POST; a select of it hides."""

    form: Sequence[tuple[str, str]] = ()  # of the last request

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(f"{url.partition('?')[0]}?{urlencode(self.form)}")
        return outcome, status, html.replace(b"<form ", b'<form method="post" ')


class PostedHidden(Posted):
    """What hides is a field that nobody sees."""

    controls = SORT + '<input type="hidden" name="state" value="1">'

    def shown(self, numbers: list[int], said: dict[str, str]) -> list[int]:
        return [n for n in numbers if said.get("state") != "1" or n * 7 % 5 < 2]


class PostedState(Posted):
    """Beside the select there is a state, which passes once."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.issued: set[str] = set()
        self.refused = 0

    def __call__(self, url: str) -> Answer:
        sent = dict(self.form).get("once", "")
        if self.form and sent not in self.issued:
            self.refused += 1
            return "ok", 500, b"<h1>Error</h1><p>Validation failed"
        self.issued.discard(sent)
        self.issued.add(new := f"s{len(self.asked)}")
        outcome, status, html = super().__call__(url)
        once = f'<input type="hidden" name="once" value="{new}"><button>'.encode()
        return outcome, status, html.replace(b"<button>", once)


class Sending(Ring):
    """A ring whose web sees what is posted."""

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        if isinstance(record, Request) and isinstance(self.web, Posted):
            self.web.form = record.form
        super()._handle(topic, key, record)


def long_proof(site: type[Hiding]) -> Any:
    return pytest.param(site, marks=pytest.mark.e2e)


@pytest.fixture(
    scope="module", params=[Hiding, *map(long_proof, [Boxed, Posted, PostedHidden]), PostedState]
)
def widened(request: pytest.FixtureRequest) -> Ring:
    more = {"allow_post": 1} if issubclass(request.param, Posted) else {}
    return Sending(request.param(320)).open(max_pages=700, max_queries=400, **more)


def test_what_a_default_hides_is_found(widened: Ring) -> None:
    assert 0.98 * 320 <= len({change.id for change in widened.of(Change)})


def test_the_status_says_what_was_hidden(widened: Ring) -> None:
    last = widened.of(SiteStatus)[-1]
    assert 1 == len(last.hidden)
    assert last.template is not None
    assert any(wide in last.template for wide in ("state=3", "old=y", "state=#"))
    assert "by=t" in last.template


def test_trying_costs_few_requests(widened: Ring) -> None:
    tried = [request for request in widened.of(Request) if request.reason == "widen"]
    assert 0 < len(tried) <= 10


@pytest.mark.parametrize("site", [Plain, Everything])
def test_a_value_that_hides_nothing_stays(site: type[Hiding]) -> None:
    ring = Ring(site(240)).open(max_pages=300)
    last = ring.of(SiteStatus)[-1]
    assert [] == last.hidden
    assert last.template is not None
    assert "state=1" in last.template


@pytest.mark.parametrize(("max_pages", "tries"), [(90, True), (40, False)])
def test_a_small_budget_is_not_spent_on_defaults(max_pages: int, tries: bool) -> None:
    ring = Ring(Hiding(320)).open(max_pages=max_pages, nonsense=3)
    assert tries == any(request.reason == "widen" for request in ring.of(Request))


def test_a_state_is_sent_once_and_never_tried_without(widened: Ring) -> None:
    """But for the one question that shows that it passes once."""
    if isinstance(widened.web, PostedState):
        assert 1 == widened.web.refused


def test_what_a_narrow_form_answered_best_is_asked_again(widened: Ring) -> None:
    numbers = [r.number for r in widened.of(Request) if r.reason == "widen"]
    last = max(numbers)
    before = {r.query for r in widened.of(Request) if r.number < min(numbers) and r.query}
    again = [r.query for r in widened.of(Request) if last < r.number <= last + 40]
    assert 8 <= len([query for query in again if query in before]) <= 10
