"""Laws of exploring: links that nobody tried yet are tried before dear questions."""

from __future__ import annotations

import pytest

from upwell.agents.analyse.findings.links import marked
from upwell.agents.plan.answers import fold_finding
from upwell.agents.plan.choosing.browse import best_link, count_link, open_link
from upwell.agents.plan.choosing.explore import may_explore, untried_hope
from upwell.agents.plan.state import Head, Plan
from upwell.models.objects.arguments.turning import shape_of
from upwell.models.objects.identity import object_id
from upwell.models.objects.identity_table import NO_RULE, IdentityRule
from upwell.models.queries.probes import dictionary
from upwell.models.urls.address import address_of
from upwell.models.urls.browsing import link_class
from upwell.streams.records import Change, Finding, FoundForm, FoundLink, FoundObject, Request

from .paged import PAGE, Paged, page_of
from .ring import Answer, Ring
from .test_browsing import _read

PLAIN = [f"/{name}" for name in "about contact hours news team press jobs terms".split()]
NAMED = [f"{at}.php?x=1" for at in PLAIN]
N = 400


class Reports(Paged):
    """The menu has many links of different makes; the list stands behind an index of lists."""

    index = "/reports"
    lists = tuple(f"/report/{n}" for n in range(1, 7))
    whole = "/report/5"
    menu = (*PLAIN, *NAMED)

    def __call__(self, url: str) -> Answer:
        at = url.partition("://")[2].partition("/")[2]
        at = "/" + at
        start = int(url.partition("start=")[2] or 0)
        if at == self.index:
            html = self.linked(self.lists, "Everything there is to see")
        elif at.startswith(self.whole):
            html = page_of(list(range(self.n)), start, self.whole, "Holdings", start)
        elif at in self.lists:
            html = page_of([], 0, at, "Nothing of this kind", 0)
        else:
            html = super().__call__(url)[2]
        text = html.decode().replace('<div class="main">', f'{self.top()}<div class="main">')
        return "ok", 200, text.encode()

    def linked(self, links: tuple[str, ...], title: str) -> bytes:
        shown = "".join(f'<dd><a href="{at}">Sheet {n}</a></dd>' for n, at in enumerate(links))
        empty = page_of([], 0, self.index, title, 0)
        return empty.replace(
            b'<p class="none">Nothing was found.</p>', f"<dl>{shown}</dl>".encode()
        )

    def top(self) -> str:
        links = (*self.menu, self.index)
        return "<ul>" + "".join(f'<li><a href="{at}">{at[1:8]}</a></li>' for at in links) + "</ul>"

    def find(self, query: str) -> list[int]:
        """A question shows little."""
        words = dictionary()["en"]
        first = words.index(query) * 7 % self.n if query in words else self.n
        return list(range(first, self.n))[:3] or super().find(query)[:3]


class Scripts(Reports):
    """The same by one script, whose argument says which list."""

    index = "/lists.php"
    lists = tuple(f"/show.php?sheet={n}" for n in "abcdefg")
    whole = "/show.php?sheet=f"


class Folders(Reports):
    """The same in folders, two steps behind the index."""

    index = "/holdings/"
    lists = tuple(f"/holdings/by/{n}/" for n in "title year maker place colour kind".split())
    whole = "/holdings/by/colour/"


@pytest.mark.parametrize(
    "make", [Reports, *(pytest.param(one, marks=pytest.mark.e2e) for one in (Scripts, Folders))]
)
def test_a_list_behind_an_index_is_found_before_the_questions_are_spent(
    make: type[Reports],
) -> None:
    ring = Ring(make(N)).open(max_pages=400, max_queries=300)
    first = next((r.number for r in ring.of(Request) if make.whole in r.url), 9_999)
    asked = [r for r in ring.of(Request) if r.query is not None]
    assert first <= 90
    assert len({change.id for change in ring.of(Change)}) >= N
    assert len([r for r in asked if r.number < first + N // PAGE]) <= 90


def _plan() -> Plan:
    form = FoundForm(
        template="http://s/find?q={query}", method="get", action="", query_field="q", score=1.0
    )
    return Plan("s", Head(url="http://s/", settings={}, form=form))


RECORDS = [f"http://s/book/{n}" for n in range(8)]


def test_a_page_that_leads_to_records_speaks_for_links_of_its_kind() -> None:
    """It was opened before anybody knew what a record is."""
    plan = _plan()
    plan.head.phase = "harvest"
    groups = [FoundLink(url=f"http://s/group/{name}", role="other", text=name) for name in "abc"]
    others = [FoundLink(url=f"http://s/page-{name}", role="other", text=name) for name in "abc"]
    assert open_link(plan, "http://s/index") is not None
    fold_finding(plan, _read("http://s/index", 1, links=[*others, *groups]))
    assert open_link(plan, "http://s/group/a") is not None
    shown = [FoundLink(url=url, role="other", text=url[-1]) for url in RECORDS]
    fold_finding(plan, _read("http://s/group/a", 2, links=shown))
    fold_finding(plan, _read("http://s/index", 1, again=True, model_version=1))
    fold_finding(plan, _read("http://s/group/a", 2, again=True, model_version=1))
    found = [FoundObject(id=_id(plan, url), words=[f"w{n}"]) for n, url in enumerate(RECORDS[:3])]
    fold_finding(plan, _answer(3, found))
    best = best_link(plan)
    assert best is not None
    sent = best.ask(plan)
    assert "http://s/group/b" == getattr(sent and sent.record, "url", "")


def _id(plan: Plan, url: str) -> str:
    return object_id(plan.site, address_of(url), "")


def _answer(number: int, objects: list[FoundObject]) -> Finding:
    url = "http://s/find?q=red"
    return _read(url, number, query="red", objects=objects, model_version=1, again=True)


def test_links_that_have_brought_something_promise_what_they_bring() -> None:
    """However much is missing: the longest answer is no measure of their lists."""
    plan = _plan()
    plan.head.phase = "harvest"
    groups = [FoundLink(url=f"http://s/group/{n}", role="other", text=f"{n}") for n in range(9)]
    assert open_link(plan, "http://s/index") is not None
    fold_finding(plan, _read("http://s/index", 1, links=groups))
    for number in range(2, 12):
        shown = [FoundObject(id=f"{number:08x}{n:08x}", words=[f"w{n}"]) for n in range(60)]
        fold_finding(plan, _answer(number, shown))
    untried = best_link(plan, tried=False)
    assert untried is not None
    assert untried.new > 8
    for n in range(3):
        plan.head.yielded[link_class(groups[n].url)] = (n + 1, 4 * (n + 1))
    tried = best_link(plan, tried=False)
    assert tried is not None
    assert 4 == tried.new


def test_links_that_bring_nothing_take_four_requests_or_two_in_a_hundred() -> None:
    """Before questions have told what is missing; then that decides."""
    for issued, least in ((0, 4), (100, 4), (1000, 20)):
        plan = _plan()
        plan.head.phase = "browse"
        plan.ledger.issued = issued
        for vain, more in ((least - 1, True), (least, False)):
            plan.head.yielded = {"": (vain, 0), "menu": (vain, 0)}
            assert more is may_explore(plan, "another")
        plan.head.phase = "harvest"
        assert may_explore(plan, "another")


def test_a_link_is_opened_once_whatever_session_it_has() -> None:
    """And again where nobody knows what of it is the session's."""
    for known, n_opened in ((True, 3), (False, 6)):
        plan = _plan()
        plan.head.phase = "harvest"
        for number, session in enumerate(("0c7e", "b81f"), 1):
            links = [
                FoundLink(
                    url=f"http://s/group/{name}?sid={session}",
                    role="other",
                    text=name,
                    steady=f"s/group/{name}" if known else "",
                )
                for name in "abc"
            ]
            assert open_link(plan, f"http://s/index/{number}") is not None
            fold_finding(plan, _read(f"http://s/index/{number}", number, links=links))
        assert n_opened == len(plan.menu)


@pytest.mark.parametrize("session", ["{at}?sid={s}", "{at}?PHPSESS={s}&x=1", "show.php?{at}&s={s}"])
def test_a_page_says_where_its_links_lead_at_any_visit(session: str) -> None:
    """Where its site has shown that an argument turns while the link stays."""

    def links(s: str) -> list[FoundLink]:
        urls = [f"http://s/{session.format(at=at, s=s)}" for at in ("red=1", "blue=2", "green=3")]
        return [FoundLink(url=url, role="other") for url in urls]

    shapes = {shape_of(address_of(link.url)) for link in links("b81f")}
    rule = IdentityRule(turning=dict.fromkeys(shapes, ("sid", "PHPSESS", "s")))
    steady = [[one.steady for one in marked(links(s), [], None, rule)] for s in ("b81f", "0c7e")]
    assert steady[0] == steady[1]
    assert all(steady[0])
    assert not any(one.steady for one in marked(links("b81f"), [], None, NO_RULE))


def test_a_link_that_was_opened_for_its_form_counts_when_a_model_reads_it_again() -> None:
    """What was looked at before anything was counted is no class that brought without a request."""
    plan = Plan("a.test", Head(url="http://a.test/", settings={}, phase="harvest"))
    url = "http://a.test/list"
    plan.head.yielded[link_class(url)] = (0, 0)
    count_link(plan, url, new=9, again=True)
    assert all(opened or not new for opened, new in plan.head.yielded.values())
    assert 0 <= untried_hope(plan, link_class(url))
