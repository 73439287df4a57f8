"""The form by which an operator pins a name in the dashboard, checked as `--set` is."""

from __future__ import annotations

from collections.abc import Mapping

from upwell.models.pins import Pin, parse_pins
from upwell.streams.records import Pinned, SiteStatus

from ..web.arguments import BadRequest

ORIGIN = "the dashboard"
FIELDS = frozenset({"do", "name", "say", "value", "url"})


def pin_record(form: Mapping[str, str], status: SiteStatus, now: float) -> Pinned:
    """The record of the pins that a form sets.

    Parameters
    ----------
    form
        `name` as `explain --names` prints it, `say` what is said of it, and `value` where that
        takes a word: a name, or a type.
    status
        Of the site: what its settings say of the name comes first, and is not said again.
    """
    if unknown := sorted(form.keys() - FIELDS):
        raise BadRequest(f"{unknown[0]}: it is not known here")
    name, verb = form.get("name", "").strip(), form.get("say", "").strip()
    value = form.get("value", "").strip() if verb in ("rename", "type") else ""
    try:
        pins = parse_pins(name, f"{verb} {value}".strip(), ORIGIN)
    except ValueError as error:
        raise BadRequest(f"name: {error}") from None
    for pin in pins:
        _require_free(pin, status)
    return Pinned(site=status.site, pins=pins, at=now)


def _require_free(pin: Pin, status: SiteStatus) -> None:
    for held in status.pinned.pins:
        if held.origin != ORIGIN and held.slot[:2] == pin.slot[:2]:
            raise BadRequest(
                f"name: {held.full_name} = {held.text} is said by {held.origin}, which comes first"
            )
