"""Lists that can be had without a question, and the links that may lead to them."""

from __future__ import annotations

from functools import cache
from math import inf

from upwell.agents.reducer import Send
from upwell.models.frontier import yields
from upwell.models.urls.browsing import link_class, says_list, type_class
from upwell.models.urls.refinement import narrows
from upwell.models.urls.second_level import carried_query
from upwell.models.urls.template import fill
from upwell.streams.records import Finding

from ..params import (
    AHEAD,
    ASKING,
    CLASSES,
    FIRST_PAGES,
    LINK_TRUST,
    LOOKED_AT,
    MENU,
    NO_PAGES,
    PAGES_AHEAD,
)
from ..requests.issue import first_page, next_page
from ..state import Answer, MenuLink, Plan, Wanted
from .explore import forget_known, may_explore, shows_objects, untried_hope
from .offer import Offer, expecting, take_best

SAMPLE = "a sample of the rest"
LEARNING = frozenset({"learn", "probe"})  # pages read in these were opened for a first model


def note_links(plan: Plan, finding: Finding) -> None:
    """Remember where a page leads; what stands on several pages is a menu.

    A link is remembered once, whatever session it has by now.
    """
    forget_records(plan, finding)
    for link in finding.links:
        offered = link.role == "option" and plan.head.form is None
        if not (offered or link.role == "other"):
            continue
        if link.url in plan.seen or not plan.owns(link.url):
            continue
        if type_class(link.url) in plan.head.no_pages:
            continue
        if _asks(plan, link.url) or _is_elsewhere(plan, link.url):
            continue
        known = plan.menu.get(link.url)
        if known is not None:
            known.n_pages += 1
        elif len(plan.menu) < MENU and not (link.steady and not plan.seen.add(link.steady)):
            pinned = _is_pinned_list(plan, link.url)
            says = offered or pinned or says_list(link.url, link.text)
            plan.menu[link.url] = MenuLink(says, 1, plan.head.n_linked, finding.url)
            if offered:
                plan.head.selects = link.url.partition("?")[0]
            plan.head.n_linked += 1
        plan.changed.add("menu")


def forget_type(plan: Plan, url: str) -> None:
    """What came was no page: addresses made like its own are not opened any more."""
    no_page = type_class(url)
    plan.head.no_pages = [*plan.head.no_pages, no_page][-NO_PAGES:]
    for other in [other for other in plan.menu if type_class(other) == no_page]:
        del plan.menu[other]
        plan.changed.add("menu")


def forget_records(plan: Plan, finding: Finding) -> None:
    """What leads to a record is no menu, nor is what only the record's own page leads to."""
    records = {link.url for link in finding.links if link.role == "entity"}
    if not records:
        return
    lost = [
        url
        for url, link in plan.menu.items()
        if (url in records or (link.n_pages == 1 and link.found_on in records))
        and not _is_pinned_list(plan, url)
    ]
    for url in lost:
        del plan.menu[url]
        plan.changed.add("menu")
    for url in sorted(records & plan.answers.keys()):
        if plan.answers[url].is_list:
            plan.answer(url).further = []


def browse_best(plan: Plan) -> Send | None:
    """The list or the link that promises most new objects; None when asking promises more."""
    if (pinned := pinned_list(plan)) is not None:
        return take_best(plan, [pinned])
    if not plan.head.model_version:
        return _look_around(plan)
    least = ASKING if plan.asks else plan.settings.least_new
    found = (best_list(plan), best_link(plan))
    return take_best(plan, [offer for offer in found if offer and offer.new >= least])


def pinned_list(plan: Plan) -> Offer | None:
    """A link that the operator says is a list: it is opened whatever the others brought."""
    url = next((url for url in plan.menu if _is_pinned_list(plan, url)), None)
    return None if url is None else _offered(url, inf)


def has_lists(plan: Plan) -> bool:
    """Whether enough was seen for a first model: a list of several pages, or many pages."""
    turned = any(answer.is_list and answer.asked > 1 for answer in plan.answers.values())
    return turned or plan.head.brought.get("browse", (0, 0))[0] >= LOOKED_AT


def count_link(plan: Plan, url: str, new: int, again: bool = False) -> None:
    """What a link of the menu brought, to its class and to all of them; `again`: it was counted."""
    name, yielded = link_class(url), plan.head.yielded
    if again and not yielded.get(name, (0, 0))[0]:
        return
    for one in (name, ""):
        if one in yielded or len(yielded) < CLASSES:
            n, before = yielded.get(one, (0, 0))
            yielded[one] = (n + (not again), before + new)
    if new:
        plan.head.barren_links = 0
        shows_objects(plan, url)
    elif not (plan.asks and plan.head.phase in LEARNING):
        plan.head.barren_links += 1


def best_list(plan: Plan) -> Offer | None:
    """The next page of the list, or of the answer, that promises most.

    Of those that promise about the same the largest is followed to its end before another is:
    what it shows stands on the smaller ones too.
    """
    best: tuple[int, int, int, str] | None = None
    promised = 0.0
    for key, answer in plan.answers.items():
        if answer.last and (answer.further or answer.awaited):
            new = _next_page_brings(plan, answer)
            rank = (yields.magnitude(new), answer.matches or 0, -answer.opened, key)
            if best is None or rank > best:
                best, promised = rank, new
    if best is None:
        return None
    key, answer = best[-1], plan.answers[best[-1]]
    ready = answer.further and answer.awaited < answer.ahead(1 if plan.head.posted else AHEAD)
    ahead = PAGES_AHEAD if ready else 0  # its next page is not known before the last one comes
    hope = promised * plan.page_factor
    return Offer(hope, ahead, lambda plan: next_page(plan, key, expecting(hope), promised))


def largest_answer(plan: Plan) -> Offer | None:
    """The next page of the largest answer that was left, when nothing else promises anything.

    Reading
    -------
    What questions bring last speaks of the first pages of answers, where sites show what they show
    always. The pages behind are a fair sample of the rest, the largest answer the fairest. By the
    rule of succession the next one brings something with one chance in as many as brought nothing
    in a row, and one more.
    """
    hope = 1 / (plan.head.sampled + 1)
    left = {key: answer for key, answer in plan.answers.items() if answer.further}
    if not left or hope < plan.settings.least_new:
        return None
    key = max(left, key=lambda key: (left[key].matches or left[key].n_objects, key))

    def ask(plan: Plan) -> Send | None:
        plan.head.sampled += 1
        return next_page(plan, key, f"{expecting(hope)} of {SAMPLE}", hope)

    return Offer(hope, 1, ask)


def _next_page_brings(plan: Plan, answer: Answer) -> float:
    """New objects of the next page, as its last ones let expect, or as the answer says itself."""
    expected = yields.next_page_yield(answer.last, plan.new_share)
    if answer.matches is None:
        return expected
    n_known = plan.pool.n_objects
    return max(expected, yields.least_yield(answer.last, answer.matches, answer.n_objects, n_known))


def best_link(plan: Plan, tried: bool = True) -> Offer | None:
    """The link not opened yet whose class promises most; one that speaks of a list goes first.

    Without `tried` what links brought so far is no promise, only what nothing has shown yet is.
    What narrows or sorts a page promises no more than pages like that one.
    """
    if plan.head.barren_links >= plan.settings.barren_links:
        return None
    forget_known(plan)
    of_class = {url: link_class(url) for url in plan.menu}
    classes = {name for name in set(of_class.values()) if may_explore(plan, name)}

    @cache
    def hope(name: str) -> float:
        return max(_hope(plan, name) if tried else 0.0, untried_hope(plan, name))

    def promise(url: str, link: MenuLink) -> float:
        own = hope(of_class[url])
        whole = narrows(url, link.found_on)
        return min(own, hope(link_class(link.found_on))) if whole else own

    rank = {
        url: (promise(url, link), *_order(link))
        for url, link in plan.menu.items()
        if of_class[url] in classes
    }
    url = max(rank, key=lambda url: rank[url], default=None)
    return _offered(url, rank[url][0]) if url is not None else None


def _offered(url: str, hope: float) -> Offer:
    return Offer(hope, AHEAD, lambda plan: open_link(plan, url, expecting(hope)))


def open_link(plan: Plan, url: str, why: str = "") -> Send | None:
    """Open a link as the first page of a list."""
    plan.menu.pop(url, None)
    plan.changed.add("menu")
    if _asks(plan, url) or not plan.seen.add(url):
        return None
    plan.answer(url).is_list = True
    return first_page(plan, Wanted(url, "browse", key=url), why)


def _look_around(plan: Plan) -> Send | None:
    """Before a model: the form empty, links of different classes, first pages of lists."""
    if plan.ledger.outstanding >= AHEAD:
        return None
    form = plan.head.form
    if form is not None and form.template is not None:
        sent = open_link(
            plan, fill(form.template, "", form.encoding), "everything, if the form says so"
        )
        if sent is not None:
            return sent
    for key in sorted(plan.answers):
        answer = plan.answers[key]
        if answer.is_list and answer.further and not answer.awaited and answer.asked < FIRST_PAGES:
            return next_page(plan, key, "the first pages of a list")
    n_pages = plan.head.brought.get("browse", (0, 0))[0]
    while plan.menu and n_pages < LOOKED_AT:
        fresh = [u for u in plan.menu if link_class(u) not in plan.head.yielded]
        if not fresh:
            return None
        url = max(fresh, key=lambda url: _order(plan.menu[url]))
        plan.head.yielded.setdefault(link_class(url), (0, 0))
        sent = open_link(plan, url, "a link that may lead to a list")
        if sent is not None:
            return sent
    return None


def _is_elsewhere(plan: Plan, url: str) -> bool:
    """Whether the operator says that a link is an own page, or that, but for arguments that say
    nothing, it is another link."""
    pin = plan.pins.of_address(url)
    if pin is not None:
        return pin.verb != "list"
    bare = plan.prevalence.without_pinned(url)
    return bare != url and (bare in plan.seen or bare in plan.menu)


def _is_pinned_list(plan: Plan, url: str) -> bool:
    pin = plan.pins.of_address(url)
    return pin is not None and pin.verb == "list"


def _asks(plan: Plan, url: str) -> bool:
    """Whether a link asks the form something: that is a question, and none of browsing's."""
    form = plan.head.form
    return (
        form is not None
        and form.template is not None
        and bool(carried_query(url, form.template, form.encoding))
    )


def _hope(plan: Plan, name: str) -> float:
    """New objects that a link of a class is expected to bring, from those opened so far."""
    every, all_new = plan.head.yielded.get("", (0, 0))
    anywhere = (all_new + LINK_TRUST * plan.pool.limit / 4) / (every + LINK_TRUST)
    opened, new = plan.head.yielded.get(name, (0, 0))
    return (new + LINK_TRUST * anywhere) / (opened + LINK_TRUST)


def _order(link: MenuLink) -> tuple[bool, bool, int]:
    return link.says_list, link.n_pages > 1, -link.order
