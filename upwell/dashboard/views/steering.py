"""What an operator says about a site in the browser: the same records that commands append."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from pydantic import ValidationError

from upwell.agents.plan.settings import SiteSettings
from upwell.config import Settings
from upwell.errors import ConfigError
from upwell.streams.codecs import encode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import AnyRecord, SiteAdded, SitePaused
from upwell.streams.topics import FINDINGS

from ..pinned.pin_form import pin_record
from ..room import Room
from ..web.arguments import Arguments, BadRequest
from ..web.rendering import link
from .site import named

SAYS = ("pause", "resume", "wake", "settings", "pin")
# Settings that may be said here, and what they are called in a record.
SAID = {"max_pages": "max_pages", "max_queries": "max_queries", "delay": "delay_s"} | {
    "template": "template",
    "barren": "barren",
    "least_new": "least_new",
}


async def steer(room: Room, arguments: Arguments, form: Mapping[str, str]) -> str:
    """Pause a site, let it go on, have it asked at once, change its settings, or say otherwise
    what was learned of it."""
    name, do = named(room, arguments), form.get("do", "")
    if do not in SAYS:
        raise BadRequest(f"do: one of {', '.join(SAYS)}")
    status = room.ring.sites[name]
    record: AnyRecord
    if do in ("pause", "resume"):
        record = SitePaused(site=name, paused=do == "pause", at=room.now)
    elif do == "pin":
        record = pin_record(form, status, room.now)
    else:
        changed = checked_settings(form) if do == "settings" else {}
        settings = checked_site_settings({**status.settings, **changed})
        record = SiteAdded(site=name, url=status.url, settings=settings, at=room.now)
    await room.log.append([Outgoing(FINDINGS, name.encode(), encode(record))])
    if do == "pin" and form.get("url"):
        return link("sites", name, "page", url=form["url"])
    return link("sites", name, "names") if do == "pin" else link("sites", name)


def checked_settings(form: Mapping[str, str]) -> dict[str, Any]:
    """The settings of a form, checked as `--set` checks them; an empty one stays as it is.

    >>> checked_settings({"do": "settings", "max_pages": "20", "delay": "", "template": " "})
    {'max_pages': 20}
    """
    given = {name: form[name].strip() for name in SAID if form.get(name, "").strip()}
    if unknown := sorted(form.keys() - SAID.keys() - {"do"}):
        raise BadRequest(f"{unknown[0]}: this setting cannot be said here")
    try:
        fitting = Settings.model_validate(given)
    except ValidationError as error:
        raise BadRequest(_first(error)) from error
    return {SAID[name]: getattr(fitting, name) for name in given}


def checked_site_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """The whole setting as it travels."""
    try:
        return SiteSettings.of(settings).as_record()
    except (msgspec.ValidationError, ConfigError) as error:
        raise BadRequest(str(error)) from error


def _first(error: ValidationError) -> str:
    """Pydantic's message on the first value that does not fit."""
    first = error.errors()[0]
    return f"{first['loc'][0]}: {first['msg'].removeprefix('Value error, ')}"
