"""All pins of a site, looked up by what a reader or planner has in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from .address import fits
from .pin import Pin

OF_READING = frozenset({"kind", "region", "column", "key", "pattern"})  # what analyse obeys


class Pins(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """The pins that hold: each slot once."""

    all: tuple[Pin, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.all)

    def of(self, what: str) -> dict[str, Pin]:
        """The pins of one sort by name; of a column with two pins the one that is no type."""
        return self._by_what.get(what, {})

    @cached_property
    def _by_what(self) -> dict[str, dict[str, Pin]]:
        out: dict[str, dict[str, Pin]] = {}
        for pin in sorted(self.all, key=lambda pin: not pin.slot[2]):
            out.setdefault(pin.what, {})[pin.name] = pin
        return out

    def verb(self, what: str, name: str) -> str:
        """What is said of a name; empty: nothing.

        >>> Pins((Pin("argument", "sort", "irrelevant"),)).verb("argument", "sort")
        'irrelevant'
        """
        pin = self.of(what).get(name)
        return pin.verb if pin else ""

    def names(self, what: str, verb: str) -> frozenset[str]:
        """The names of one sort of which this is said."""
        return frozenset(p.name for p in self.all if p.what == what and p.verb == verb)

    def of_address(self, url: str) -> Pin | None:
        """What is said of addresses like this one; where several patterns fit, the longest."""
        patterns = self.of("pattern")
        held = [name for name in patterns if fits(name, url)] if patterns else []
        return patterns[max(held, key=lambda name: (len(name), name))] if held else None

    def forbids(self, url: str) -> bool:
        """Whether an address is never to be asked."""
        pin = self.of_address(url)
        return pin is not None and pin.verb == "never"

    @property
    def arguments(self) -> dict[str, bool]:
        """Whether arguments of addresses choose objects, where that is said."""
        return {name: pin.verb == "relevant" for name, pin in self.of("argument").items()}

    @property
    def renames_columns(self) -> bool:
        """Whether any column is called otherwise, or dropped."""
        return bool(self.names("column", "rename") or self.names("column", "drop"))

    def column_name(self, learned: str) -> str | None:
        """How a column is called by now; None: it is dropped."""
        pin = self.of("column").get(learned)
        if pin is None or pin.verb == "type":
            return learned
        return pin.value if pin.verb == "rename" else None

    def given_names(self) -> dict[str, str]:
        """Names of the columns of which anything is said, learned and given -> learned."""
        said = [pin for pin in self.all if pin.what == "column"]
        given = {pin.value: pin.name for pin in said if pin.verb == "rename"}
        return given | {pin.name: pin.name for pin in said}

    def as_learned(self, row: Mapping[str, str]) -> dict[str, str]:
        """A row under the names that its columns were learned by."""
        learned = {p.value: p.name for p in self.of("column").values() if p.verb == "rename"}
        return {learned.get(name, name): text for name, text in row.items()}

    def places(self, verb: str) -> frozenset[int]:
        """The places of regions of which this is said."""
        names = self.names("region", verb)
        return frozenset(int(name, 16) for name in names if is_place(name))

    @property
    def of_reading(self) -> list[tuple[str, str, str, str]]:
        """What a reading rests on."""
        return [(p.what, p.name, p.verb, p.value) for p in self.all if p.what in OF_READING]

    def types(self) -> dict[str, str]:
        """Types of columns that are said, by the columns' learned names."""
        return {p.name: p.value for p in self.all if p.what == "column" and p.verb == "type"}


def pins_of(pins: Iterable[Pin]) -> Pins:
    """As a value, whatever their order."""
    return Pins(tuple(sorted(pins, key=lambda pin: pin.slot)))


def is_place(name: str) -> bool:
    """Whether this is a place as it is printed.

    >>> is_place("0f3a6d2e91b7c455"), is_place("main")
    (True, False)
    """
    return len(name) <= 16 and all(digit in "0123456789abcdef" for digit in name.lower())


NO_PINS = Pins()
