"""`upwell schema`: what the objects of a site look like, column by column."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import ConfigError
from upwell.streams.records import Change
from upwell.streams.sinks.lines import ENDED, object_line

from ..broker import Broker, Dir, broker_url
from ..output import write_lines
from .objects import changes_of

EXAMPLES = 3
MOST = 0.9  # of the values of a field have a format before we say that it has it
FORMATS = (
    ("uri", re.compile(r"https?://\S+")),
    ("date", re.compile(r"\d{4}-\d\d-\d\d")),
    ("number", re.compile(r"[-+]?\d[\d.,\u202f' ]*")),
    ("price", re.compile(r"[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|EUR|USD|GBP)")),
)
_JSON_TYPES = {
    bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object",
}  # fmt: skip
_UNIT = re.compile(r"[€$£¥]|EUR|USD|GBP")


def schema(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    json_schema: Annotated[
        bool, typer.Option("--json-schema", help="One JSON Schema of the lines of `objects`.")
    ] = False,
) -> None:
    """Write the columns of a site's objects, one JSON object a line.

    `share` of the objects have it; `type` is what nearly all of its values look like, `unit` what
    all of a price are in, `label` what the page calls it, where that is known. A later model may
    name columns otherwise.

    Example: upwell schema library.example -d books | jq -r .name
    """
    url = broker_url(directory, broker, must_exist=True)
    changes = [c for c in asyncio.run(changes_of(url, site)) if c.event not in ENDED]
    if not changes:
        raise ConfigError(f"no object of {site} has been read yet; `upwell status` says why")
    if json_schema:
        found = schema_of(changes[0].site, changes)
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        write_lines(None, columns_of(changes))


def columns_of(changes: Sequence[Change]) -> Iterator[dict[str, Any]]:
    """A line a column; those that most objects have come first."""
    values = _values(changes)
    for name in sorted(values, key=lambda name: (-len(values[name]), name)):
        found = values[name]
        kind = format_of(found) or "text"
        yield {
            "name": name,
            "label": None,  # no record carries it yet
            "type": kind,
            "unit": _unit_of(found) if kind == "price" else None,
            "share": round(len(found) / len(changes), 3),
            "examples": _examples(found),
        }


def _values(changes: Sequence[Change]) -> Mapping[str, list[str]]:
    values: dict[str, list[str]] = defaultdict(list)
    for change in changes:
        for name, value in change.fields.items():
            values[name].append(value)
    return values


def schema_of(site: str, changes: Sequence[Change]) -> dict[str, Any]:
    """JSON Schema of the lines that `objects` and `crawl -o` write; `x-share` have the field."""
    values, n = _values(changes), len(changes)
    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    maybe = {"type": ["string", "null"]}
    fields = {name: _field(found, n) for name, found in sorted(values.items())}
    required = [name for name, found in sorted(values.items()) if len(found) == n]
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
                "properties": {
                    name: {**found, "type": _json_types(name, changes)}
                    for name, found in fields.items()
                },
                "required": required,
            },
            "raw": {
                "type": "object",
                "properties": fields,
                "required": required,
                "additionalProperties": text,
            },
            "provenance": {"type": "object", "additionalProperties": {"type": "array"}},
            "links": texts,
            "version": {"type": "integer", "minimum": 1},
            "seen_at": {"type": "number"},
        },
    }


def _json_types(name: str, changes: Sequence[Change]) -> list[str]:
    """The types that the values of a column have in the lines."""
    lines = (object_line(change) for change in changes)
    found = (line["fields"][name] for line in lines if line and name in line["fields"])
    return sorted({_JSON_TYPES[type(value)] for value in found})


def _field(values: list[str], n: int) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "string", "x-share": round(len(values) / n, 3)}
    if (said := format_of(values)) is not None:
        found["x-format"] = said
    found["examples"] = _examples(values)
    return found


def _examples(values: Sequence[str]) -> list[str]:
    """Its most frequent values; of equally frequent ones the first by name."""
    common = sorted(Counter(values).items(), key=lambda found: (-found[1], found[0]))
    return [value[:80] for value, _ in common[:EXAMPLES]]


def _unit_of(values: Sequence[str]) -> str | None:
    """The currency of prices, if it is one."""
    found = {unit for value in values for unit in _UNIT.findall(value)}
    return found.pop() if len(found) == 1 else None


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
