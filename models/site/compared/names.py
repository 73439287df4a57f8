"""Columns that two models name differently: the values stay, so no page has to be read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ...pagelets import PageletModel
from ...pagelets.fields.columns import Column, Template
from ...pins import Pin, Pins
from ..model import SiteModel
from .readings import differing

Slot = str  # a place and a rank, as provenance has them


class RenamedColumns(NamedTuple):
    """The columns of a row whose names differ under the second model, and the rules behind that."""

    fields: dict[str, tuple[str | None, str | None]]
    rule: dict[str, Any]


class Names:
    """Names of columns under two models, learned or pinned."""

    def __init__(self, before: SiteModel, after: SiteModel) -> None:
        self._pins = (before.pins, after.pins)
        self._learned = _renamed_slots(before.pagelets, after.pagelets)

    def renamed(
        self, row: Mapping[str, str], provenance: Mapping[str, Sequence[Any]]
    ) -> RenamedColumns:
        """The columns of an object that the second model names otherwise.

        Parameters
        ----------
        row
            Its columns under the names of the first.
        provenance
            Of each its page, its slot and the version of the model that read it.
        """
        before, after = self._pins
        now: dict[str, str] = {}
        rules: dict[str, Any] = {}
        for learned, text in before.as_learned(row).items():
            name = before.column_name(learned) or learned
            slot = provenance[name][1] if name in provenance else ""
            was, then = self._learned.get(slot, (learned, learned))
            then = then if was == learned else learned
            called = after.column_name(then)
            if called is not None:
                now[called] = text
            if then != learned:
                rules["rules"] = ["columns"]
            if called != name and before.of("column").get(learned) != after.of("column").get(then):
                rules.setdefault("pins", []).append(f"column.{then}")
        return RenamedColumns(differing(row, now), rules)

    def with_equal_names(self, after: SiteModel) -> SiteModel:
        """The second model with the column names of the first."""
        mine, other = ([p for p in pins.all if _is_name(p)] for pins in self._pins)
        said = [pin for pin in after.pins.all if pin not in other]
        templates = tuple(map(self._as_before, after.pagelets.templates))
        taught = msgspec.structs.replace(after.pagelets, templates=templates)
        return msgspec.structs.replace(after, pins=Pins((*said, *mine)), pagelets=taught)

    def _as_before(self, template: Template) -> Template:
        def column(one: Column) -> Column:
            was, now = self._learned.get(_slot(one), (one.name, one.name))
            return msgspec.structs.replace(one, name=was) if one.name == now else one

        return msgspec.structs.replace(template, columns=tuple(map(column, template.columns)))


def _is_name(pin: Pin) -> bool:
    return pin.what == "column" and pin.verb != "type"


def _renamed_slots(before: PageletModel, after: PageletModel) -> dict[Slot, tuple[str, str]]:
    """Both names of each slot that has one name under either model, and not the same.

    A slot that several templates name differently is no single column.
    """
    was, now = _by_slot(before), _by_slot(after)
    return {
        slot: (name, now[slot])
        for slot, name in was.items()
        if name and now.get(slot) and now[slot] != name
    }


def _by_slot(model: PageletModel) -> dict[Slot, str]:
    found: dict[Slot, set[str]] = {}
    for slot, name in _named(model):
        found.setdefault(slot, set()).add(name)
    return {slot: next(iter(names)) for slot, names in found.items() if len(names) == 1}


def _named(model: PageletModel) -> Iterator[tuple[Slot, str]]:
    for template in model.templates:
        for column in template.columns:
            if column.name:
                yield _slot(column), column.name


def _slot(column: Column) -> Slot:
    return f"{column.place:x}.{column.slot}"
