"""`upwell explain`: why a site or a page is read as it is, or where an object comes from."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import typer

from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of
from upwell.pace import counted
from upwell.pinned.lines import name_lines
from upwell.pinned.names import named
from upwell.pinned.regions import regions_of
from upwell.streams.codecs import decode
from upwell.streams.log.port import Log
from upwell.streams.records import Change, Finding, ModelPublished, SiteStatus
from upwell.terminal import printable

from ..broker import Broker, Dir, broker_url, connected, latest
from .entropy import entropy_lines


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT", help="A site by its host, a page by its URL, or the id of an object."
        ),
    ],
    kinds: Annotated[
        bool, typer.Option("--kinds", help="Of a site: one line for each kind of its pages.")
    ] = False,
    entropy: Annotated[
        bool,
        typer.Option("--entropy", help="Of a site: words its pages share, words that tell apart."),
    ] = False,
    names: Annotated[
        bool,
        typer.Option("--names", help="Of a site: what can be said otherwise, under which name."),
    ] = False,
    directory: Dir = None,
    broker: Broker = None,
) -> None:
    """Tell what was learned of a site, how a page was read, or where an object comes from.

    Writes JSON: of a site its form, its settings, its kinds of page and its newest model; of a
    page each time it was read, by which route and which rules, and where else on it a region might
    be; of an object where it was found, by
    which question, and its versions.

    With --names: a line for each decision that `--set NAME=VALUE`, upwell.toml or the dashboard can
    pin, with what holds by now and who said so.

    With --entropy: how evenly the pages of the site, and of each kind, hold some of its words
    (1.00: all pages as often; 0: one page alone).

    Example: upwell explain books.example --kinds
    """
    found = asyncio.run(_found(broker_url(directory, broker, must_exist=True), what))
    if not found:
        raise ConfigError(f"no site, page or object is called {what!r}; `upwell status` lists")
    if kinds:
        for one in found.get("kinds", []):
            typer.echo(printable(_kind_line(one)))
        return
    if names:
        for line in name_lines(found.get("names", [])):
            typer.echo(printable(line))
        return
    if entropy:
        for line in entropy_lines(found.get("model", {}).get("terms", {})):
            typer.echo(printable(line))
        return
    typer.echo(msgspec.json.format(msgspec.json.encode(found, order=None), indent=2).decode())


async def _found(url: str, what: str) -> dict[str, Any]:
    async with connected(url) as log:
        sites = await latest(log, "sites")
        site = what if what in sites else site_of(what)
        if site in sites and _is_page(what) and (found := await _readings(log, what)):
            return {"page": what, "site": site, **found}
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


def _is_page(what: str) -> bool:
    """Whether this is a URL of more than a host: its front page stands for the site."""
    parts = urlsplit(what)
    return bool(parts.scheme and (parts.path.strip("/") or parts.query))


async def _readings(log: Log, url: str) -> dict[str, Any]:
    """Each time a page was read, the last of them last; where it may be read, by that one."""
    decoded = (decode(one.value) for one in await log.scan("findings") if one.value is not None)
    found = [one for one in decoded if isinstance(one, Finding) and url in (one.final_url, one.url)]
    if not found:
        return {}
    model = (await latest(log, "models")).get(found[-1].site)
    return {"read": list(map(_reading, found)), "regions": await regions_of(log, found[-1], model)}


def _reading(one: Finding) -> dict[str, Any]:
    return {
        "model": one.model_version,
        "query": one.query,
        "kind": one.cluster,
        "similarity": one.similarity,
        "came back": one.came_back,
        "objects": len(one.objects),
        "route": one.route,
        "why": one.why,
    }


def _kind_line(kind: dict[str, Any]) -> str:
    """A kind of page for people: how many, what it is and why, what its pages are made of."""
    why = ", ".join(f"{name} {number:g}" for name, number in kind.get("why", {}).items())
    tags = ", ".join(f"{tag} {weight:g}" for tag, weight in kind.get("heaviest", {}).items())
    return (
        f"kind {kind['id']}: {counted(kind['pages'], 'page')}, {kind.get('is', 'unsure')}:"
        f" {kind.get('rule', '')} ({why})\n"
        f"  similarity {kind.get('similarity', 0.0):.3f}, heaviest: {tags or 'none'}"
    )


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
        "arguments": [{"argument": n, "relevant": relevant} for n, relevant in status.arguments],
    }
    if model is not None:
        out["model"] = msgspec.json.decode(model.body)
        out["kinds"] = out["model"].get("clusters", [])
    out["names"] = msgspec.to_builtins(named(status, out.get("model", {})))
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
