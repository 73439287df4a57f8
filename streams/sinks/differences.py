"""What differs between two versions of an object, field by field (DESIGN 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..records import Change
from .lines import ENDED, OF_SEARCHES

TEXT = "text"  # stands among the fields where no field says what differs


def event_line(
    change: Change, before: Mapping[str, Any] | None, after: Mapping[str, Any]
) -> dict[str, Any]:
    """What happened to an object, as `upwell changes` prints it."""
    line = {
        "event": change.event,
        "id": change.id,
        "version": change.version,
        "url": change.url,
        "site": change.site,
        "at": change.seen_at,
        "fields": differences(change, before, after),
        "text": change.text,
        "evidence": evidence_of(change),
    }
    return with_place(line)


def with_place(line: dict[str, Any]) -> dict[str, Any]:
    """The line of an event; of one of a search with the search and the place in its list.

    >>> evidence = {"query": "cello", "search": "cello", "place": [7, 3]}
    >>> with_place({"event": "moved", "evidence": evidence})["place"]
    {'before': 7, 'after': 3}
    """
    if line["event"] not in OF_SEARCHES:
        return line
    evidence = dict(line["evidence"])
    before, after = evidence.pop("place")
    place = {"before": before, "after": after}
    return {**line, "search": evidence.pop("search"), "place": place, "evidence": evidence}


def evidence_of(change: Change) -> dict[str, Any]:
    """Where it was seen, and under which other id the object is or was told.

    >>> moved = Change(id="a", version=2, event="alias", site="s", page_url="http://s/", text="",
    ...     seen_at=1.0, becomes="b")
    >>> evidence_of(moved)
    {'page_url': 'http://s/', 'query': None, 'becomes': 'b'}
    """
    found: dict[str, Any] = {"page_url": change.page_url, "query": change.query}
    if change.place is not None:
        found |= {"search": change.search, "place": list(change.place)}
    ids = {"becomes": change.becomes, "was": change.was}
    return found | {name: id_ for name, id_ in ids.items() if id_} | change.evidence


def differences(
    change: Change, before: Mapping[str, Any] | None, after: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Each field that differs, with its value before and after; None on the side that lacks it.

    Parameters
    ----------
    change
        The event; it says itself how the fields were that its page gave otherwise.
    before, after
        The whole object in both versions; None: the version before is not known any more.

    Examples
    --------
    >>> change = Change(
    ...     id="a", version=2, event="changed", site="s", page_url="http://s/", text="otter 4",
    ...     seen_at=1.0, fields={"price": "4", "title": "otter"}, before={"price": "3"},
    ... )
    >>> whole = {"text": "otter 4", "fields": {"price": 4, "title": "otter"}}
    >>> differences(change, None, whole)
    {'price': {'before': '3', 'after': 4}}
    >>> was = {"price": 3, "size": "L", "title": "otter"}
    >>> raw = {"price": "3", "size": "L", "title": "otter"}
    >>> differences(change, {"text": "otter 3", "fields": was, "raw": raw}, whole)
    {'price': {'before': 3, 'after': 4}, 'size': {'before': 'L', 'after': None}}
    """
    if change.event in OF_SEARCHES:
        return {}
    left = _left(change, before)
    right = {} if change.event in ENDED else dict(after["fields"])
    if TEXT in change.before:
        right[TEXT] = after[TEXT]
    names = [*left, *(name for name in right if name not in left)]
    if before is None and change.event not in ("new", "back", *ENDED):
        names = [name for name in names if name in change.before]
    return {
        name: {"before": left.get(name), "after": right.get(name)}
        for name in names
        if left.get(name) != right.get(name)
    }


def _left(change: Change, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """The fields as they were: typed where the version before is there, else as shown."""
    if change.event == "new":
        return {}
    if before is None:
        return dict(change.fields if change.event in ENDED else change.before)
    raw = before["raw"]
    otherwise = {name: was for name, was in change.before.items() if raw.get(name) != was}
    return {**before["fields"], **otherwise}
