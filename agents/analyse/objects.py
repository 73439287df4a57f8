"""From a reading to objects with ids: only what is new or different on a page is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from typing import NamedTuple

import xxhash

from upwell.models.change.identity import entity_url, object_id
from upwell.models.change.said import said
from upwell.models.sample import lowest
from upwell.models.site import Reading
from upwell.models.text.words import words
from upwell.streams.records import Absent, FoundObject, Page, Seen

from ..reducer import Send
from .entries import Shown

MAX_WORDS = 200  # of an object, lowest hashes first: any cut by the alphabet is a bias


class Identified(NamedTuple):
    """An object of a page with its id and its own URL."""

    id: str
    url: str | None
    text: str
    said: int  # digest of its text without its place in the list
    fields: dict[str, str]
    links: list[str]


def identified(site: str, reading: Reading) -> list[Identified]:
    """Objects of a reading with their ids; a text that stands twice on a page counts once."""
    counts = Counter(url for found in reading.objects for url in set(found.links))
    texts = [found.text for found in reading.objects]
    own = said(texts, [found.fields.get("group") for found in reading.objects])
    out: dict[str, Identified] = {}
    for found, content in zip(reading.objects, own, strict=True):
        url = entity_url(found.links, site, counts)
        id_ = object_id(site, url, found.text)
        digest = xxhash.xxh3_64_intdigest(content.encode("utf-8", "replace"))
        out.setdefault(id_, Identified(id_, url, found.text, digest, found.fields, found.links))
    return list(out.values())


def differences(
    record: Page,
    page_url: str,
    objects: list[Identified],
    before: Shown,
    version: int,
    elsewhere: Callable[[Set[str]], Set[str]],
) -> tuple[list[Send], Shown]:
    """What to tell watch, and what the page shows now.

    `version`: of the model that read it; `elsewhere`: which of these ids other answers show.
    """
    now = {found.id: _digest(found) for found in objects}
    sends = [
        Send(
            "objects",
            found.id,
            Seen(
                site=record.site,
                seq=0,
                id=found.id,
                url=found.url,
                page_url=page_url,
                query=record.query,
                text=found.text,
                said=found.said,
                fields=found.fields,
                links=found.links,
                at=record.fetched_at,
                model_version=version,
            ),
        )
        for found in objects
        if before.get(found.id) != now[found.id]
    ]
    lost = before.keys() - now.keys()
    kept = elsewhere(lost) if lost else set()
    gone = [
        Send(
            "objects",
            id_,
            Absent(
                site=record.site,
                seq=0,
                id=id_,
                page_url=page_url,
                at=record.fetched_at,
                model_version=version,
                nowhere=id_ not in kept,
            ),
        )
        for id_ in sorted(lost)
    ]
    return sends + gone, now


def for_plan(objects: list[Identified]) -> list[FoundObject]:
    """What the query pool needs of the objects of an answer."""
    return [FoundObject(id=found.id, words=_distinct(words(found.text))) for found in objects]


def _distinct(found: list[str]) -> list[str]:
    """Distinct words in an order of their own; hashes are asked only where some have to go."""
    distinct = set(found)
    return sorted(distinct) if len(distinct) <= MAX_WORDS else lowest(distinct, MAX_WORDS)


def _digest(found: Identified) -> int:
    """32 bits: of four billion changes of an object one goes unseen, and every page keeps them."""
    fields = "\0".join(f"{name}\1{value}" for name, value in sorted(found.fields.items()))
    told = f"{found.said}\0{fields}".encode("utf-8", "replace")
    return xxhash.xxh3_64_intdigest(told) & 0xFFFFFFFF
