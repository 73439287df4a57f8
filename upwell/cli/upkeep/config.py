"""`upwell config`: every setting, its value, and where that came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from upwell.config import Settings, masked, resolve
from upwell.models.pins import Pin
from upwell.pinned.configured import pins_for

from ..output import line


def config(
    site: Annotated[
        str | None,
        typer.Option("--site", metavar="HOST", help='As for this site: [site."HOST"] counts too.'),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a setting.")] = False,
) -> None:
    """Show every setting and where its value came from.

    A flag comes before UPWELL_*, that before upwell.toml, that before the default.
    """
    for text in _json(site) if as_json else _lines(site):
        typer.echo(text)


def _json(site: str | None) -> Iterator[str]:
    for name, setting in resolve(site=site).items():
        yield line({"name": name, "value": masked(name, setting.value), "origin": setting.origin})
    for pin in _pins(site):
        yield line({"name": pin.full_name, "value": pin.text, "origin": pin.origin})


def _lines(site: str | None) -> Iterator[str]:
    for name, setting in resolve(site=site).items():
        yield f"{name} = {shown_value(masked(name, setting.value))}  ({setting.origin})"
        yield f"    {Settings.model_fields[name].description}"
    for pin in _pins(site):
        yield f"{pin.full_name} = {pin.text}  ({pin.origin})"
        yield "    said of the site in place of what was learned"


def _pins(site: str | None) -> list[Pin]:
    """What the file pins of a site; the dashboard's own stand in `upwell explain SITE --names`."""
    return pins_for(site or "")


def shown_value(value: Any) -> str:
    """A value as a person reads it.

    >>> [shown_value(one) for one in (None, ["plan", "fetch"], [], 10_000, False)]
    ['not set', 'plan,fetch', 'none', '10000', 'no']
    """
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value)
