"""`upwell analyse`: saved pages to readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from upwell.models.site import Reading, Site, observe
from upwell.models.site import SavedPage as ParsedPage
from upwell.models.site import analyse as analyse_site
from upwell.streams.archive import SavedPage, SavedSite

from .output import Out
from .saved import OK, Counting, Paths, outcome, sites_of, tree_of, write_pages

Line = dict[str, Any]


def analyse(
    paths: Paths,
    output: Out = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Feed pages one by one, as a crawl does.")
    ] = False,
    entity: Annotated[
        bool, typer.Option("--entity", help="Each page is about one thing: look for no lists.")
    ] = False,
) -> None:
    """Read saved pages: their kind, their answer, its objects.

    Writes one JSON object a page: its cluster, the regions that answer its query, the objects in
    them. Each site is analysed by itself. With --stream a later line of a file supersedes.

    Example: upwell analyse saved-pages/ -o readings.jsonl
    """
    reading = Counting("reading")

    def lines() -> Iterator[Line]:
        for site in sites_of(paths):
            counted = site._replace(pages=reading(site.pages))
            yield from _streamed(counted) if stream else _together(counted, entity)

    write_pages(output, lines())


def _together(site: SavedSite, entity: bool) -> Iterator[Line]:
    stored, parsed = [], []
    for page in site.pages:
        stored.append(page._replace(body=b"", outcome=outcome(page)))  # the tree is enough
        if stored[-1].outcome == OK:
            parsed.append(_parsed(page))
    readings = iter(analyse_site(parsed, entity))
    for page in stored:
        yield _line(site.name, page, next(readings) if page.outcome == OK else None)


def _streamed(site: SavedSite) -> Iterator[Line]:
    """Page by page; at the end every page whose reading or cluster changed, once more."""
    learner, seen = Site(), []
    for page in site.pages:
        kept = page._replace(body=b"", outcome=outcome(page))
        if kept.outcome != OK:
            yield _line(site.name, kept, None)
            continue
        saved = _parsed(page)
        reading = learner.observe_tree(saved.tree, saved.name, saved.query)
        seen.append((kept, saved, reading))
        yield _line(site.name, kept, reading)
    model = learner.publish()
    if model is None:
        return
    for kept, saved, before in seen:
        reading = model.read_tree(saved.tree, observe(saved.tree, saved.name, saved.query))
        if reading != before:
            yield _line(site.name, kept, reading)


def _parsed(page: SavedPage) -> ParsedPage:
    name = page.file.encode("utf-8", "backslashreplace").decode()  # any bytes may be a name
    return ParsedPage(name, tree_of(page), page.query)


def _line(site: str, page: SavedPage, reading: Reading | None) -> Line:
    """Every key is on every line; of a file that says nothing there is no cluster."""
    if reading is not None:
        return reading.line(site=site, file=page.file) | {"url": page.url}
    return {
        "site": site,
        "file": page.file,
        "url": page.url,
        "cluster": None,
        "cluster_rank": None,
        "empty": True,
        "pagelets": [],
        "objects": [],
        "similarity": None,
        "outcome": page.outcome,
    }
