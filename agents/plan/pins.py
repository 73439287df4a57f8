"""Pins of a site in its plan: forms, fields, arguments and addresses that the operator decides.

Pins of the settings (flags, `upwell.toml`) come before those that the dashboard says. Analyse is
told of all of them by the same record, so that both obey from one place of the log on.
"""

from __future__ import annotations

from itertools import islice

from upwell.models.pins import Pin, Pins, merged_pins, pins_of
from upwell.models.pins.address import fits
from upwell.models.urls.browsing import folder_class
from upwell.models.urls.template import form_name, names_of, query_argument
from upwell.streams.records import Pinned, PinStatus, Publish

from ..reducer import Send
from .forms import as_pinned, choose_form, is_forbidden
from .params import MOST_JUDGED, OWN_NAMED
from .state import Plan

OF_FORMS = frozenset({"form", "field"})
OF_PLAN = frozenset({"form", "field", "argument", "pattern"})


def note_pinned(plan: Plan, record: Pinned) -> None:
    """Add the pins that the dashboard sends to those it sent before."""
    plan.head.said = merged_pins(plan.head.said, record.pins)


def apply_pins(plan: Plan) -> list[Send]:
    """Apply the pins that are in force by now; nothing happens where none has changed."""
    before, plan.pins = plan.pins, site_pins(plan)
    if plan.pins == before:
        return []
    plan.prevalence.pin(plan.pins.arguments)
    plan.stalled = False
    _drop_forbidden(plan)
    form = plan.head.form
    open_again = form is None and bool(as_pinned(plan, plan.head.forms))
    forms_changed = _of(before, OF_FORMS) != _of(plan.pins, OF_FORMS)
    if forms_changed or open_again or is_forbidden(plan, form):
        choose_form(plan)
    has_ended = plan.head.phase in ("parked", "watch") and plan.head.model_version
    if has_ended and _of(before, OF_PLAN) != _of(plan.pins, OF_PLAN):
        plan.head.phase = "harvest"  # what is said may open what was closed
    publish = Publish(site=plan.site, seq=0, phase="pins", pins=list(plan.pins.all))
    return [Send("pages", plan.site, publish)]


def site_pins(plan: Plan) -> Pins:
    """The pins in force: those of the site's settings, then those of the dashboard."""
    return pins_of(merged_pins(plan.head.said, plan.settings.pins))


def _drop_forbidden(plan: Plan) -> None:
    """Drop what waits and is forbidden now, or is no list any more."""
    for wanted in [one for one in plan.frontier if plan.forbids(one.url)]:
        plan.frontier.remove(wanted)
        plan.close(wanted.key or wanted.query or "")
        plan.changed.add("frontier")
    plan.refinements = [one for one in plan.refinements if not plan.forbids(one.url)]
    plan.changed.add("refinements")
    for url in [url for url in plan.menu if plan.forbids(url) or _is_own(plan, url)]:
        del plan.menu[url]
        plan.changed.add("menu")
    for key in sorted(plan.answers):
        if any(map(plan.forbids, plan.answers[key].further)):
            answer = plan.answer(key)
            answer.further = [url for url in answer.further if not plan.forbids(url)]
    for link in [one for one in plan.own_pages if plan.forbids(one.url)]:
        plan.own_pages.drop(link)
    for page in [one for one in plan.visits if plan.forbids(one.url)]:
        plan.visits.drop(page)


def _is_own(plan: Plan, url: str) -> bool:
    pin = plan.pins.of_address(url)
    return pin is not None and pin.verb == "own"


def _of(pins: Pins, sorts: frozenset[str]) -> list[Pin]:
    return [pin for pin in pins.all if pin.what in sorts]


def pin_status(plan: Plan) -> PinStatus:
    """The pins of plan, those that fit nothing, and the names that can be pinned."""
    form = plan.head.form
    named = [one for one in plan.head.forms if one.template]
    forms = {form_name(one.template or ""): False for one in named}
    if form is not None and form.template:
        forms[form_name(form.template)] = True
    takes = query_argument(form.template) if form is not None and form.template else None
    fields = names_of(form.template) if form is not None and form.template else []
    patterns = _patterns(plan)
    seen = {
        "form": set(forms),
        "field": {name for one in named for name in names_of(one.template or "")} | {*fields},
        "argument": {one.argument for one in plan.prevalence.relevance()},
        "pattern": {*plan.head.patterns_met, *_fitting(plan.pins, [name for name, *_ in patterns])},
    }
    return PinStatus(
        pins=list(plan.pins.all),
        idle=[
            pin.full_name
            for pin in plan.pins.all
            if pin.what in OF_PLAN and plan.head.n_ok and pin.name not in seen[pin.what]
        ],
        forms=sorted(forms.items()),
        fields=[(name, name == takes) for name in fields],
        patterns=patterns,
    )


def _fitting(pins: Pins, classes: list[str]) -> set[str]:
    """The pinned patterns that classes of addresses fit."""
    pinned = pins.of("pattern")
    return {
        name for name in pinned for one in classes if name == one or fits(name, f"http://{one}")
    }


def _patterns(plan: Plan) -> list[tuple[str, str, int]]:
    """Classes of addresses that were opened: as lists, and as own pages of objects."""
    opened = [(name, "list", n) for name, (n, _) in plan.head.yielded.items() if name and n]
    opened += [(name, "own", known.n_read) for name, known in plan.own_pages.classes.items()]
    newest = islice(plan.own_pages, OWN_NAMED)
    waiting = {folder_class(link.url) for link in newest} - set(plan.own_pages.classes)
    opened += [(name, "own", 0) for name in waiting]
    return sorted(opened, key=lambda one: (-one[2], one))[:MOST_JUDGED]
