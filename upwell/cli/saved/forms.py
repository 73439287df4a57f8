"""`upwell forms`: the search forms of saved pages or of one URL (ENT 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.config import Settings, resolve, settings
from upwell.errors import WebError
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.canonical import site_of
from upwell.models.urls.search_forms import judge
from upwell.models.urls.template import sent_in, template
from upwell.passes import passes_of
from upwell.streams.codecs import decompress
from upwell.streams.records import Page, Request
from upwell.streams.web import Web, require_contact
from upwell.streams.web.passes import Passes

from ..broker import Allow, Contact, Cookies, Header, Proxy, site_named
from ..output import Out
from .files import OK, Counting, outcome, sites_of, tree_of, write_pages

LARGEST = 16 << 20


def forms(
    path_or_url: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="Saved pages as for `analyse`, or a URL.")
    ],
    output: Out = None,
    allow: Allow = None,
    contact: Contact = None,
    cookies: Cookies = None,
    header: Header = None,
    proxy: Proxy = None,
) -> None:
    """Find search forms, their query fields and URL templates.

    Writes one JSON object a page, with an entry per <form> in document order.

    Example: upwell forms saved-pages/ | head
    """
    if "://" in path_or_url:
        site_named(path_or_url)
        chosen = settings(resolve({"allow": allow or None, "contact": contact}))
        flags = {"cookies": cookies, "header": header or None, "proxy": proxy}
        write_pages(output, _of_url(path_or_url, chosen, passes_of(flags, [path_or_url])))
    else:
        write_pages(output, _of_saved(Path(path_or_url)))


def _of_saved(path: Path) -> Iterator[dict[str, Any]]:
    reading = Counting("reading")
    for site in sites_of([path]):
        for page in reading(site.pages):
            found = _forms(tree_of(page), page.url or "") if outcome(page) == OK else []
            yield {
                "site": site.name,
                "file": page.file,
                "forms": found,
                "outcome": outcome(page),
            }


def _of_url(url: str, chosen: Settings, passes: Passes) -> Iterator[dict[str, Any]]:
    require_contact([url], chosen.contact)
    page = asyncio.run(_fetched(url, chosen, passes))
    if page.outcome != OK:
        raise WebError(page.outcome, f"{url} could not be opened: {page.detail or page.outcome}")
    body = decompress(page.body, LARGEST)
    tree = parse(body, page.headers.get("content-type", ""), page.final_url)
    found = _forms(tree, page.final_url)
    yield {"site": page.site, "file": page.final_url, "forms": found, "outcome": OK}


async def _fetched(url: str, chosen: Settings, passes: Passes) -> Page:
    async with Web(allow=chosen.allow, contact=chosen.contact or "", passes=passes) as web:
        return await web.fetch(
            Request(site=site_of(url), number=1, low=1, url=url, reason="discover")
        )


def _forms(tree: TagTree, url: str) -> list[dict[str, Any]]:
    out = []
    for form in tree.forms:
        verdict = judge(form)
        field = verdict.field if verdict.search else None
        out.append(
            {
                "type": "search" if verdict.search else "other",
                "method": form.method,
                "action": form.action,
                "query_field": field,
                "template": template(form, tree.base or url, field, sent_in(form, tree.encoding))
                if field
                else None,
                "defaults": {
                    other.name: other.value
                    for other in form.fields
                    if other.name and other.value is not None and other.name != field
                },
            }
        )
    return out
