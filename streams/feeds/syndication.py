"""RSS 2.0 and Atom: a file with the newest events of a filter."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from uuid import uuid4
from xml.etree.ElementTree import Element, SubElement, parse, tostring

import msgspec

from upwell.errors import ConfigError, UsageError

from ..filters import parse_filter
from ..modes import open_as_named
from ..records import AnyRecord
from ..sinks.ownership import MANIFEST, behind_links
from ..topics import CHANGES
from .events import Event, EventFilter

ATOM = "http://www.w3.org/2005/Atom"
MARK = b"<!-- upwell feed -->"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Newest(msgspec.Struct):
    """The sidecar: how far the topic is in the file, and the events that it shows."""

    filling: str
    positions: dict[int, int] = {}
    events: list[dict[str, object]] = []


def forget_items(path: Path, site: str) -> int:
    """Take the items of a site out of a file; returns how many there were."""
    one = Syndication(path, *_kind_and_title(path), EventFilter(parse_filter(""), (), ()))
    return one.forget(site)


class Syndication:
    """One file, made anew from the newest events whenever there is one more.

    Parameters
    ----------
    kind
        `rss` or `atom`.
    keep
        Events that it shows at most.
    """

    topic = CHANGES

    def __init__(
        self, path: Path, kind: str, title: str, chosen: EventFilter, keep: int = 100
    ) -> None:
        self._path = behind_links(path)
        self._sidecar = self._path.with_name(self._path.name + MANIFEST)
        self._kind, self._title, self._chosen, self._keep = kind, title, chosen, keep
        self._newest = self._load()

    @property
    def group(self) -> str:
        return f"deliver-{self._newest.filling}"

    def open(self, known: bool) -> Mapping[int, int]:
        """Show what the sidecar has; without it, or for another log, begin anew."""
        if not known and self._newest.positions:
            self._newest = Newest(uuid4().hex[:12])
        self._require_ours()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._commit()
        except OSError as error:
            raise ConfigError(
                f"cannot write {self._path}: {error.strerror}; choose another file"
            ) from error
        return self._newest.positions

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Events in front, positions with them; one that is shown already is not repeated."""
        shown = {Event(dict(b), {}).name for b in self._newest.events}
        fresh = [e for r in records if (e := self._chosen.event(r)) is not None]
        bodies = [e.body for e in {e.name: e for e in fresh}.values() if e.name not in shown]
        self._newest.events = [*reversed(bodies), *self._newest.events][: self._keep]
        self._newest.positions = {**self._newest.positions, **positions}
        self._commit(render=bool(bodies))

    def forget(self, site: str) -> int:
        """Take the events of a site out of what it shows; returns how many there were."""
        events = self._newest.events
        self._newest.events = [event for event in events if event.get("site") != site]
        self._commit()
        return len(events) - len(self._newest.events)

    def close(self) -> None: ...

    def _commit(self, render: bool = True) -> None:
        """The sidecar first: the file follows from it."""
        _replace(self._sidecar, msgspec.json.encode(self._newest))
        if render:
            fresh = not self._path.exists()
            _replace(self._path, self._rendered())
            if fresh:
                open_as_named(self._path)

    def _rendered(self) -> bytes:
        events = [Event(dict(b), dict(b["object"])) for b in self._newest.events]  # type: ignore[call-overload]
        root = _rss(self._title, events) if self._kind == "rss" else _atom(self._title, events)
        head = b'<?xml version="1.0" encoding="utf-8"?>\n' + MARK + b"\n"
        return head + tostring(root, encoding="unicode").encode() + b"\n"

    def _load(self) -> Newest:
        try:
            return msgspec.json.decode(self._sidecar.read_bytes(), type=Newest)
        except (OSError, msgspec.DecodeError):
            return Newest(uuid4().hex[:12])

    def _require_ours(self) -> None:
        try:
            head = self._path.read_bytes()[:200]
        except FileNotFoundError:
            return
        except OSError as error:
            raise ConfigError(
                f"cannot read {self._path}: {error.strerror}; choose another file"
            ) from error
        if head and MARK not in head:
            raise UsageError(
                f"{self._path} is not upwell's own and stays as it is; choose another file"
            )


def _kind_and_title(path: Path) -> tuple[str, str]:
    """The kind of a file of ours, RSS or Atom, and its title."""
    root = parse(path).getroot()
    kind = "rss" if root.tag == "rss" else "atom"
    return kind, root.findtext("channel/title") or root.findtext(f"{{{ATOM}}}title") or ""


def _rss(title: str, events: Sequence[Event]) -> Element:
    root = Element("rss", version="2.0")
    channel = SubElement(root, "channel")
    _add(channel, "title", title)
    _add(channel, "link", str(events[0].whole["page_url"]) if events else "http://localhost/")
    _add(channel, "description", f"What happened to objects: {title}")
    if events:
        _add(channel, "lastBuildDate", _rfc822(events[0]))
    for event in events:
        item = SubElement(channel, "item")
        _add(item, "title", event.title)
        _add(item, "link", event.whole["url"] or event.whole["page_url"])
        _add(item, "description", event.summary)
        _add(item, "guid", event.name).set("isPermaLink", "false")
        _add(item, "pubDate", _rfc822(event))
        _add(item, "category", event.line["event"])
    return root


def _atom(title: str, events: Sequence[Event]) -> Element:
    root = Element("feed", xmlns=ATOM)
    _add(root, "title", title)
    _add(root, "id", f"tag:upwell,2026:feed/{title}".replace(" ", "-"))
    newest = max((event.at for event in events), default="1970-01-01T00:00:00Z")
    _add(root, "updated", newest)
    _add(SubElement(root, "author"), "name", "upwell")
    for event in events:
        entry = SubElement(root, "entry")
        _add(entry, "title", event.title)
        _add(entry, "id", f"tag:upwell,2026:{event.name}")
        _add(entry, "updated", event.at)
        SubElement(entry, "link", href=_xml(event.whole["url"] or event.whole["page_url"]))
        SubElement(entry, "category", term=event.line["event"])
        _add(entry, "summary", event.summary)
    return root


def _add(parent: Element, name: str, text: object) -> Element:
    child = SubElement(parent, name)
    child.text = _xml(text)
    return child


def _xml(text: object) -> str:
    """Text without what XML cannot hold."""
    return _NOT_XML.sub("", str(text))


def _rfc822(event: Event) -> str:
    return format_datetime(datetime.fromtimestamp(event.line["at"], UTC))


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    os.replace(beside, path)
