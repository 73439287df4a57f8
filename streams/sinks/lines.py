"""Records as lines of JSON, and how to tell that a line was written before (DESIGN 6.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import xxhash

from ..records import AnyRecord, Change, PageRead
from ..topics import CHANGES, READINGS

EVENT = "event"  # of a line whose object no longer counts
WITHDRAWN = "withdrawn"  # what never was an object
ALIAS = "alias"  # what goes on under another id
MISREAD = (WITHDRAWN, ALIAS)  # ends of what never was, or was told under an id that it has not
ENDED = (*MISREAD, "gone")
BACK = "back"  # after it was gone
HEALTH = "health"  # of a site, no object: what its pages keep showing has fallen
OF_SEARCHES = (
    "entered",
    "left",
    "moved",
)  # where an object stands in the list of a search, not what it says
CORRECTS = "corrects"  # version of an object that a later line reads otherwise
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lines:
    """One kind of file.

    Parameters
    ----------
    topic
        Where its records come from.
    line
        The line of a record; None: it has none.
    name
        What a later line supersedes an earlier one by.
    version
        Rises with each line of a name, or, for lines without versions, tells two apart.
    counted
        Versions count up: a lower one is older.
    """

    topic: str
    line: Callable[[AnyRecord], Line | None]
    name: Callable[[Line], str]
    version: Callable[[Line], int]
    counted: bool

    def written(self, last: int | None, version: int) -> bool:
        """Whether this version is in the file, when `last` is the one written last."""
        return last is not None and (version <= last if self.counted else version == last)

    def unwritten(self, record: AnyRecord, last: dict[str, int]) -> Line | None:
        """The line of a record that is not in the file yet; its version is noted in `last`."""
        line = self.line(record)
        if line is None:
            return None
        name, version = self.name(line), self.version(line)
        if self.written(last.get(name), version):
            return None
        last[name] = version
        return line


def object_line(record: AnyRecord) -> Line | None:
    """The line of a change: the whole object, and what ended it when it no longer counts.

    `fields` has a column's value with its type where that is sure, else its text; `raw` the texts
    as the page shows them; `provenance` the page, the slot and the model version of each column;
    `conflicts` what another page says of a column, and which, where two differ.
    What reads an object otherwise names the version that it `corrects`: that never was so.
    """
    told = ("new", "changed", "corrected", BACK, *ENDED)
    if not isinstance(record, Change) or record.event not in told:
        return None
    line = whole_line(record)
    if record.event in ENDED:
        line[EVENT] = record.event
    if record.event == "corrected":
        line[CORRECTS] = record.version - 1
    if record.becomes:
        line["becomes"] = record.becomes
    return line


def standing_line(record: Change) -> Line | None:
    """The line of an object by its newest record, whatever that tells; None: it does not count."""
    if record.event in OF_SEARCHES:
        return None if record.evidence.get("ended") else whole_line(record)
    return None if record.event in ENDED else object_line(record)


def whole_line(record: Change) -> Line:
    """The whole object after an event, whatever the event."""
    return {
        "id": record.id,
        "site": record.site,
        "url": record.url,
        "page_url": record.page_url,
        "query": record.query,
        "text": record.text,
        "fields": {**record.fields, **_of_columns(record.typed, record)},
        "raw": record.fields,
        "provenance": {
            name: [page or record.page_url, *place]
            for name, (page, *place) in _of_columns(record.provenance, record).items()
        },
        "links": record.links,
        "version": record.version,
        "seen_at": record.seen_at,
        **({"conflicts": record.conflicts} if record.conflicts else {}),
    }


def _of_columns(values: Mapping[str, Any], record: Change) -> Mapping[str, Any]:
    """The values among these whose columns the record has."""
    return {name: value for name, value in values.items() if name in record.fields}


def has_ended(line: Mapping[str, Any]) -> bool:
    """Whether the line says that its object no longer counts.

    >>> has_ended({"id": "a", "event": "gone"}), has_ended({"id": "a"})
    (True, False)
    """
    return line.get(EVENT) in ENDED


def reading_line(record: AnyRecord) -> Line | None:
    return record.line if isinstance(record, PageRead) else None


def _digest(line: Line) -> int:
    return xxhash.xxh3_64_intdigest(msgspec.json.encode(line, order="deterministic"))


object_lines = Lines(
    CHANGES, object_line, lambda line: line["id"], lambda line: line["version"], counted=True
)
reading_lines = Lines(READINGS, reading_line, lambda line: line["url"], _digest, counted=False)
