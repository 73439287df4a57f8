"""Laws of own pages: they come last, cost little where they say nothing, and make objects whole."""

from __future__ import annotations

import itertools
import re
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from tests.site.answers import WORDS
from upwell.agents.analyse.reducer import analyse_agent
from upwell.agents.plan.details.own_pages import OwnPages, own_mark
from upwell.agents.watch import reduce
from upwell.models.frontier.seen import Seen as Asked
from upwell.streams.records import Again, Change, Page, PageRead, Request, Seen

from .ring import SITE, Answer, DictView, Ring, library

_VISITS = itertools.count()
_ITEM = re.compile(r"/item/(\w+)-(\d+)$")


def _record(word: str, number: int) -> list[str]:
    """What the database knows of a record besides its row."""
    start = sum(map(ord, word)) * 7 + number * 13
    pick = [WORDS[(start // step) % len(WORDS)] for step in (1, 5, 11)]
    return [f"{pick[0]}house Press", f"Port {pick[1]}", f"{100 + start % 800} leaves of {pick[2]}"]


def shop(url: str) -> Answer:
    """`library`, with a page of its own for each record, an advertisement and links to others."""
    found = _ITEM.search(urlsplit(url).path)
    if not found:
        return library(url)
    word, number = found[1], int(found[2])
    press, port, size = _record(word, number)
    others = "".join(f'<li><a href="/item/{w}-{number}">Of {w}</a></li>' for w in WORDS[:3])
    turn = next(_VISITS)
    html = f"""<html><title>The {word} {number}</title><body><div class="top"><a href="/">Home</a>
      </div><div class="ad"><b>Lamp {turn} for {turn * 7} pounds</b></div>
      <div class="record"><h1>The {word} {number}</h1>
      <dl><dt>Publisher</dt><dd>{press}</dd><dt>Place</dt><dd>{port}</dd><dt>Extent</dt>
      <dd>{size}</dd></dl></div><ul class="more">{others}</ul></body></html>"""
    return "ok", 200, html.encode()


def bare(url: str) -> Answer:
    """Records whose own pages are all the same."""
    if _ITEM.search(urlsplit(url).path):
        return "ok", 200, b"<html><body><h1>Please log in</h1><p>Members only.</p></body></html>"
    return library(url)


@pytest.fixture(scope="module")
def opened() -> Ring:
    return Ring(shop).open(max_queries=40, details="sample")


def _details(ring: Ring) -> list[Request]:
    return [one for one in ring.of(Request) if one.reason == "detail"]


def _last(ring: Ring) -> dict[str, Change]:
    return {one.id: one for one in ring.of(Change)}


def test_objects_say_what_their_own_pages_do_and_where_it_is_from(opened: Ring) -> None:
    whole = [one for one in _last(opened).values() if "publisher" in one.fields]
    assert len(whole) >= 0.95 * len(_last(opened))
    for one in whole:
        found = _ITEM.search(one.url or "")
        assert found is not None
        press, port, size = _record(found[1], int(found[2]))
        told = [one.fields.get(name) for name in ("publisher", "place", "extent")]
        assert [press, port, size] == told
        assert (one.url, "") == (one.page_url, one.provenance["publisher"][0])


def test_nothing_that_turns_and_nothing_of_another_record_is_a_column(opened: Ring) -> None:
    values = {text for one in _last(opened).values() for text in one.fields.values()}
    assert [] == [text for text in values if text.startswith(("Lamp", "Of "))]


def test_own_pages_are_asked_once_nothing_else_is_and_each_once(opened: Ring) -> None:
    requests = [one.reason for one in opened.of(Request)]
    assert {"detail"} == set(requests[requests.index("detail") :])
    ids = [one.object_id for one in _details(opened)]
    assert 2 == len(ids) - len(set(ids))  # one page, to see what turns on it


def test_own_pages_are_no_news_of_objects(opened: Ring) -> None:
    events = [one.event for one in opened.of(Change)]
    assert "changed" not in events
    versions = [(one.id, one.version) for one in opened.of(Change)]
    assert len(versions) == len(set(versions))


def test_lists_are_read_as_without_own_pages(opened: Ring) -> None:
    plain = Ring(shop).open(max_queries=40)
    assert [] == _details(plain)
    asked = [one.url for one in opened.of(Request) if one.reason != "detail"]
    assert [one.url for one in plain.of(Request)] == asked
    assert _last(plain).keys() == _last(opened).keys()


def test_a_page_that_was_read_before_its_kind_was_known_has_a_line_of_the_later_reading() -> None:
    ring = Ring(shop, agents={"pages": analyse_agent(readings=True)})
    ring.open(max_queries=10, details="sample")
    lines = {read.url: read.line for read in ring.of(PageRead)}
    own = [lines[one.url] for one in _details(ring)]
    assert own
    assert [] == [line["url"] for line in own if not line["objects"]]


class Forgetting(Ring):
    """Retention takes the body of one own page before it is read by a model."""

    lost: Again | None = None

    def _reduce(self, agent: Any, key: str, record: Any) -> None:
        if isinstance(record, Again) and self.lost is None:
            page = self.pages[record.offset]
            if page is not None and page.object_id:
                self.lost = record
        if isinstance(record, Again) and self.lost is not None and record.url == self.lost.url:
            self.pages[record.offset] = cast(Page, None)
        super()._reduce(agent, key, record)


def test_an_own_page_that_retention_took_is_not_waited_for() -> None:
    ring = Forgetting(shop)
    ring.open(max_queries=40, details="sample")
    assert ring.lost is not None
    left = OwnPages.load(ring.views["plan", SITE], Asked())
    assert not left.is_open(ring.lost.number)
    assert {"detail"} == {one.reason for one in ring.of(Request) if one.url == ring.lost.url}


def test_pages_that_say_nothing_cost_five_requests() -> None:
    ring = Ring(bare).open(max_queries=40, details="sample")
    assert 5 >= len(_details(ring)) > 0
    assert all("Members" not in text for one in ring.of(Change) for text in one.fields.values())


def test_a_budget_is_kept_to(opened: Ring) -> None:
    n = len(opened.of(Request)) - 9
    assert n == len(Ring(shop).open(max_queries=40, details="sample", max_pages=n).of(Request))


def test_what_is_decoded_anew_after_each_record_says_the_same() -> None:
    one, other = Ring(shop), Ring(shop, forgetful=True)
    global _VISITS
    for ring in (one, other):
        _VISITS = itertools.count()
        ring.open(max_queries=16, details="sample")
    assert one.sent == other.sent


def test_what_waits_is_stored_piece_by_piece_and_comes_back() -> None:
    view, asked, own = DictView("s"), Asked(), OwnPages()
    for n in range(1300):
        own.add(f"{n:016x}", f"http://a/i/{n}")
        if n % 7 == 0:
            newest = next(iter(own))
            own.drop(newest)
            asked.add(own_mark(newest.id))
        if n % 19 == 0:
            own.save(view)
    own.save(view)
    again = OwnPages.load(view, asked)
    assert [(one.number, one.id, one.url) for one in own] == [
        (one.number, one.id, one.url) for one in again
    ]
    assert len(view.stored) <= 1300 // 512 + 512 // 32 + 2


def _seen(fields: dict[str, str], **more: Any) -> Seen:
    more = {"page_url": "http://s/list", "at": 5.0, "model_version": 1, **more}
    text = " ".join(fields.values())
    return Seen(site="s", seq=1, id="o", text=text, fields=fields, url="http://s/o", **more)


def _own(fields: dict[str, str], **more: Any) -> Seen:
    return _seen(fields, **{"page_url": "http://s/o", "at": 6.0, "is_own": True, **more})


def _changes(*sightings: Seen) -> list[Change]:
    view = DictView("o")
    sent = [send.record for one in sightings for send in reduce(view, one, None)]
    return [one for one in sent if isinstance(one, Change)]


ROW = {"title": "Red lamp", "price": "5 €"}
PAGE = {"title": "Red lamp", "watts": "40"}


def test_what_rows_say_later_leaves_what_the_own_page_said() -> None:
    later = _seen({**ROW, "price": "6 €"}, at=9.0, before_at=5.0)
    _, joined, changed = _changes(_seen(ROW), _own(PAGE), later)
    assert ("corrected", {**ROW, "watts": "40"}) == (joined.event, joined.fields)
    assert ("changed", {"price": "5 €"}) == (changed.event, changed.before)
    assert "40" == changed.fields["watts"]
    assert "http://s/o" == changed.provenance.get("watts", ["http://s/o"])[0]


def test_an_own_page_fetched_twice_within_the_hour_is_no_news() -> None:
    turned = _own({**PAGE, "watts": "41"}, at=60.0)
    assert ["new", "corrected"] == [one.event for one in _changes(_seen(ROW), _own(PAGE), turned)]


def test_an_own_page_fetched_twice_is_what_a_later_model_reads_there() -> None:
    """The second fetch shows what turns; what stood there is no column of the object any more."""
    before = _own({**PAGE, "advert": "Buy a lamp"})
    after = _own(PAGE, at=7.0, model_version=2)
    *_, last = _changes(_seen(ROW), before, after)
    assert (last.event, "advert" in last.fields) == ("corrected", False)


def test_an_own_page_that_says_otherwise_a_day_later_has_changed() -> None:
    *_, last = _changes(_seen(ROW), _own(PAGE), _own({**PAGE, "watts": "41"}, at=90_000.0))
    assert ("changed", {"watts": "40"}) == (last.event, last.before)


@pytest.mark.parametrize(
    ("more", "version", "event"),
    [
        ({"colour": "red"}, 2, "corrected"),  # an earlier model read no such column
        ({"colour": "red"}, 1, "changed"),
        ({"colour": "red", "watts": "41"}, 2, "changed"),
    ],
)
def test_a_column_that_an_earlier_model_did_not_read_is_no_news_of_a_visit(
    more: dict[str, str], version: int, event: str
) -> None:
    visit = _own({**PAGE, **more}, at=60.0, before_at=6.0, model_version=version)
    *_, last = _changes(_seen(ROW), _own(PAGE), visit)
    assert (event, "red") == (last.event, last.fields["colour"])


def test_what_a_later_model_reads_on_an_own_page_is_a_correction() -> None:
    *_, last = _changes(_seen(ROW), _own(PAGE), _own({"power": "40 W"}, model_version=2))
    assert ("corrected", {**ROW, "power": "40 W"}) == (last.event, last.fields)


def test_of_two_that_differ_the_newer_stands_and_the_other_beside_it() -> None:
    *_, last = _changes(_seen(ROW), _own({"price": "7 €"}))
    assert ("7 €", {"price": ["5 €", "http://s/list"]}) == (last.fields["price"], last.conflicts)


def test_an_own_page_of_what_nobody_knows_tells_nothing() -> None:
    assert [] == _changes(_own(PAGE))
