"""`upwell analyse`: saved pages to readings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import EXIT_FAILED
from upwell.models.site import Reading, SavedPage, Site, observe
from upwell.models.site import analyse as analyse_site
from upwell.models.tree.parse import parse
from upwell.streams.archive import SavedPage as StoredPage
from upwell.streams.archive import SavedSite, read_sites

from .output import write_lines

Paths = Annotated[
    list[Path],
    typer.Argument(help="A folder of .html files, a folder of sites, a .tar.xz, or a .warc.gz."),
]
Out = Annotated[
    Path | None, typer.Option("-o", "--output", help="Write to this file instead of stdout.")
]


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
    """Read saved pages: their kind, the region that answers the query, the objects in it.

    Writes one JSON object a page. Each site is analysed by itself.

    Example: upwell analyse saved-pages/ -o readings.jsonl
    """
    n_read = 0

    def lines() -> Iterator[dict[str, Any]]:
        nonlocal n_read
        for path in paths:
            for site in read_sites(path):
                read = _streamed(site) if stream else _together(site, entity)
                for line in read:
                    n_read += line["outcome"] == "ok"
                    yield line

    n = write_lines(output, lines())
    if output is not None:
        typer.echo(f"read {n_read:,} of {n:,} pages", err=True)
    if n_read == 0:
        raise typer.Exit(EXIT_FAILED)


def _together(site: SavedSite, entity: bool) -> Iterator[dict[str, Any]]:
    stored, pages = [], []
    for page in site.pages:
        stored.append(page)
        pages.append(_parsed(page))
    for page, reading in zip(stored, analyse_site(pages, entity), strict=True):
        yield _line(site.name, page, reading)


def _streamed(site: SavedSite) -> Iterator[dict[str, Any]]:
    """Page by page; at the end every page whose reading or cluster changed, once more."""
    learner, seen = Site(), []
    for page in site.pages:
        saved = _parsed(page)
        reading = learner.observe_tree(saved.tree, saved.name, saved.query)
        seen.append((page, saved, reading))
        yield _line(site.name, page, reading)
    model = learner.publish()
    if model is None:
        return
    for page, saved, before in seen:
        reading = model.read_tree(saved.tree, observe(saved.tree, saved.name, saved.query))
        if reading != before:
            yield _line(site.name, page, reading)


def _parsed(page: StoredPage) -> SavedPage:
    tree = parse(page.body, page.content_type or "", page.url or "")
    return SavedPage(page.file, tree, page.query)


def _line(site: str, page: StoredPage, reading: Reading) -> dict[str, Any]:
    line = reading.line(site=site, file=page.file)
    line["url"] = page.url
    return line
