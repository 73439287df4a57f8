"""Events of a crawl that watches against what was planted: told, told falsely, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from .planting import Planted

EVENTS = ("changed", "gone", "new", "back")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


class Judged(NamedTuple):
    """How many of one event."""

    planted: int
    told: int  # of those planted
    false: int  # records that it was told of, and did not happen to
    fields: tuple[int, int]  # of the true ones: that say what was planted, and that do not
    missed: list[str]  # ids
    wrong: list[str]  # ids, or addresses of what is no record


def judged(
    events: Iterable[Mapping[str, Any]], planted: Iterable[Planted], records: Mapping[str, str]
) -> dict[str, Judged]:
    """What was told since the first of them was planted.

    Parameters
    ----------
    events
        Lines of `upwell changes`.
    planted
        All of it, in order.
    records
        Ids of the records by the path of their own pages, as of every moment.
    """
    due: dict[str, dict[str, list[Planted]]] = {event: {} for event in EVENTS}
    for one in planted:
        due[one.event].setdefault(one.id, []).append(one)
    told: dict[str, set[str]] = {event: set() for event in EVENTS}
    right = wrong = 0
    said = set[tuple[str, str | None]]()
    for line in events:
        event, name = line["event"], record_of(line, records)
        if event not in told:
            continue
        told[event].add(name)
        for change in due[event].get(name, ()) if event == "changed" else ():
            n_right = sum(says(pair["after"], change) for pair in line["fields"].values())
            if n_right:
                said.add((name, change.new))
                right, wrong = right + n_right, wrong + len(line["fields"]) - n_right
    found = {}
    for event in EVENTS:
        changes = [one for ones in due[event].values() for one in ones]
        there = [
            one
            for one in changes
            if ((one.id, one.new) in said if event == "changed" else one.id in told[event])
        ]
        false = sorted(told[event] - due[event].keys())
        missed = [one.id for one in changes if one not in there]
        fields = (right, wrong) if event == "changed" else (0, 0)
        found[event] = Judged(len(changes), len(there), len(false), fields, missed, false)
    return found


def record_of(line: Mapping[str, Any], records: Mapping[str, str]) -> str:
    """The record that an event is of; of no record its address.

    >>> record_of({"url": "http://a.example/b/1?from=list"}, {"/b/1": "one"})
    'one'
    """
    address = urlsplit(line["url"] or line["evidence"].get("page_url", ""))
    whole = f"{address.path}?{address.query}" if address.query else address.path
    return records.get(whole) or records.get(address.path) or whole


def says(value: Any, change: Planted) -> bool:
    """Whether a value is what a record says since a change.

    >>> price = Planted("change", "1", "A", [], "price", "£3.00", "£12.50")
    >>> says({"value": 12.5, "unit": "GBP"}, price), says("only £12.50", price), says(3, price)
    (True, True, False)
    """
    new = change.new or ""
    if isinstance(value, Mapping):
        value = value.get("value", "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return any(abs(float(n.replace(",", ".")) - value) < 0.005 for n in _NUMBER.findall(new))
    return " ".join(new.split()).casefold() in " ".join(str(value).split()).casefold()
