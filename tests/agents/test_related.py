"""Laws of what a site offers itself: its queries join the pool, its arguments are told."""

from __future__ import annotations

from upwell.agents.plan.choosing.related import RELATED, argument_verdicts, offer_related
from upwell.agents.plan.params import MOST_JUDGED, MOST_RELATED
from upwell.agents.plan.settings import SiteSettings
from upwell.agents.plan.state import Head, Plan
from upwell.cli.views.explain import _site
from upwell.streams.records import FoundForm, SiteStatus

SITE = "http://shop.example"


def plan_of(template: str = SITE + "/s?q={query}") -> Plan:
    form = FoundForm(template=template, method="get", action="/s", query_field="q", score=1.0)
    return Plan("shop.example", Head(url=SITE, settings={}, form=form, phase="harvest"))


def test_queries_that_a_page_offers_join_the_pool_and_what_refines_does_not() -> None:
    plan = plan_of()
    urls = [f"{SITE}/s?q=Tomtom", f"{SITE}/s?q=gps&brand=7", f"{SITE}/item/4", f"{SITE}/s?q=tomtom"]
    offer_related(plan, "gps", urls)
    assert {"tomtom": RELATED} == plan.pool.memory.offers


def test_what_a_site_offers_is_no_probe() -> None:
    plan = plan_of()
    plan.head.phase = "probe"
    offer_related(plan, "gps", [f"{SITE}/s?q=tomtom"])
    assert {} == plan.pool.memory.offers


def test_queries_in_a_path_are_offered_too() -> None:
    plan = plan_of(SITE + "/find/{query}")
    offer_related(plan, "gps", [f"{SITE}/find/tomtom", f"{SITE}/find/gps?brand=7"])
    assert {"tomtom": RELATED} == plan.pool.memory.offers


def test_a_site_offers_no_more_queries_than_there_is_room_for() -> None:
    plan = plan_of()
    for start in (0, MOST_RELATED):
        urls = [f"{SITE}/s?q=word{n}" for n in range(start, start + MOST_RELATED)]
        offer_related(plan, "gps", urls)
    assert MOST_RELATED == len(plan.pool.memory.offers)


def test_arguments_are_judged_as_the_operator_says_and_of_many_a_few_are_told() -> None:
    plan = plan_of()
    for query in ("gps", "ipad", "phone", "tv"):
        page = f"{SITE}/s?q={query}"
        plan.prevalence.fold(page, query, [f"{page}&sort={n}&shelf={query[0]}" for n in range(4)])
    shared = {one.argument: one.relevant for one in argument_verdicts(plan)}
    assert {"q": True, "sort": False} == {name: shared[name] for name in ("q", "sort")}
    plan.use(SiteSettings(prevalence="paper"))
    assert not {one.argument: one.relevant for one in argument_verdicts(plan)}["shelf"]
    many = "&".join(f"a{n}=1" for n in range(2 * MOST_JUDGED))
    plan.prevalence.fold(f"{SITE}/s?q=x", "x", [f"{SITE}/s?q=x&{many}"])
    assert MOST_JUDGED == len(argument_verdicts(plan))


def test_explain_tells_every_argument_with_its_verdict_or_none() -> None:
    status = SiteStatus(
        site="s", url="u", settings={}, phase="harvest", arguments=[("sort", False), ("x", None)]
    )
    assert [
        {"argument": "sort", "relevant": False},
        {"argument": "x", "relevant": None},
    ] == _site(status, None)["arguments"]
