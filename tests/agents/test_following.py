"""Laws of following answers: as far as they pay, credited as they come, counted by reason."""

from __future__ import annotations

from collections import Counter

import pytest

from upwell.agents.plan.choosing.browse import SAMPLE, best_list
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.plan.state import Head, Plan
from upwell.models.queries.probes import dictionary
from upwell.streams.records import Change, Finding, Request, SiteStatus

from .paged import Paged
from .ring import SITE, Ring


class Known(Paged):
    """Every word of a dictionary finds a long answer of its own."""

    def find(self, query: str) -> list[int]:
        words = dictionary()["en"]
        if query not in words:
            return super().find(query)
        first = words.index(query) % 3 * self.n // 3
        return list(range(first, first + self.n // 3))


@pytest.fixture(scope="module")
def crawled() -> Ring:
    return Ring(Known()).open(max_pages=500)


def test_an_answer_is_followed_to_its_end_while_it_brings_new_objects(crawled: Ring) -> None:
    pages = Counter(r.query for r in crawled.of(Request) if r.reason == "page")
    assert 9 == max(pages.values())
    assert 300 == len({change.id for change in crawled.of(Change)})


def test_an_answer_that_shows_what_is_known_is_left(crawled: Ring) -> None:
    """Three hundred records stand on thirty pages: three answers in ten show all of them."""
    turned = [r for r in crawled.of(Request) if r.reason == "page"]
    followed = [r for r in turned if SAMPLE not in r.why]
    assert len(followed) <= 50
    n_sampled = len(turned) - len(followed)
    assert crawled.of(SiteStatus)[-1].answered - n_sampled <= 50 + 100


def test_before_a_crawl_ends_the_largest_answers_are_a_sample_of_what_is_missing(
    crawled: Ring,
) -> None:
    """As many pages as a new object would have to come on for one more to pay."""
    sampled = [r for r in crawled.of(Request) if SAMPLE in r.why]
    assert 1 <= len(sampled) <= 1 / SiteSettings().least_new


def test_an_answer_of_more_matches_than_are_known_is_followed_though_it_begins_with_known() -> None:
    """Sites show first what all answers have."""
    plan = Plan("s", Head(url="http://s/", settings={}))
    plan.pool.fold_list((n, None) for n in range(120))
    for key, matches, new in [("few", 40, 5), ("most", 400, 0), ("others", 110, 0)]:
        answer = plan.answer(key)
        answer.matches, answer.n_objects, answer.asked = matches, 10, 1
        answer.last, answer.further = [(10, new)], [f"http://s/{key}?page=2"]
    best = best_list(plan)
    assert best is not None
    assert 280 / 390 * 10 == pytest.approx(best.new)
    sent = best.ask(plan)
    assert "http://s/most?page=2" == getattr(sent and sent.record, "url", "")


def test_the_operator_may_limit_the_pages_of_an_answer() -> None:
    ring = Ring(Known()).open(max_pages=300, pages_per_query=3)
    pages = Counter(r.query for r in ring.of(Request) if r.reason == "page")
    assert 2 == max(pages.values())


def test_objects_count_as_their_pages_come(crawled: Ring) -> None:
    """Not when an answer is whole: after each record the status knows what was told."""
    ring, told = Ring(Known()), set[str]()
    ring.queue.append(("findings", SITE, crawled.sent[0][1]))  # replaced below
    ring.queue.clear()
    ring = Ring(Known()).open(max_pages=120)
    last = ring.of(SiteStatus)[-1]
    told = {found.id for f in ring.of(Finding) for found in f.objects}
    assert len(told) == last.objects


def test_every_request_is_counted_by_its_reason_with_what_it_brought(crawled: Ring) -> None:
    last = crawled.of(SiteStatus)[-1]
    assert last.issued == sum(n for n, _ in last.brought.values())
    assert last.objects == sum(new for _, new in last.brought.values())
    asked = Counter(request.reason for request in crawled.of(Request))
    assert dict(asked) == {reason: n for reason, (n, _) in last.brought.items()}


def test_a_request_says_what_it_was_expected_to_bring(crawled: Ring) -> None:
    pages = [request for request in crawled.of(Request) if request.reason == "page"]
    assert pages
    assert [] == [one.why for one in pages if "new objects expected" not in one.why]


def test_the_crawl_ends_when_requests_bring_nothing_new(crawled: Ring) -> None:
    last = Ring(Known()).open(max_pages=500, max_queries=200).of(SiteStatus)[-1]
    assert "parked" == last.phase
    assert "new object" in last.reason


def test_an_open_answer_is_followed_before_a_crawl_is_barren() -> None:
    """Questions that bring nothing end the questions, not the answer that still brings."""
    ring = Ring(Known()).open(max_pages=400, barren=1)
    assert 300 == len({change.id for change in ring.of(Change)})
