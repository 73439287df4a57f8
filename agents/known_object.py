"""The last version of an object, as watch keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from upwell.models.change.column_renames import (
    applicable_renames,
    renamed,
    renamed_columns,
    renames_by_slot,
)
from upwell.streams.records import Placed, Seen


class OwnPage(msgspec.Struct, array_like=True):
    """What the own page of an object says of it."""

    fields: dict[str, str]
    typed: dict[str, Any]
    provenance: dict[str, list[Any]]
    page: str
    at: float  # when it was fetched
    model_version: int


class Known(msgspec.Struct, array_like=True):
    """The last version of one object."""

    version: int
    text: str
    fields: dict[str, str]
    url: str | None
    at: float = 0.0  # when the page that said it was fetched
    model_version: int = 0  # that read it
    said: int = 0
    withdrawn: bool = False
    rest: str = ""  # what it said beside its fields
    unsteady: dict[str, int] = {}  # columns that another page said otherwise within the hour
    elsewhere: list[str] = []  # columns that other pages brought than the one whose text this is
    typed: dict[str, Any] = {}
    page: str = ""  # that what is from "" is from
    provenance: dict[str, list[Any]] = {}
    gone_at: float = 0.0  # since when it is gone; 0: it is there
    own: OwnPage | None = None
    links: list[str] = []  # of the row
    early: list[Placed] = []  # what was said of it before it was seen: the log has two ways to here


def renamed_object(known: Known, names: Mapping[str, str], called: Mapping[str, str]) -> Known:
    """The last version with its columns under the names that the operator gives, or own pages."""
    by_slot = renames_by_slot(names, known.provenance)
    if by_slot:
        elsewhere = [by_slot.get(name, name) for name in known.elsewhere]
        known = msgspec.structs.replace(
            known,
            elsewhere=sorted({name for name in elsewhere if name}),
            unsteady=renamed(known.unsteady, by_slot),
            **renamed_columns(known, by_slot),
        )
    called = applicable_renames(called, known.provenance)
    own = known.own and msgspec.structs.replace(known.own, **renamed_columns(known.own, called))
    return msgspec.structs.replace(known, own=own, **renamed_columns(known, called))


def with_slots(known: Known, record: Seen) -> Known:
    """The last version, with the slots of columns that were read before their list was known."""
    places = {
        name: [place[0], record.provenance[name][1], *place[2:]]
        for name, place in known.provenance.items()
        if place[1:2] == [""]
        and known.fields.get(name) == record.fields.get(name)
        and record.provenance.get(name, ["", ""])[1]
    }
    provenance = {**known.provenance, **places}
    return msgspec.structs.replace(known, provenance=provenance) if places else known
