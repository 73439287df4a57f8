"""The names under which what was learned of a site, or of one page, can be said otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from upwell.models.pins import VERBS, pins_of
from upwell.models.pins.address import argument_names
from upwell.models.urls.browsing import link_class
from upwell.pinned.names import FROM_PAGES, Named, idle_lines
from upwell.pinned.names import named as names_of

from ..room import Room
from ..stored.read import Shown
from ..views.site import named
from ..web.arguments import Arguments


async def names(room: Room, arguments: Arguments) -> dict[str, Any]:
    """All names of a site, what holds of each, and who said so."""
    name = named(room, arguments)
    found = _names(room, name)
    return {
        "site": name,
        "names": msgspec.to_builtins(found),
        "idle": list(idle_lines(found)),
        "n_said": sum(one.origin != FROM_PAGES for one in found),
    }


def names_on(room: Room, site: str, url: str, shown: Shown) -> list[dict[str, Any]]:
    """The names that speak of one page: its regions, columns, kind, address and arguments."""
    known = {one.name: one for one in _names(room, site)}
    pins = pins_of(room.ring.sites[site].pinned.pins)
    fields = {name: "" for one in shown.reading.objects for name in one.fields} if (
        shown.reading
    ) else {}  # fmt: skip
    columns = sorted(pins.as_learned(fields))
    rows = [
        (one["name"], "read" if one["read"] else "not read", f"{one['records']} × {one['text']}")
        for one in shown.regions
    ]
    rows += [(f"column.{name}", "", "") for name in columns]
    rows += [(f"kind.{url}", "", "pages like this one")]
    rows += [(f"pattern.{link_class(url)}", "", "addresses like this one")]
    rows += [(f"argument.{name}", "", "") for name in argument_names(urlsplit(url).query)]
    return list(_with_known(rows, known))


def _with_known(
    rows: Iterable[tuple[str, str, str]], known: dict[str, Named]
) -> Iterable[dict[str, Any]]:
    for name, holds, about in rows:
        one = known.get(name) or Named(name, holds, VERBS[name.partition(".")[0]])
        if holds and one.origin == FROM_PAGES:
            one = msgspec.structs.replace(one, holds=holds)  # of this page
        yield {**msgspec.to_builtins(one), "about": about}


def _names(room: Room, site: str) -> list[Named]:
    models = room.ring.models.get(site, [])
    body = msgspec.json.decode(models[-1].body) if models else {}
    return names_of(room.ring.sites[site], body)
