"""Laws of the reducers together: every request is answered, nothing is doubled, state is whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.answers import WORDS, item
from upwell.agents.analyse import analyse_agent
from upwell.models.queries.probes import dictionary
from upwell.streams.records import (
    Again,
    AnyRecord,
    Change,
    Finding,
    Learned,
    PageRead,
    Request,
    Seen,
    SiteStatus,
)

from .ring import SITE, Answer, Ring, library


class Counted(Ring):
    """A ring that keeps what its status said of requests after each answer."""

    def steps(self) -> Iterator[AnyRecord]:
        for record in super().steps():
            if isinstance(record, Finding):
                last = self.of(SiteStatus)[-1]
                self.counted.append((last.issued, last.answered, last.outstanding))
            yield record

    def open(self, **settings: Any) -> Ring:
        self.counted: list[tuple[int, int, int]] = []
        return super().open(**settings)


@pytest.fixture(scope="module")
def crawled() -> Counted:
    ring = Counted()
    ring.open()
    return ring


def test_a_site_is_discovered_probed_learned_harvested_and_parked(crawled: Ring) -> None:
    phases = [status.phase for status in crawled.of(SiteStatus)]
    moves = [phase for i, phase in enumerate(phases) if i == 0 or phase != phases[i - 1]]
    life = ["discover", "browse", "probe", "learn", "harvest", "learn", "parked"]
    assert life == moves
    assert f"http://{SITE}/search?q={{query}}" == crawled.of(SiteStatus)[-1].template


def test_every_request_is_answered_once(crawled: Counted) -> None:
    assert crawled.counted
    assert all(issued == answered + open_ for issued, answered, open_ in crawled.counted)
    last = crawled.of(SiteStatus)[-1]
    numbers = [request.number for request in crawled.of(Request)]
    assert list(range(1, last.issued + 1)) == numbers
    assert (last.issued, 0) == (last.answered, last.outstanding)


def test_decoded_state_is_only_a_cache(crawled: Ring) -> None:
    """Dropping it after every record changes nothing of what is sent."""
    forgetful = Ring(forgetful=True).open()
    assert crawled.sent == forgetful.sent


def test_no_object_is_doubled_and_all_are_records(crawled: Ring) -> None:
    changes = crawled.of(Change)
    assert len(changes) == len({(change.id, change.version) for change in changes})
    assert all("/item/" in (change.url or "") for change in changes)
    assert {seen.id for seen in crawled.of(Seen)} == {change.id for change in changes}


def test_pages_read_before_the_first_model_are_read_again(crawled: Ring) -> None:
    first = next(learned for learned in crawled.of(Learned) if learned.version)
    early = [f.number for f in crawled.of(Finding) if not f.again and not f.model_version]
    again = [record.number for record in crawled.of(Again)][: first.again]
    assert early == again


def test_the_budget_counts_answers_and_parks_the_site() -> None:
    last = Ring().open(max_pages=12).of(SiteStatus)[-1]
    assert (12, "parked") == (last.answered, last.phase)
    assert "the budget of 12 pages is spent" == last.reason


@pytest.mark.parametrize("most", [7, 45])
def test_no_more_queries_are_asked_than_the_operator_allows(most: int) -> None:
    ring = Ring().open(max_queries=most)
    last = ring.of(SiteStatus)[-1]
    assert (most, f"the budget of {most} queries is spent") == (last.queries, last.reason)
    assert ring.of(Change)


def test_links_that_refine_an_answer_that_was_cut_show_the_rest_of_it() -> None:
    """ENT 6: every answer shows 6 of 12, 18 or 24; its shelves show the others."""

    def shelved(url: str) -> Answer:
        outcome, status, html = library(url.partition("&")[0])
        query = url.partition("q=")[2].partition("&")[0]
        if "/search?" not in url or not html.count(b'class="hit"'):
            return outcome, status, html
        shelf = int(url.partition("&shelf=")[2] or 0)
        hits = "".join(item(query, 6 * shelf + i) for i in range(6))
        n = 2 + len(query) % 3
        links = "".join(f'<a href="/search?q={query}&shelf={i}">{i}th</a> ' for i in range(1, n))
        text = f'{6 * n} books found<div class="shelves">{links}</div><ol class="hits">{hits}</ol>'
        whole = re.sub(r"(?s)<ol.*</ol>", text, html.decode())
        return outcome, status, whole.encode()

    ring = Ring(shelved).open(max_queries=40, max_pages=400)
    refined = [request.url for request in ring.of(Request) if request.reason == "second_level"]
    assert refined
    assert len(refined) == len(set(refined))
    on_shelves = {seen.id for seen in ring.of(Seen) if "shelf" in seen.page_url}
    assert on_shelves - {seen.id for seen in ring.of(Seen) if "shelf" not in seen.page_url}


def test_a_raised_budget_goes_on_where_the_site_was_parked() -> None:
    ring = Ring().open(max_pages=60)
    before = ring.of(SiteStatus)[-1].issued
    ring.open(max_pages=70)
    assert 60 == before
    assert 70 == ring.of(SiteStatus)[-1].answered


def test_a_page_without_a_form_parks_with_its_reason() -> None:
    last = Ring(lambda url: ("ok", 200, b"<p>Nothing to ask here.")).open().of(SiteStatus)[-1]
    assert ("parked", True) == (last.phase, "no search form found" in last.reason)


@pytest.mark.parametrize(("outcome", "tries"), [("dns", 1), ("refused", 1), ("timeout", 3)])
def test_a_site_that_cannot_be_opened_parks_with_what_happened(outcome: str, tries: int) -> None:
    last = Ring(lambda url: (outcome, 0, b"")).open().of(SiteStatus)[-1]
    assert ("parked", True) == (last.phase, "could not be opened" in last.reason)
    assert tries == last.issued


def test_a_form_is_looked_for_on_ten_pages_beside_the_first() -> None:
    def endless(url: str) -> Answer:
        links = "".join(f'<a href="{url}{i}/">deeper {i}</a>' for i in range(4))
        return "ok", 200, links.encode()

    last = Ring(endless).open(browse=False).of(SiteStatus)[-1]
    assert (11, "parked") == (last.answered, last.phase)


def test_a_site_of_links_without_end_is_left_when_none_leads_to_a_list() -> None:
    def endless(url: str) -> Answer:
        links = "".join(f'<a href="{url}{i}/">deeper {i}</a>' for i in range(4))
        return "ok", 200, links.encode()

    last = Ring(endless).open(barren_links=9).of(SiteStatus)[-1]
    assert (True, "parked") == (last.answered <= 11 + 9, last.phase)


def test_a_site_that_stops_answering_is_left_alone() -> None:
    asked: list[str] = []

    def tired(url: str) -> Answer:
        asked.append(url)
        return library(url) if len(asked) < 30 else ("robots", 0, b"")

    last = Ring(tired).open().of(SiteStatus)[-1]
    assert "parked" == last.phase
    assert "5 requests in a row failed" in last.reason
    assert last.issued == last.answered


@pytest.mark.parametrize(
    ("page", "setting", "asked_in"),
    [("de", "", "de"), ("fr-CA", "", "fr"), ("", "", "en"), ("de", "es", "es")],
)
def test_a_site_is_probed_in_its_own_language(page: str, setting: str, asked_in: str) -> None:
    """As the page with the form says and as its records are, unless the operator knows better."""

    def foreign(url: str) -> Answer:
        outcome, status, html = library(url)
        return outcome, status, b'<html lang="%s">' % page.encode() + html

    ring = Ring(foreign).open(language=setting, max_pages=20)
    words = [request.query for request in ring.of(Request) if request.reason == "probe"]
    assert len(words) > 5
    own = set(dictionary()[asked_in]) | {word for word in words if word in WORDS}
    assert words[0] in dictionary()[asked_in]
    read_in = set() if setting else set(dictionary()["en"])  # its records are English
    assert set(words) <= own | read_in


def test_words_of_the_operator_are_asked_before_what_was_learned() -> None:
    ring = Ring().open(queries=["harbour pilot", "tide table"])
    asked = [request.query for request in ring.of(Request) if request.reason == "query"]
    assert ["harbour pilot", "tide table"] == asked[:2]


def test_every_page_that_was_read_has_a_line_with_a_cluster() -> None:
    """`--readings`: one line a page answered; a later line of a URL supersedes the earlier."""
    ring = Ring(agents={"pages": analyse_agent(readings=True)}).open(max_pages=60)
    lines = {read.url: read.line for read in ring.of(PageRead)}
    assert {request.url for request in ring.of(Request)} == set(lines)
    assert all(isinstance(line["cluster"], int) for line in lines.values())
    assert all(line["outcome"] == "ok" and line["url"] for line in lines.values())
