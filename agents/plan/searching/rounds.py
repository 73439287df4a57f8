"""Rounds of the searches that are watched: all pages of each, one after another, again and again.

Only a round whose pages were all read says anything. One that meets an error, a page that nobody
can read or an answer without a match is given up, and begun anew later.
"""

from __future__ import annotations

import msgspec

from upwell.agents.reducer import Send
from upwell.models.change.rounds.list_events import ListEvent, confirmed_list, events_between
from upwell.models.frontier.budget import credits
from upwell.models.site.reading import UNKNOWN
from upwell.streams.records import Finding, FoundLink, Placed, Request
from upwell.streams.web.outcomes import NOT_MODIFIED

from ..params import (
    EMPTY_APART_S,
    EMPTY_ROUNDS,
    MOST_FAILED,
    ROUND_PAGES,
    ROUNDS_AT_ONCE,
    UNREAD_FIRST,
    UNREAD_LISTS,
    UNREAD_PAGES,
    VISIT_AHEAD_S,
)
from ..requests.issue import request, waiting
from ..state import Plan, Wanted
from ..watching.verdicts import gone_objects, look_for_one
from .sample import begin_sample
from .searches import ListPage, Lists, Search, packed, unpacked
from .turning import next_page

ROUND = "round"


def ask_rounds(plan: Plan) -> list[Send]:
    """Requests for the next page of each open round, and the first of each that is due.

    Between them objects that have left are looked for on their own pages, one at a time.
    """
    sends = [*waiting(plan), *gone_objects(plan)]
    most = credits(plan.settings.delay_s)
    for search in plan.searches:
        if search.open or plan.ledger.outstanding >= most:
            continue
        if search.follows:
            sends.append(_ask(plan, search, search.follows, plan.head.now))
        elif search.due <= plan.head.now + VISIT_AHEAD_S:
            search.begun = max(search.due, plan.head.now)
            plan.searches.keep_round(search, [])
            sends.append(_ask(plan, search, search.url, search.begun))
    looking = any(suspect.asked for suspect in plan.suspects)
    if not looking and (sent := look_for_one(plan, plan.head.now, 0.0)) is not None:
        sends.append(sent)
    return sends


def take_round_page(plan: Plan, finding: Finding) -> list[Send]:
    """Take a page of a round: ask for the next one, or send the events of the whole round."""
    search = plan.searches.search_of(finding.number)
    if search is None:
        return []
    search.open, search.follows = 0, ""
    plan.searches.changed()
    so_far = plan.searches.round(search)
    page = _read(plan, search, finding, so_far)
    if page is None:
        return _unread(plan, search, finding)
    plan.visits.note_told(finding.at)
    before = {id_ for one in so_far for id_ in unpacked(one.ids)}
    pages = [*so_far, page]
    ended = not page.follows or before.issuperset(unpacked(page.ids))
    if not ended and len(pages) < (plan.settings.pages_per_query or ROUND_PAGES):
        search.follows = page.follows
        plan.searches.keep_round(search, pages)
        return []
    return _whole(plan, search, pages, finding.at, cut=not ended)


def put_off_round(plan: Plan, number: int, not_before: float) -> bool:
    """The site did not answer: the round is given up, and begins anew at the earliest then."""
    search = plan.searches.search_of(number)
    if search is None:
        return False
    _give_up(plan, search, plan.head.failed_why or "the site did not answer", not_before)
    return True


def _ask(plan: Plan, search: Search, url: str, at: float) -> Send:
    """Ask for a page of a round; it may say that it is as it was."""
    plan.head.uncounted += 1
    send = request(plan, Wanted(url, ROUND, not_before=at), f"round {search.n_rounds + 1}")
    asked = send.record
    assert isinstance(asked, Request)
    search.open, search.follows = asked.number, ""
    plan.searches.changed()
    was = _page_of(plan, search, url)
    validators = {"etag": was.etag, "modified": was.modified} if was else {}
    again = msgspec.structs.replace(asked, query=search.query, **validators)
    return send._replace(record=again)


def _page_of(plan: Plan, search: Search, url: str) -> ListPage | None:
    """The page of a round that was not modified, as the last whole round read it."""
    if search.model_version != plan.head.model_version:
        return None
    return next((page for page in plan.searches.lists(search).pages if page.url == url), None)


def _read(plan: Plan, search: Search, finding: Finding, so_far: list[ListPage]) -> ListPage | None:
    """What a page shows; None: it says nothing."""
    if finding.outcome == NOT_MODIFIED:
        return _page_of(plan, search, finding.url)
    answers = finding.outcome == "ok" and finding.came_back == "answer" and finding.objects
    if answers and _is_taught(finding) and search.route in ("", finding.route):
        own = finding.final_url == finding.url
        search.route = finding.route
        link = next_page(plan, finding, [*(page.url for page in so_far), finding.url])
        return ListPage(
            finding.url,
            packed([shown.id for shown in finding.objects]),
            _as_before(plan, search, link) if link else "",
            finding.matches,
            finding.etag if own else None,
            finding.modified if own else None,
            so_far[-1].leads_by if so_far else "",
            link.cursor if link else "",
        )
    if so_far and _says_nothing(finding):
        return ListPage(finding.url, b"")  # behind the last page there is one without a match
    return None


def _is_taught(finding: Finding) -> bool:
    """Whether a page is of a kind that the site has taught."""
    return finding.cluster not in (None, UNKNOWN)


def _says_nothing(finding: Finding) -> bool:
    """Whether a page says that nothing matches, as answers to nonsense do."""
    sure = finding.came_back == "no_match" and not finding.doubtful
    return finding.outcome == "ok" and sure and _is_taught(finding)


def _as_before(plan: Plan, search: Search, link: FoundLink) -> str:
    """Where a link leads, by the address that the page had in the round before: a session turns."""
    pages = plan.searches.lists(search).pages
    same = (page.url for page in pages if link.cursor and page.cursor == link.cursor)
    return next(same, link.url)


def _unread(plan: Plan, search: Search, finding: Finding) -> list[Send]:
    """Break off a round. An empty list is believed only when several rounds say it."""
    if _says_nothing(finding):
        search.n_empty += 1
        if search.n_empty >= EMPTY_ROUNDS or not search.n_objects:
            return _whole(plan, search, [], finding.at, cut=False)
        plan.searches.keep_round(search, [])
        search.why, search.due = "it says that nothing matches", plan.head.now + EMPTY_APART_S
        return []
    why = f"{finding.url}: {finding.detail or finding.outcome}"
    if finding.outcome == "ok":
        why = f"{finding.url} came back as {finding.came_back} with status {finding.status}"
    _give_up(plan, search, why)
    later = UNREAD_LISTS if finding.came_back == "answer" else UNREAD_PAGES
    patience = later if search.n_rounds else UNREAD_FIRST
    if finding.outcome == "ok" and search.n_failed % patience == 0:
        begin_sample(plan, finding.url)
        plan.head.phase = "probe"
    return []


def _give_up(plan: Plan, search: Search, why: str, not_before: float = 0.0) -> None:
    """Break a round off; the next one waits the longer the more have failed."""
    pause = _interval_s(plan) * 2 ** min(search.n_failed, MOST_FAILED)
    search.open, search.follows, search.why = 0, "", why
    search.due = max(not_before, plan.head.now + pause)
    search.n_failed, search.n_empty = search.n_failed + 1, 0
    plan.searches.keep_round(search, [])
    lists = plan.searches.lists(search)
    plan.searches.keep_lists(search, Lists(lists.known, lists.latest))  # by fresh addresses
    plan.searches.changed()


def _whole(plan: Plan, search: Search, pages: list[ListPage], at: float, cut: bool) -> list[Send]:
    """The events of a complete round, compared with the list before it."""
    lists = plan.searches.lists(search)
    shown = list(dict.fromkeys(id_ for page in pages for id_ in unpacked(page.ids)))
    stated = {page.matches for page in pages}
    n_stated = next(iter(stated)) if len(stated) == 1 else None
    known = unpacked(lists.known)
    other_rules = search.n_rounds > 0 and search.model_version != plan.head.model_version
    earlier = unpacked(lists.latest) if pages and not other_rules else []
    whole = n_stated == len(shown) or other_rules
    after, unsure = confirmed_list(known, earlier, shown, whole)
    at_once = unsure and search.n_again < ROUNDS_AT_ONCE
    if at_once:  # the next round decides, and tells what both of them say
        after = known
    search.n_rounds, search.at, search.why = search.n_rounds + 1, at, ""
    search.n_failed, search.n_objects = 0, len(after)
    search.n_empty = 0 if pages else search.n_empty
    search.model_version = plan.head.model_version
    search.n_again = search.n_again + 1 if at_once else 0
    search.due = plan.head.now if at_once else search.begun + _interval_s(plan)
    plan.searches.keep_round(search, [])
    plan.searches.keep_lists(search, Lists(packed(after), packed(shown), pages))
    plan.head.objects = sum(one.n_objects for one in plan.searches)
    if other_rules:  # what differs may be the reading
        return []
    more = cut or (n_stated is not None and n_stated > len(shown))
    where = {id_: page.url for page in reversed(pages) for id_ in unpacked(page.ids)}
    events = events_between(known, after, more)
    return [_send(plan, search, one, where.get(one.id, search.url)) for one in events]


def _send(plan: Plan, search: Search, placing: ListEvent, page_url: str) -> Send:
    """Send an event of a search to the watch of its object."""
    placed = Placed(
        site=plan.site,
        seq=0,
        id=placing.id,
        event=placing.event,
        search=search.name,
        round=search.n_rounds,
        page_url=page_url,
        at=search.at,
        query=search.query,
        before=placing.before,
        after=placing.after,
    )
    return Send("objects", placing.id, placed)


def _interval_s(plan: Plan) -> float:
    """Seconds between two rounds of a search: each takes its pages of the budget of visits."""
    n_pages = sum(max(1, len(plan.searches.lists(one).pages)) for one in plan.searches)
    return n_pages * 3600 / plan.settings.revisits
