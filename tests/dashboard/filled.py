"""A log with one site, its readings and a dead letter, as the ring would have written them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from upwell.streams.codecs import encode
from upwell.streams.log.port import Log, Outgoing
from upwell.streams.records import (
    AnyRecord,
    Change,
    DeadLetter,
    Finding,
    FoundLink,
    FoundObject,
    ModelPublished,
    SiteStatus,
    Tick,
)
from upwell.streams.sinks.sqlite import FILE, ObjectsTable
from upwell.streams.topics import DEAD_LETTERS, FINDINGS, MODELS, SITES

SITE = "library.example"
HOME = f"http://{SITE}/"
NOW = 1_800_000_000.0


def finding(number: int, query: str | None, ids: list[str], **more: Any) -> Finding:
    """A page that shows these objects."""
    url = f"{HOME}find?q={query}&n={number}" if query else f"{HOME}list/{number}"
    given: dict[str, Any] = {
        "url": url, "final_url": url, "reason": "query" if query else "browse", "outcome": "ok",
        "at": NOW - 1000 + number, "query": query, "status": 200, "cluster": 3, "route": "template",
        "objects": [FoundObject(id=one) for one in ids], "why": {"like kind 3": 0.98},
    } | more  # fmt: skip
    return Finding(site=SITE, seq=number, number=number, **given)


def status(phase: str = "harvest", **more: Any) -> SiteStatus:
    given: dict[str, Any] = {
        "url": HOME, "settings": {"max_pages": 100}, "phase": phase, "issued": 7, "answered": 5,
        "outstanding": 2, "queries": 3, "objects": 4, "at": NOW - 5,
        "template": HOME + "find?q={query}", "brought": {"query": (5, 4)},
    } | more  # fmt: skip
    return SiteStatus(site=SITE, **given)


def model(version: int = 1) -> ModelPublished:
    kinds = [
        {"id": 3, "pages": 5, "is": "list", "rule": "lists are answers", "why": {}}
        | {"similarity": 0.97, "heaviest": {}}
    ]
    body = msgspec.json.encode({"version": version, "pages": 5, "clusters": kinds})
    return ModelPublished(site=SITE, version=version, n_pages=5, body=body, at=NOW)


def dead(offset: int = 0) -> DeadLetter:
    value = encode(Tick(site=SITE, at=1.0))
    return DeadLetter(
        topic=FINDINGS, partition=0, offset=offset, key=SITE.encode(), value=value,
        reason="no such page", trace="Traceback", at=NOW - 60,
    )  # fmt: skip


LINKS = [
    FoundLink(url=f"{HOME}find?q=otter&sort={n}&by={n}", role="second_level") for n in (1, 2, 3)
]
RECORDS: list[tuple[str, AnyRecord]] = [
    (FINDINGS, finding(1, None, [])),
    (FINDINGS, finding(2, "otter", ["a1", "a2"], links=LINKS, matches=30)),
    (FINDINGS, finding(3, "river", ["a2", "a3"])),
    (FINDINGS, finding(4, "nonesuch", [], came_back="no_match", empty=True)),
    (FINDINGS, finding(5, "wall", [], outcome="http_error", came_back="error", status=500)),
    (SITES, status()),
    (MODELS, model()),
    (DEAD_LETTERS, dead()),
]


def change(id_: str, version: int = 1, event: str = "new", **more: Any) -> Change:
    """One version of an object with a title and a price."""
    price = float(more.pop("price", 5))
    given: dict[str, Any] = {
        "page_url": HOME + "find?q=otter&n=2", "url": f"{HOME}d/{id_}", "query": "otter",
        "text": f"Otter {id_} of the river £{price:g}", "seen_at": NOW - 100 + version,
        "fields": {"title": f"Otter {id_}", "price": f"£{price:g}"},
        "typed": {"price": {"value": price, "unit": "GBP"}},
    } | more  # fmt: skip
    return Change(id=id_, version=version, event=event, site=SITE, **given)


CHANGES = [
    change("a1"),
    change("a2", price=7),
    change("a3", text="A heron, no otter", fields={"title": "Heron"}, typed={}, query="river"),
    change("a1", 2, "changed", price=4, before={"price": "£5"}),
    change("a2", 2, "gone"),
]


def fill_read_model(folder: Path, changes: list[Change]) -> None:
    """The read model of a folder as deliver fills it."""
    table = ObjectsTable(folder / FILE)
    table.open(known=True)
    table.write(changes, {0: len(changes)})
    table.close()


async def fill(log: Log, records: list[tuple[str, AnyRecord]]) -> None:
    """Append them, each keyed by the site."""
    key = SITE.encode()
    await log.append([Outgoing(topic, key, encode(record)) for topic, record in records])
