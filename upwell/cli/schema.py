"""`upwell schema`: what the objects of a site look like, as JSON Schema."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import ConfigError
from upwell.streams.records import Change

from .broker import Broker, Dir, broker_url
from .objects import changes_of

EXAMPLES = 3
MOST = 0.9  # of the values of a field have a format before we say that it has it
FORMATS = (
    ("uri", re.compile(r"https?://\S+")),
    ("date", re.compile(r"\d{4}-\d\d-\d\d")),
    ("number", re.compile(r"[-+]?\d[\d.,\u202f' ]*")),
    ("price", re.compile(r"[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|GBP)")),
)


def schema(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
) -> None:
    """Write the JSON Schema of a site's objects: their fields, how often, examples.

    A field is required when every object has it. `x-share` is the share that does,
    `x-format` what nearly all of its values look like. A later model may name fields otherwise.

    Example: upwell schema library.example -d books
    """
    changes = asyncio.run(changes_of(broker_url(directory, broker, must_exist=True), site))
    if not changes:
        raise ConfigError(f"no object of {site} has been read yet; `upwell status` says why")
    found = schema_of(changes[0].site, changes)
    typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


def schema_of(site: str, changes: Sequence[Change]) -> dict[str, Any]:
    """Of the lines that `objects` and `crawl -o` write."""
    values: dict[str, list[str]] = defaultdict(list)
    for change in changes:
        for name, value in change.fields.items():
            values[name].append(value)
    n = len(changes)
    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    maybe = {"type": ["string", "null"]}
    fields = {name: _field(found, n) for name, found in sorted(values.items())}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Objects of {site}",
        "description": f"From {n:,} objects.",
        "type": "object",
        "properties": {
            "id": text,
            "site": {"const": site},
            "url": maybe,
            "page_url": text,
            "query": maybe,
            "text": text,
            "fields": {
                "type": "object",
                "properties": fields,
                "required": [name for name, found in sorted(values.items()) if len(found) == n],
                "additionalProperties": text,
            },
            "links": texts,
            "version": {"type": "integer", "minimum": 1},
            "seen_at": {"type": "number"},
        },
    }


def _field(values: list[str], n: int) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "string", "x-share": round(len(values) / n, 3)}
    if (said := format_of(values)) is not None:
        found["x-format"] = said
    common = Counter(values).most_common()
    found["examples"] = [value[:80] for value, _ in sorted(common)[:EXAMPLES]]
    return found


def format_of(values: Sequence[str]) -> str | None:
    """What nearly all values look like.

    >>> format_of(["2024-01-31", "2023-12-24"]), format_of(["12.90 €", "€ 3"]), format_of(["12"])
    ('date', 'price', 'number')
    >>> format_of(["Otters", "12"]) is None
    True
    """
    for name, pattern in FORMATS:
        like = [value for value in values if pattern.fullmatch(value.strip())]
        if len(like) >= MOST * len(values):
            return name
    return None
