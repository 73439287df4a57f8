"""The events of a feed: what happened, and the whole object after it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..filters import Filter, facts_of
from ..records import AnyRecord, Change
from ..sinks.differences import event_line
from ..sinks.lines import Line, whole_line


@dataclass(frozen=True, slots=True)
class Event:
    """One event: the line of `upwell changes`, with the whole object beside it."""

    line: Line
    whole: Line

    @property
    def name(self) -> str:
        """The name of the event, the same whenever it is sent: the object's id and version."""
        return f"{self.line['id']}.{self.line['version']}"

    @property
    def at(self) -> str:
        """When it was seen, as RFC 3339 has it."""
        moment = datetime.fromtimestamp(self.line["at"], UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def body(self) -> dict[str, Any]:
        """The whole event as JSON values."""
        return {**self.line, "object": self.whole}

    @property
    def title(self) -> str:
        """The event as one line for people."""
        fields = self.whole["fields"]
        named = next((fields[name] for name in ("title", "name") if name in fields), None)
        text = named if isinstance(named, str) else " ".join(self.line["text"].split())
        where = f" ({self.line['search']})" if "search" in self.line else ""
        return f"{self.line['event']}: {text[:120]}{where}"

    @property
    def summary(self) -> str:
        """The columns that differ, a line each; of a new object its text."""
        if "place" in self.line:
            place = self.line["place"]
            told = f"place in {self.line['search']}: {_shown(place['before'])} → "
            return f"{told}{_shown(place['after'])}\n{self.line['text']}"
        if self.line["event"] != "changed":
            return str(self.line["text"])
        return "\n".join(
            f"{name}: {_shown(each['before'])} → {_shown(each['after'])}"
            for name, each in self.line["fields"].items()
        )


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Selects the changes that a feed is sent.

    Parameters
    ----------
    where
        A filter; an empty one wants everything.
    events, sites
        Of these alone; empty: of all.
    """

    where: Filter
    events: Collection[str] = ()
    sites: Collection[str] = ()

    def event(self, record: AnyRecord) -> Event | None:
        """The event of a record; None: it is not wanted."""
        if not isinstance(record, Change):
            return None
        if self.events and record.event not in self.events:
            return None
        if self.sites and record.site not in self.sites:
            return None
        whole = whole_line(record)
        event = Event(event_line(record, None, whole), whole)
        return event if self.where.matches(facts_of(whole, event.line)) else None


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values())
    return "nothing" if value is None else str(value)
