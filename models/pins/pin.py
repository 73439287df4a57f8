"""One override of one learned decision: a name that `explain` prints, a verb, and who said it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import chain

import msgspec

LEARNED = "learned"  # the verb that takes a pin back, whoever set it before
TYPES = (
    *("text", "money", "number", "quantity", "count", "rating", "date", "ago", "duration"),
    *("boolean", "url", "email", "phone", "geo", "isbn", "issn", "ean", "doi"),
)
# What can be pinned, and how: a verb that ends with a space takes a word behind it.
VERBS: dict[str, tuple[str, ...]] = {
    "kind": ("list", "item", "nothing"),
    "region": ("pin", "never"),
    "column": ("rename ", "type ", "drop"),
    "form": ("pin", "never"),
    "field": ("pin", "never"),
    "argument": ("relevant", "irrelevant"),
    "pattern": ("never", "list", "own"),
    "key": ("pin", "never"),
}


class Pin(msgspec.Struct, frozen=True, omit_defaults=True):
    """An override.

    Parameters
    ----------
    what
        kind, region, column, form, field, argument, pattern or key.
    name
        As `explain` prints it behind the dot: `price` of `column.price`.
    verb, value
        What is said of it; the value of `rename cost` is `cost`.
    origin
        Who said it, for people: a flag, a section of the file, the dashboard.
    """

    what: str
    name: str
    verb: str
    value: str = ""
    origin: str = ""

    @property
    def full_name(self) -> str:
        """The name as it is set: `column.price`."""
        return f"{self.what}.{self.name}"

    @property
    def slot(self) -> tuple[str, str, bool]:
        """What two pins cannot both say: a column has one name and one type."""
        return self.what, self.name, self.verb == "type"

    @property
    def text(self) -> str:
        """What is said, as it is written."""
        return f"{self.verb} {self.value}" if self.value else self.verb


def parse_pins(full_name: str, verbs: str, origin: str) -> list[Pin]:
    """Parse the pins of one name; several verbs are parted by commas.

    Raises
    ------
    ValueError
        What is wrong, with the nearest that would be right.

    Examples
    --------
    >>> [pin.text for pin in parse_pins("column.price", "rename cost, type money", "--set")]
    ['rename cost', 'type money']
    >>> parse_pins("regoin.5f3a", "pin", "")
    Traceback (most recent call last):
    ValueError: nothing called regoin can be pinned; the nearest is region
    """
    what, dot, name = full_name.partition(".")
    if what not in VERBS:
        raise ValueError(f"nothing called {what} can be pinned; the nearest is {_near(what)}")
    if not dot or not name.strip():
        raise ValueError(f"write {what}.NAME, with a name that `upwell explain SITE --names` lists")
    sayings = [one.strip() for one in verbs.split(",")]
    return [_parse_pin(what, name.strip(), one, origin) for one in sayings if one] or [
        _parse_pin(what, name.strip(), "", origin)
    ]


def parse_pin_setting(text: str, origin: str = "") -> list[Pin]:
    """Parse the pins of `--set NAME=VALUE`; the last equals sign ends the name.

    >>> parse_pin_setting("kind.http://a.example/s?q=otter=list")[0].name
    'http://a.example/s?q=otter'
    """
    name, _, verbs = text.rpartition("=")
    return parse_pins(name, verbs, origin or f"--set {name}")


def is_pin(text: str) -> bool:
    """Whether a name, or a pair of `--set`, is meant for a pin: it has a dot, no setting has one.

    >>> is_pin("region.5f=pin"), is_pin("delay=0.5"), is_pin("regoin.5f=pin")
    (True, False, True)
    """
    return "." in text.partition("=")[0]


def pins_text(pins: Iterable[Pin]) -> str:
    """The verbs of several pins of one name, as they are written."""
    return ", ".join(pin.text for pin in pins)


def merged_pins(*ranks: Iterable[Pin]) -> list[Pin]:
    """The pins of several origins, of which later ones override earlier; `learned` removes one.

    >>> dashboard, file = Pin("argument", "sort", "relevant"), Pin("argument", "sort", "irrelevant")
    >>> [pin.verb for pin in merged_pins([dashboard], [file])]
    ['irrelevant']
    """
    latest = effective_pins(chain.from_iterable(ranks))
    return sorted((pin for pin in latest if pin.verb != LEARNED), key=lambda pin: pin.slot)


def effective_pins(pins: Iterable[Pin]) -> list[Pin]:
    """The last pin of each slot, in the order they were set; `learned` stays in the list.

    >>> pins = [Pin("column", "a", "type", "date"), Pin("column", "a", LEARNED)]
    >>> [pin.verb for pin in effective_pins(pins)]
    ['learned']
    """
    latest: dict[tuple[str, str, bool], Pin] = {}
    for pin in pins:
        for slot in [slot for slot in latest if slot[:2] == pin.slot[:2]]:
            if LEARNED in (pin.verb, latest[slot].verb):
                del latest[slot]
        latest[pin.slot] = pin
    return list(latest.values())


def _parse_pin(what: str, name: str, verbs: str, origin: str) -> Pin:
    verb, _, value = verbs.partition(" ")
    if verb == LEARNED and not value:
        return Pin(what, name, verb, "", origin)
    for known in VERBS[what]:
        if verb == known.strip() and bool(value) == known.endswith(" "):
            if verb == "type" and value.split()[0] not in TYPES:
                near = get_close_matches(value, TYPES, 1, 0.0)[0]
                raise ValueError(f"{what}.{name}: no type is called {value}; the nearest is {near}")
            return Pin(what, name, verb, value.strip(), origin)
    choices = [f"{one}NAME" if one.endswith(" ") else one for one in (*VERBS[what], LEARNED)]
    found = verbs or "nothing"
    raise ValueError(f"{what}.{name}: {found} cannot be said of it; say {_or(choices)}")


def _near(what: str) -> str:
    return get_close_matches(what, VERBS, 1, 0.0)[0]


def _or(choices: list[str]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"
