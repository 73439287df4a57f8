"""Places of own pages that say something else when a page is fetched a second time."""

from __future__ import annotations

import msgspec

from upwell.models.sample.retained import page_hash
from upwell.models.templates import page_row, turned
from upwell.models.templates.rows import pack as rows_packed
from upwell.models.templates.rows import unpack as rows_unpacked

from ...part import pack, unpack
from ...reducer import View
from ..prepared import Prepared

FIRST, PLACES = "own.first", "own.turning"
MOST = 64  # places, the lowest hashes


def places(view: View) -> frozenset[int]:
    """The places of own pages that are known to turn."""
    value = view.part(PLACES)
    return frozenset(_places(unpack(value))) if value else frozenset()


def note(view: View, url: str, prepared: Prepared) -> frozenset[int] | None:
    """Compare a page with its first fetch; what turns by now, None where nothing new is known.

    The first own page of a site is kept for that; plan asks for it once more.
    """
    page, stored = page_hash(url), view.part(FIRST)
    first = rows_unpacked(unpack(stored)) if stored else {}
    if first and page not in first:
        return None
    row = page_row(prepared.tree)
    if not first:
        view.put(FIRST, pack(rows_packed({page: row})))
        return None
    known = places(view)
    found = frozenset(sorted(known | turned(first[page], row))[:MOST])
    if found == known:
        return None
    view.put(PLACES, pack(msgspec.msgpack.encode(sorted(found))))
    return found


_places = msgspec.msgpack.Decoder(list[int]).decode
