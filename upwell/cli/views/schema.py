"""`upwell schema`: what the objects of a site look like, column by column."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import ConfigError

from ..broker import Broker, Dir, broker_url
from ..output import write_lines
from .columns.site_columns import SiteColumn, site_columns
from .objects import newest_model, standing_objects


def schema(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    json_schema: Annotated[
        bool, typer.Option("--json-schema", help="One JSON Schema of the lines of `objects`.")
    ] = False,
) -> None:
    """Write the columns of a site's objects, one JSON object a line.

    `share` of the objects have it; `type` is what its values are (money, number, quantity, count,
    rating, date, ago, duration, boolean, url, email, phone, geo, isbn, issn, ean, doi; text where
    that is not sure), `unit` what all are in, `label` what the page calls it, where that is known.
    Only objects that count are counted. A later model may name columns otherwise.

    Example: upwell schema library.example -d books | jq -r '.name + " " + .type'
    """
    url = broker_url(directory, broker, must_exist=True)
    lines = asyncio.run(standing_objects(url, site))
    if not lines:
        raise ConfigError(f"no object of {site} has been read yet; `upwell status` says why")
    columns = site_columns(lines, asyncio.run(newest_model(url, lines[0]["site"])))
    if json_schema:
        found = schema_of(lines[0]["site"], columns, len(lines))
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        write_lines(None, (column.line(len(lines)) for column in columns))


def schema_of(site: str, columns: Sequence[SiteColumn], n: int) -> dict[str, Any]:
    """JSON Schema of the lines that `objects` and `crawl -o` write; `x-share` have the field."""
    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    maybe = {"type": ["string", "null"]}
    ordered = sorted(columns)
    required = [column.name for column in ordered if column.n == n]
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
                "properties": {column.name: _field(column, n) for column in ordered},
                "required": required,
            },
            "raw": {"type": "object", "required": required, "additionalProperties": text},
            "provenance": {"type": "object", "additionalProperties": {"type": "array"}},
            "links": texts,
            "version": {"type": "integer", "minimum": 1},
            "seen_at": {"type": "number"},
        },
    }


def _field(column: SiteColumn, n: int) -> dict[str, Any]:
    found: dict[str, Any] = {"type": column.json_types, "x-share": round(column.n / n, 3)}
    if column.type != "text":
        found["x-type"] = column.type
    if column.unit:
        found["x-unit"] = column.unit
    found["examples"] = column.examples
    return found
