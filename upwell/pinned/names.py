"""The names under which what was learned of a site can be said otherwise, and what holds of each.

`explain` prints them, `status` and the dashboard ask them; a name means the same under every model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from upwell.models.pins import VERBS, Pin, pins_text
from upwell.streams.records import SiteStatus

FROM_PAGES = "learned"  # the origin of what nobody has said


class Named(msgspec.Struct, frozen=True):
    """One decision under its name.

    Parameters
    ----------
    name
        As it is set: `column.price`.
    holds
        What holds by now, in a word.
    may
        What can be said of it.
    origin
        Who has said what holds; `learned`: the site's pages.
    idle
        It is said of something that the site does not show.
    """

    name: str
    holds: str
    may: tuple[str, ...]
    origin: str = FROM_PAGES
    idle: bool = False


def named(status: SiteStatus, model: Mapping[str, Any]) -> list[Named]:
    """All names of a site, sorted as the table of verbs is; `model` as it is published."""
    said: dict[str, list[Pin]] = {}
    for pin in status.pinned.pins:
        said.setdefault(pin.full_name, []).append(pin)
    idle = {*status.pinned.idle, *model.get("idle", [])}
    learned = dict(_learned(status, model))
    out = []
    for name in dict.fromkeys([*learned, *said]):
        pins = said.get(name, [])
        out.append(
            Named(
                name,
                pins_text(pins) or learned[name],
                VERBS[name.partition(".")[0]],
                pins[0].origin if pins else FROM_PAGES,
                name in idle,
            )
        )
    order = list(VERBS)
    return sorted(out, key=lambda one: (order.index(one.name.partition(".")[0]), one.name))


def idle_lines(names: Iterable[Named]) -> Iterator[str]:
    """For each pin that fits nothing a sentence, with the nearest name that there is."""
    every = list(names)
    for one in every:
        if one.idle:
            sort = one.name.partition(".")[0]
            others = [n.name for n in every if not n.idle and n.name.startswith(f"{sort}.")]
            near = get_close_matches(one.name, others, 1, 0.0)
            nearest = f"; the nearest is {near[0]}" if near else ""
            yield f"{one.name} = {one.holds} ({one.origin}) fits nothing of the site{nearest}"


def _learned(status: SiteStatus, model: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    pinned = status.pinned
    yield from ((f"form.{name}", "asked" if used else "not asked") for name, used in pinned.forms)
    yield from (
        (f"field.{name}", "takes the query" if takes else "its default is sent")
        for name, takes in pinned.fields
    )
    told = {True: "relevant", False: "irrelevant", None: "undecided"}
    yield from ((f"argument.{name}", told[relevant]) for name, relevant in status.arguments)
    kinds = [one for one in model.get("clusters", []) if one.get("page")]
    yield from ((f"kind.{one['page']}", one.get("is", "unsure")) for one in kinds)
    yield from ((f"region.{one['place']}", "list") for one in model.get("lists", []))
    for column in model.get("columns", []):
        yield f"column.{column.get('learned', column['name'])}", column["type"]
    if "identity" in model:
        by_link = model["identity"].get("by_link")
        yield "key.link", "tells objects apart" if by_link else "what an object says tells it"
    yield from ((f"pattern.{name}", f"{how}, {n} opened") for name, how, n in pinned.patterns)
