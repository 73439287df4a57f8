"""Rows and own pages of some objects, by which their columns come to one name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

import msgspec

from upwell.models.site import SiteModel
from upwell.models.site.paired import Pairs, SharedNames, shared_names, with_shared_names
from upwell.streams.records import Named

from ...part import pack, unpack
from ...reducer import Send, View
from ..objects import Identified

PART = "own.pairs"


def note_rows(view: View, objects: Iterable[Identified]) -> None:
    """Keep what rows of lists say."""
    pairs = _pairs(view)
    said = [(one.id, _by_slot(one)) for one in objects]
    changed = [pairs.fold_row(id_, row) for id_, row in said if row]
    if any(changed):
        _put(view, pairs)


def note_own(view: View, id_: str, fields: Mapping[str, str]) -> None:
    """Keep what the own page of an object says, by the names that its template gives."""
    pairs = _pairs(view)
    if pairs.fold_own(id_, fields):
        _put(view, pairs)


def named(view: View, learned: SiteModel, settled: Mapping[str, str] | None) -> SiteModel:
    """A model whose columns share the names that were learned so far.

    `settled`: the names that objects of earlier pages were given; None: those of this model.
    """
    pairs, taught = _pairs(view), learned.pagelets.templates
    refused = learned.pins.of("column")
    names = shared_names(pairs, taught, learned.items, refused) if pairs.own else SharedNames()
    settled = names.rows if settled is None else settled
    return with_shared_names(learned, msgspec.structs.replace(names, settled=dict(settled)))


def renames(site: str, model: SiteModel, before: Mapping[str, str], ids: Set[str]) -> list[Send]:
    """What objects that were shown before are told, where names of theirs have settled since."""
    names = {s: name for s, name in model.names.settled.items() if before.get(s) != name}
    named = Named(site=site, seq=0, id="", names=names, model_version=model.version)
    told = [msgspec.structs.replace(named, id=one) for one in sorted(ids)] if names else []
    return [Send("objects", one.id, one) for one in told]


def _by_slot(one: Identified) -> dict[str, str]:
    return {slot: one.fields[name] for name, slot in one.slots.items() if name in one.fields}


def _pairs(view: View) -> Pairs:
    value = view.part(PART)
    return _decode(unpack(value)) if value else Pairs()


def _put(view: View, pairs: Pairs) -> None:
    view.put(PART, pack(msgspec.msgpack.encode(pairs)))


_decode = msgspec.msgpack.Decoder(Pairs).decode
