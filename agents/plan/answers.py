"""Fold one finding: the answer to a request, or an earlier page read once more."""

from __future__ import annotations

from upwell.models.queries.pool import object_hash
from upwell.models.urls.second_level import refines
from upwell.streams.records import Expired, Finding, FoundForm
from upwell.streams.web.outcomes import DNS, REFUSED, TRANSIENT

from . import overdue
from .state import Plan, Wanted

RETRIES = 2
NOBODY = frozenset({DNS, REFUSED})  # said at once of a site that never answered
DISCOVERED = 10  # pages beside the first that are looked at for a form
RETRY_AFTER_S = 5.0
REPEATS = 3  # probe words that are asked twice
REFINEMENTS = 2_000  # second-level URLs that wait
EXPIRED = "expired"  # of a request that nobody answered, of a page that retention took


def answered(plan: Plan, finding: Finding) -> None:
    """Count the answer, follow what it shows, teach the pool what it brought."""
    plan.head.model_version = max(plan.head.model_version, finding.model_version)
    _remember_full(plan, finding)
    if finding.again:
        plan.head.awaited = max(0, plan.head.awaited - 1)
        if finding.outcome == EXPIRED:
            _asked_anew(plan, finding)
        elif finding.query is not None:
            _teach(plan, finding.query, _words(finding), finding.matches)
        return
    overdue.answered(plan, finding.number)
    if not plan.ledger.answer(finding.number):
        return
    if finding.outcome == "ok":
        plan.head.n_ok += 1
        plan.head.n_failed = 0
        plan.head.barren += finding.reason != "probe"
        plan.head.attempts.pop(finding.url, None)
    elif _retried(plan, finding):
        return
    else:
        plan.head.n_failed += 1
        plan.head.failed_why = finding.detail or finding.outcome
    if finding.reason == "discover":
        _discovered(plan, finding)
    elif finding.query is not None:
        _of_query(plan, finding, finding.query)


def expired(plan: Plan, record: Expired) -> None:
    """Nobody answered: that is an answer too. A query of which nothing is under way is closed."""
    answered(
        plan,
        Finding(
            site=record.site,
            seq=0,
            number=record.number,
            url=record.url,
            final_url=record.url,
            reason=record.reason,
            outcome=EXPIRED,
            at=record.at,
            query=record.query,
            detail="a request was asked twice and not answered",
        ),
    )
    if not plan.ledger.outstanding and not plan.frontier and plan.open:
        plan.open.clear()
        plan.changed.add("open")


def _asked_anew(plan: Plan, finding: Finding) -> None:
    """Retention took the page before it was read again: it is fetched under a new number."""
    waits = any(wanted.url == finding.url for wanted in plan.frontier)
    if finding.query is not None and not waits:
        plan.opened(finding.query).pages += 1
        plan.frontier.append(Wanted(finding.url, "revisit", finding.query))
        plan.changed.add("frontier")


def _remember_full(plan: Plan, finding: Finding) -> None:
    """Words worth asking twice, chosen while probing."""
    full = plan.head.full
    probing = plan.head.phase == "probe" and len(full) < REPEATS
    if probing and finding.query and len(finding.objects) > 1 and finding.query not in full:
        full.append(finding.query)


def _retried(plan: Plan, finding: Finding) -> bool:
    """A fault that may pass is asked again later, under a new number."""
    attempt = plan.head.attempts.pop(finding.url, 0)
    if finding.outcome not in TRANSIENT or attempt >= RETRIES:
        return False
    if finding.outcome in NOBODY and plan.head.n_ok == 0:
        return False
    plan.head.attempts[finding.url] = attempt + 1
    later = plan.head.now + RETRY_AFTER_S * 2**attempt
    plan.frontier.append(Wanted(finding.url, finding.reason, finding.query, later))
    plan.changed.add("frontier")
    return True


def _discovered(plan: Plan, finding: Finding) -> None:
    forms = [form for form in finding.forms if form.template is not None]
    chosen = plan.settings.query_field
    if chosen is not None:
        forms = [form for form in forms if form.query_field == chosen]
    best = max(forms, key=lambda form: form.score, default=None)
    if best is not None and _better(best, plan.head.form):
        plan.head.form = best
    if finding.forms and not forms:
        plan.head.reason = "its search form is sent by POST, which is not asked yet"
    if plan.head.form is None:
        for link in finding.links:
            if link.role == "other" and len(plan.seen) <= DISCOVERED:
                plan.want(Wanted(link.url, "discover"))


def _better(form: FoundForm, than: FoundForm | None) -> bool:
    return than is None or form.score > than.score


def _of_query(plan: Plan, finding: Finding, query: str) -> None:
    opened = plan.opened(query)
    opened.pages = max(0, opened.pages - 1)
    if finding.outcome == "ok":
        if finding.reason == "probe" and not finding.empty:
            plan.head.n_full += 1
        if finding.matches is not None:
            opened.matches = finding.matches
        opened.objects.update(_words(finding))
        _follow(plan, finding, query)
    if opened.pages == 0:
        del plan.open[query]
        if finding.model_version:  # before, nobody knows what was on it: it is read again
            _teach(plan, query, opened.objects, opened.matches)
        if opened.matches is None or opened.matches > len(opened.objects):
            _remember_refinements(plan, query, opened.refined)


def _follow(plan: Plan, finding: Finding, query: str) -> None:
    """Further pages of the same answer; the links that refine it."""
    if finding.empty:
        return
    opened = plan.open[query]
    for link in finding.links:
        more = link.role == "pager" and opened.asked < plan.settings.pages_per_query
        if more and plan.want(Wanted(link.url, "page", query)):
            opened.asked += 1
            opened.pages += 1
    urls = [link.url for link in finding.links if link.role == "second_level"]
    if urls:
        plan.prevalence.fold(finding.final_url, query, urls)
        plan.changed.add("prevalence")
    if finding.reason != "page":
        opened.refined = urls


def _remember_refinements(plan: Plan, query: str, urls: list[str]) -> None:
    """An answer was cut: links that ask the same query with further arguments show more of it.

    References
    ----------
    ENT 6.
    """
    template = plan.head.form.template if plan.head.form else None
    room = REFINEMENTS - len(plan.refinements)
    if template is None or room <= 0:
        return
    refining = [url for url in urls if refines(url, template, query)]
    plan.refinements += [Wanted(url, "second_level", query) for url in refining[:room]]
    plan.changed.add("refinements")


def _words(finding: Finding) -> dict[str, list[str]]:
    return {found.id: found.words for found in finding.objects}


def _teach(plan: Plan, query: str, objects: dict[str, list[str]], matches: int | None) -> None:
    before = plan.pool.n_objects
    plan.pool.fold_answer(
        query, [(object_hash(id_), words) for id_, words in objects.items()], matches
    )
    if plan.pool.n_objects > before:
        plan.head.objects = plan.pool.n_objects
        plan.head.barren = 0
