"""`upwell forms`: the search forms of saved pages or of one URL (ENT 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import ConfigError
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.forms import judge
from upwell.models.urls.template import template
from upwell.streams.archive import read_sites
from upwell.streams.codecs import decompress
from upwell.streams.records import Request
from upwell.streams.web import Web

from .analyse import Out
from .output import write_lines


def forms(
    path_or_url: Annotated[str, typer.Argument(help="Saved pages as for `analyse`, or a URL.")],
    output: Out = None,
    allow: Annotated[
        list[str] | None, typer.Option(help="Also open this address range, as 127.0.0.1/32.")
    ] = None,
    contact: Annotated[str, typer.Option(help="Who asks: a mail address or URL.")] = "",
) -> None:
    """Find search forms: which <form> asks a database, which field takes the query.

    Writes one JSON object a page, with an entry per <form> in document order.
    """
    if path_or_url.startswith(("http://", "https://")):
        lines: Iterator[dict[str, Any]] = _of_url(path_or_url, allow or [], contact)
    else:
        lines = _of_saved(Path(path_or_url))
    write_lines(output, lines)


def _of_saved(path: Path) -> Iterator[dict[str, Any]]:
    for site in read_sites(path):
        for page in site.pages:
            tree = parse(page.body, page.content_type or "", page.url or "")
            yield {"site": site.name, "file": page.file, "forms": _forms(tree, page.url or "")}


def _of_url(url: str, allow: list[str], contact: str) -> Iterator[dict[str, Any]]:
    page = asyncio.run(_fetched(url, allow, contact))
    if page.outcome != "ok":
        raise ConfigError(f"{url} could not be opened: {page.detail or page.outcome}")
    tree = parse(
        decompress(page.body, 16 << 20), page.headers.get("content-type", ""), page.final_url
    )
    yield {"site": page.site, "file": page.final_url, "forms": _forms(tree, page.final_url)}


async def _fetched(url: str, allow: list[str], contact: str) -> Any:
    async with Web(allow=allow, contact=contact) as web:
        return await web.fetch(
            Request(site=url.split("/")[2], number=1, low=1, url=url, reason="discover")
        )


def _forms(tree: TagTree, url: str) -> list[dict[str, Any]]:
    out = []
    for form in tree.forms:
        verdict = judge(form)
        search = verdict.score > 0
        field = verdict.field if search else None
        out.append(
            {
                "type": "search" if search else "other",
                "method": form.method,
                "action": form.action,
                "query_field": field,
                "template": template(form, tree.base or url, field) if field else None,
                "defaults": {
                    f.name: f.value for f in form.fields if f.name and f.value is not None
                },
            }
        )
    return out
