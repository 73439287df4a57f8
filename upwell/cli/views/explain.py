"""`upwell explain`: why a site is read as it is, or where an object comes from."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
import typer

from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of
from upwell.streams.codecs import decode
from upwell.streams.records import Change, ModelPublished, SiteStatus

from ..broker import Broker, Dir, broker_url, connected, latest


def explain(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A site, by host or URL, or the id of an object.")
    ],
    directory: Dir = None,
    broker: Broker = None,
) -> None:
    """Tell what was learned of a site, or of an object.

    Writes JSON: of a site its form, its settings, its kinds of page and its newest model; of an
    object where it was found, by which question, and its versions.
    """
    found = asyncio.run(_found(broker_url(directory, broker, must_exist=True), what))
    if not found:
        raise ConfigError(f"neither a site nor an object is called {what!r}; `upwell status` lists")
    typer.echo(msgspec.json.format(msgspec.json.encode(found, order=None), indent=2).decode())


async def _found(url: str, what: str) -> dict[str, Any]:
    async with connected(url) as log:
        sites = await latest(log, "sites")
        site = what if what in sites else site_of(what)
        if site in sites:
            return _site(sites[site], (await latest(log, "models")).get(site))
        versions = [
            record
            for entry in await log.scan("changes")
            if entry.value is not None
            and isinstance(record := decode(entry.value), Change)
            and record.id == what
        ]
        return _object(versions) if versions else {}


def _site(status: SiteStatus, model: ModelPublished | None) -> dict[str, Any]:
    out: dict[str, Any] = {
        "site": status.site,
        "phase": status.phase,
        "reason": status.reason,
        "form": status.template,
        "issued": status.issued,
        "answered": status.answered,
        "outstanding": status.outstanding,
        "settings": status.settings,
    }
    if model is not None:
        out["model"] = msgspec.json.decode(model.body)
        out["kinds"] = out["model"].get("clusters", [])
    return out


def _object(versions: list[Change]) -> dict[str, Any]:
    newest = max(versions, key=lambda change: change.version)
    return {
        "id": newest.id,
        "site": newest.site,
        "identity": newest.url or "its text",
        "versions": [
            {
                "version": change.version,
                "event": change.event,
                "found on": change.page_url,
                "with query": change.query,
                "before": change.before,
            }
            for change in versions
        ],
        "fields": newest.fields,
        "text": newest.text,
    }
