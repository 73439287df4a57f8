"""What a page brought: its objects to the pool as it comes, its further pages to its answer."""

from __future__ import annotations

from collections.abc import Sequence

from upwell.models.frontier.yields import DEFAULTS
from upwell.models.queries.pool import object_hash
from upwell.models.urls.browsing import type_class
from upwell.models.urls.second_level import refines
from upwell.models.urls.template import POSTED, fill
from upwell.streams.records import Finding
from upwell.streams.web.outcomes import NOT_HTML

from .choosing.browse import count_link, forget_records, forget_type, note_links
from .choosing.cursors import is_refuted, judge, shows_first
from .choosing.languages import note_languages
from .choosing.probing import count_probe, note_words
from .choosing.related import offer_related
from .choosing.widening import note_productive, note_size
from .coverage import note_answer, note_objects
from .details.opening import note_own_pages
from .params import CURSORS, FURTHER, RECENT, REFINEMENTS
from .requests.encodings import encoding_of, note_match
from .requests.walls import WALLS
from .state import Answer, Origin, Plan, Wanted
from .watching.visited import note_page

QUESTIONS = frozenset({"query", "second_level"})
FIRST_PAGES = frozenset({"query", "second_level", "probe", "nonsense"})


def page_arrived(plan: Plan, finding: Finding) -> None:
    """Take a page of an answer: its links, and the objects it brought if a model has read it."""
    origin = plan.origins.get(finding.number)
    key = origin.key if origin else finding.query
    if key is None:
        return
    answer = plan.answer(key)
    answer.awaited = max(0, answer.awaited - 1)
    if finding.outcome == "ok":
        _note_page(plan, finding, answer)
    else:
        plan.unread(finding.number)
        if finding.outcome == NOT_HTML:
            forget_type(plan, finding.url)
    settle(plan, key)


def _note_page(plan: Plan, finding: Finding, answer: Answer) -> None:
    """Note the links, words and number of matches of a page, and credit what it brought."""
    plan.seen.add(finding.final_url)
    if finding.reason == "probe":
        full = not finding.empty and finding.came_back not in WALLS
        plan.head.n_full += full
        plan.names.note_probe(finding.query or "", full)
    if finding.matches is not None:
        answer.matches = finding.matches
    _find_links(plan, finding, answer)
    note_languages(plan, finding)
    note_words(plan, finding)
    if finding.reason == "browse":
        note_links(plan, finding)
    if finding.model_version:  # before, nobody knows what was on it: it is read again
        credit(plan, finding)
    note_size(plan, finding)


def credit(plan: Plan, finding: Finding) -> None:
    """Teach the pool the objects of a page that a model has read."""
    origin = plan.unread(finding.number)
    key = origin.key if origin else finding.query or finding.url
    if finding.query is None:
        forget_records(plan, finding)
    new = _teach(plan, finding, origin.reason if origin else finding.reason, origin is not None)
    note_page(plan, finding, origin.reason if origin else finding.reason, key, new)
    note_own_pages(plan, finding)
    if origin is not None:
        _credit_answer(plan, finding, origin, key, new)
    elif new and finding.query is None:
        _count_better(plan, finding, new)
    settle(plan, key)


def _credit_answer(plan: Plan, finding: Finding, origin: Origin, key: str, new: int) -> None:
    """Count the objects of a page, read for the first time, to its answer and to its request."""
    answer = plan.answer(key)
    if finding.empty and finding.query is not None:
        answer.further = []
    answer.n_objects += len(finding.objects)
    answer.last = [*answer.last, (len(finding.objects), new)][-DEFAULTS.pages :]
    plan.head.pages_read = [*plan.head.pages_read, answer.last[-1]][-RECENT:]
    if answer.further:
        plan.pool.hide(key, False)  # its next pages are the way to the rest
    if not answer.is_list:
        for other in judge(plan, answer, finding, origin.reason):
            settle(plan, other)
    if origin.expected and not shows_first(answer, finding):
        plan.note_page(origin.expected, new)
    _count(plan, origin, new)
    if finding.objects and not finding.empty:
        note_match(plan, finding)
    if origin.reason == "probe":
        count_probe(plan, finding)
    if finding.url == key:
        count_link(plan, key, new)
    if origin.reason == "second_level":
        _judge_argument(plan, finding, key, new)


def forget_objects(plan: Plan, ids: Sequence[str], reason: str = "") -> None:
    """What no page shows any more never was an object: it counts for nothing, and is not opened.

    Nobody has brought it, first of all not the requests of the `reason` whose page showed it.
    """
    digests = [object_hash(id_) for id_ in ids]
    before = plan.pool.n_objects
    plan.pool.forget(digests)
    _take_back(plan, before - plan.pool.n_objects, reason)
    plan.captures.forget(digests)
    plan.own_pages.forget(ids)
    plan.head.objects = plan.pool.n_objects


def _take_back(plan: Plan, n_lost: int, reason: str) -> None:
    brought = plan.head.brought
    for name in sorted(brought, key=lambda name: (name != reason, -brought[name][1], name)):
        asked, new = brought[name]
        brought[name] = asked, max(0, new - n_lost)
        n_lost = max(0, n_lost - new)


def give_up_unread(plan: Plan) -> None:
    """Pages that no re-reading spoke of: two addresses of one page are read again once."""
    awaited = set(plan.ledger.open_numbers())
    for number in [number for number in plan.origins if number not in awaited]:
        origin = plan.unread(number)
        if origin is not None:
            settle(plan, origin.key)


def settle(plan: Plan, key: str) -> None:
    """Close an answer of which nothing is left; where it was cut, what refines it may show more.

    References
    ----------
    ENT 6.
    """
    answer = plan.answers.get(key)
    if answer is None or answer.awaited or answer.unread or answer.further:
        return
    plan.close(key)
    if answer.is_list:
        return
    was_cut = _was_cut(plan, answer)
    note_productive(plan, key, answer)
    note_answer(plan, answer, was_cut)
    plan.pool.hide(key, was_cut, answer.matches)
    if was_cut:
        _remember_refinements(plan, key, answer.refined)


def _was_cut(plan: Plan, answer: Answer) -> bool:
    """Whether there is more of an answer than was shown: it says so, or is one full page."""
    if answer.matches is not None:
        return answer.matches > answer.n_objects
    return answer.asked <= 1 and answer.n_objects >= plan.pool.limit


def _find_links(plan: Plan, finding: Finding, answer: Answer) -> None:
    """Further pages of the same answer; the links that refine it."""
    if finding.empty and finding.query is not None:
        answer.further = []
        return
    most = plan.settings.pages_per_query
    for link in finding.links:
        if link.url.endswith(POSTED) != finding.url.endswith(POSTED):
            continue
        if link.role != "pager" or len(answer.further) >= FURTHER:
            continue
        if most is not None and answer.asked + len(answer.further) >= most:
            break
        known = link.url in answer.further or link.url in plan.seen or link.cursor in answer.cursors
        known |= type_class(link.url) in plan.head.no_pages or plan.forbids(link.url)
        if not known and not is_refuted(plan, link.url, finding.query):
            answer.further.append(link.url)
            if link.cursor and len(answer.cursors) < CURSORS:
                answer.cursors.append(link.cursor)
    if finding.query is None:
        return
    urls = [link.url for link in finding.links if link.role == "second_level"]
    if urls:
        plan.prevalence.fold(finding.final_url, finding.query, urls)
        offer_related(plan, finding.query, urls)
        plan.changed.add("prevalence")
        plan.stalled = False
    if finding.reason != "page":
        answer.refined = urls


def _judge_argument(plan: Plan, finding: Finding, query: str, new: int) -> None:
    """What a second-level URL brought tells whether its argument chooses objects (ENT 6.3)."""
    form = plan.head.form
    if form is None or form.template is None:
        return
    asked = fill(form.template, query, encoding_of(plan, query))
    name = plan.prevalence.added_argument(finding.url, asked)
    if name is not None and name not in plan.prevalence.settled:
        plan.prevalence.settle(name, relevant=new > 0)
        plan.changed.add("prevalence")
        plan.stalled = False


def _remember_refinements(plan: Plan, query: str, urls: list[str]) -> None:
    form = plan.head.form
    room = REFINEMENTS - len(plan.refinements)
    if form is None or form.template is None or room <= 0:
        return
    template, encoding = form.template, encoding_of(plan, query)
    refining = [url for url in urls if refines(url, template, query, encoding)]
    refining = [url for url in refining if not plan.forbids(url)]
    plan.refinements += [Wanted(url, "second_level", query) for url in refining[:room]]
    plan.changed.add("refinements")
    plan.stalled = False


def _teach(plan: Plan, finding: Finding, reason: str, first: bool) -> int:
    """The pool learns of a question from the first page that answers it, of objects from all."""
    objects = [(object_hash(found.id), found.words) for found in finding.objects]
    note_objects(plan, finding, reason, first)
    if finding.query is None:
        new = plan.pool.fold_list(objects)
    elif reason not in FIRST_PAGES:
        new = plan.pool.fold_page(objects, again=not first)
    else:
        new = plan.pool.fold_answer(finding.query, objects, finding.matches, again=finding.again)
    plan.head.objects = plan.pool.n_objects
    return new


def _count_better(plan: Plan, finding: Finding, new: int) -> None:
    """A better model shows on a page of a list what an earlier one did not: its link brought it."""
    n_objects = len(finding.objects)
    asked, before = plan.head.brought.get("browse", (0, 0))
    plan.head.brought["browse"] = (asked, before + new)
    count_link(plan, finding.url, new, again=True)
    if finding.url in plan.answers:
        answer = plan.answer(finding.url)
        answer.n_objects = max(answer.n_objects, n_objects)
        answer.last = [*answer.last[:-1], (n_objects, new)]


def _count(plan: Plan, origin: Origin, new: int) -> None:
    """To the reason of the request, and to the questions in a row that brought nothing."""
    asked, before = plan.head.brought.get(origin.reason, (0, 0))
    plan.head.brought[origin.reason] = (asked, before + new)
    if new:
        plan.head.barren = plan.head.sampled = 0
    elif origin.reason in QUESTIONS:
        plan.head.barren += 1
