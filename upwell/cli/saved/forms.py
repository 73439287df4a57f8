"""`upwell forms`: the search forms of saved pages or of one URL (ENT 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.config import Settings, resolve, settings
from upwell.credentials import credentials_of
from upwell.errors import WebError
from upwell.models.tree.markup.links import absolute
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.models.urls.canonical import site_of
from upwell.models.urls.manners import never_sent_because
from upwell.models.urls.search_forms import judge
from upwell.models.urls.search_forms.selects import offers
from upwell.models.urls.template import fill, form_encoding, posted_template, template, why_too_long
from upwell.streams.codecs import decompress
from upwell.streams.records import Request
from upwell.streams.web import Web, require_contact
from upwell.streams.web.credentials import Credentials

from ..broker import Allow, Contact, Cookies, Header, IgnoreRobots, Proxy, site_named
from ..output import Out
from .files import OK, Counting, outcome, sites_of, tree_of, write_pages

LARGEST = 16 << 20


def forms(
    path_or_url: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="Saved pages as for `analyse`, or a URL.")
    ],
    output: Out = None,
    allow: Allow = None,
    ignore_robots: IgnoreRobots = None,
    contact: Contact = None,
    cookies: Cookies = None,
    header: Header = None,
    proxy: Proxy = None,
) -> None:
    """Find search forms, their query fields and URL templates.

    Writes one JSON object a page, with an entry per <form> in document order: its `place` is what
    --allow-post of `crawl` takes, `never` says why it is never sent, `values` how many addresses a
    form of selects alone offers.

    Example: upwell forms saved-pages/ | head
    """
    if "://" in path_or_url:
        site_named(path_or_url)
        chosen = settings(
            resolve(
                {
                    "allow": allow or None,
                    "contact": contact,
                    "ignore_robots": ignore_robots or None,
                }
            )
        )
        flags = {"cookies": cookies, "header": header or None, "proxy": proxy}
        write_pages(output, _of_url(path_or_url, chosen, credentials_of(flags, [path_or_url])))
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


def _of_url(url: str, chosen: Settings, credentials: Credentials) -> Iterator[dict[str, Any]]:
    require_contact([url], chosen.contact)
    yield asyncio.run(_forms_of_url(url, chosen, credentials))


async def _forms_of_url(url: str, chosen: Settings, credentials: Credentials) -> dict[str, Any]:
    """The forms of a page of the web; of those that search, whether robots.txt forbids them."""
    async with Web(
        allow=chosen.allow,
        contact=chosen.contact or "",
        credentials=credentials,
        ignore_robots=chosen.ignore_robots,
    ) as web:
        page = await web.fetch(
            Request(site=site_of(url), number=1, low=1, url=url, reason="discover")
        )
        if page.outcome != OK:
            why = page.detail or page.outcome
            raise WebError(page.outcome, f"{url} could not be opened: {why}")
        body = decompress(page.body, LARGEST)
        tree = parse(body, page.headers.get("content-type", ""), page.final_url)
        found = _forms(tree, page.final_url)
        for form in found:
            if form["template"] and not form["never"]:
                form["never"] = await web.refusal(fill(form["template"], "x")) or None
    return {"site": page.site, "file": page.final_url, "forms": found, "outcome": OK}


def _forms(tree: TagTree, url: str) -> list[dict[str, Any]]:
    base = (absolute(tree.base, url) or url) if tree.base else url
    out: list[dict[str, Any]] = []
    for place, form in enumerate(tree.forms, 1):
        verdict = judge(form)
        field = verdict.field if verdict.search else None
        encoding = form_encoding(form, tree.encoding)
        asks = posted_template if form.method == "post" else template
        asked = asks(form, base, field, encoding) if field else None
        never = (never_sent_because(form, base, url or base) if base else "") or why_too_long(asked)
        out.append(
            {
                "place": place,
                "type": "search" if verdict.search else "other",
                "method": form.method,
                "action": form.action,
                "query_field": field,
                "template": asked,
                "never": never or None,
                "values": len(offers(form, base, encoding)),
                "defaults": {
                    other.name: other.value
                    for other in form.fields
                    if other.name and other.value is not None and other.name != field
                },
            }
        )
    return out
