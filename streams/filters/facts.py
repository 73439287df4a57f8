"""What a filter may ask of an event or an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Of every event and object, whatever its columns; `column.site` is a column of that name.
NAMES = ("event", "id", "version", "site", "url", "page_url", "query", "search", "text", "at")
COLUMN, BEFORE = "column.", "before."


@dataclass(frozen=True, slots=True)
class Facts:
    """The values of one event, or of one object as it stands.

    Parameters
    ----------
    about
        By the names of `NAMES`.
    fields, raw
        Typed values, and texts as shown, by column.
    differing
        Of an event: column to its value before and after.
    """

    about: Mapping[str, Any]
    fields: Mapping[str, Any]
    raw: Mapping[str, Any] = field(default_factory=dict)
    differing: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """The value of a name; None where there is none."""
        if name.startswith(BEFORE):
            name = name.removeprefix(BEFORE)
            return self.differing[name]["before"] if name in self.differing else self._column(name)
        if name.startswith(COLUMN):
            return self._column(name.removeprefix(COLUMN))
        return self.about.get(name) if name in NAMES else self._column(name)

    def shown(self, name: str) -> str:
        """The value as people see it on the page."""
        column = name.removeprefix(COLUMN)
        if name not in NAMES and column in self.raw:
            return str(self.raw[column])
        return _text(self.value(name))

    def _column(self, name: str) -> Any:
        return self.fields[name] if name in self.fields else self.raw.get(name)


def facts_of(whole: Mapping[str, Any], event: Mapping[str, Any] | None = None) -> Facts:
    """The facts of an object's line, and of the event that led to it.

    >>> line = {"id": "a", "site": "s", "fields": {"price": 3}, "seen_at": 5.0}
    >>> facts = facts_of(line, {"event": "new", "fields": {"price": {"before": None, "after": 3}}})
    >>> facts.value("price"), facts.value("before.price"), facts.value("event"), facts.value("at")
    (3, None, 'new', 5.0)
    """
    about = {**whole, "at": whole.get("seen_at"), **(event or {})}
    differing = (event or {}).get("fields", {})
    return Facts(about, whole["fields"], whole.get("raw", {}), differing)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
