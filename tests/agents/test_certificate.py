"""Laws of the certificate of coverage in a crawl: it is told, and it may end the crawl."""

from __future__ import annotations

from upwell.agents.plan.coverage import coverage_fields
from upwell.agents.plan.state import Plan
from upwell.cli.views.site_status import site_line
from upwell.models.queries.coverage.params import FEWEST_ANSWERS
from upwell.streams.records import Change, SiteStatus
from upwell.streams.sinks.lines import ENDED

from .ring import SITE, Ring
from .sourced import Sourced
from .test_following import Known


def test_a_crawl_tells_how_much_it_has_seen_and_its_interval_holds_the_truth() -> None:
    ring = Ring(Known()).open(max_pages=500)
    found = ring.of(SiteStatus)[-1].coverage
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 300 <= found.high
    assert found.share is not None
    assert found.share > 0.9


def test_a_crawl_ends_when_the_share_is_seen_that_was_wanted_and_says_so() -> None:
    whole = Ring(Known()).open(max_pages=500).of(SiteStatus)[-1]
    part = Ring(Known()).open(max_pages=500, coverage=0.5).of(SiteStatus)[-1]
    assert part.phase == "parked"
    assert part.reason.startswith("about ")
    assert part.reason.endswith("50.0% were wanted")
    assert part.answered < whole.answered


def test_a_site_of_which_nothing_is_known_has_no_share() -> None:
    line = site_line(SiteStatus(site="s", url="u", settings={}, phase="discover"))
    assert {"share": None, "size": None, "low": None, "high": None} == line["coverage"]


def test_a_plan_that_is_read_back_certifies_the_same() -> None:
    ring = Ring(Known()).open(max_pages=500, coverage=0.5)
    view = ring.views["plan", SITE]
    before = Plan.load(view)
    view.cache.clear()
    after = Plan.load(view)
    assert before is not None
    assert after is not None
    assert coverage_fields(before) == coverage_fields(after)
    assert after.captures.sums.answers >= FEWEST_ANSWERS


def test_what_was_withdrawn_is_counted_no_more() -> None:
    """First models misread; the certificate is of what stands, and so is the number of objects."""
    ring = Ring(Sourced("auctions", 12, seed=1)).open(max_queries=2_000)
    last = {change.id: change.event for change in ring.of(Change)}
    n_ended = sum(event in ENDED for event in last.values())
    status = ring.of(SiteStatus)[-1]
    assert n_ended > 0
    assert len(last) - n_ended == status.objects
    assert status.coverage.low is not None
    assert status.coverage.low <= 12 <= (status.coverage.high or 0)
