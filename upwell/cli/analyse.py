"""`upwell analyse`: saved pages to readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, cast, get_args

import typer

from upwell.errors import UsageError
from upwell.models.site import Reading, Site, observe
from upwell.models.site import SavedPage as ParsedPage
from upwell.models.site import analyse as analyse_site
from upwell.models.text import terms
from upwell.models.tree.parse import Engine
from upwell.streams.archive import SavedPage, SavedSite

from .output import Out
from .saved import OK, Counting, Paths, outcome, sites_of, tree_of, write_pages
from .table import Csv, kept_in, one_stdout, page_table

Line = dict[str, Any]


def analyse(
    paths: Paths,
    output: Out = None,
    table: Csv = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Feed pages one by one, as a crawl does.")
    ] = False,
    entity: Annotated[
        bool, typer.Option("--entity", help="Each page is about one thing: look for no lists.")
    ] = False,
    engine: Annotated[
        str,
        typer.Option("--engine", help="What parses the pages: lxml, or lexbor of upwell[fast]."),
    ] = "lxml",
) -> None:
    """Read saved pages: their kind, their answer, its objects.

    Writes one JSON object a page: numbers of its nodes and terms, its cluster, the regions that
    answer its query, the objects in them. Each site is analysed by itself. With --stream a later
    line of a file supersedes. With --csv the objects are written as a table, a row each: site,
    page, group, the fields in page order, links; the lines then only go where -o says.

    Example: upwell analyse saved-pages/ -o readings.jsonl --csv objects.csv
    """
    one_stdout(output, table)
    if engine not in get_args(Engine):
        raise UsageError(f"there is no engine {engine}; there are {', '.join(get_args(Engine))}")
    parsed = _Parsing(cast(Engine, engine))
    reading = Counting("reading")

    def lines() -> Iterator[Line]:
        for site in sites_of(paths):
            counted = site._replace(pages=reading(site.pages))
            yield from _streamed(counted, parsed) if stream else _together(counted, parsed, entity)

    if table is None:
        write_pages(output, lines())
        return
    kept: list[Line] = []
    write_pages(output, kept_in(kept, lines()), silent=output is None)
    page_table(kept).write(table)


def _together(site: SavedSite, parsing: _Parsing, entity: bool) -> Iterator[Line]:
    stored, parsed = [], []
    for page in site.pages:
        stored.append(page._replace(body=b"", outcome=outcome(page)))  # the tree is enough
        if stored[-1].outcome == OK:
            parsed.append(parsing(page))
    readings = iter(zip(parsed, analyse_site(parsed, entity), strict=True))
    for page in stored:
        yield _line(site.name, page, *(next(readings) if page.outcome == OK else (None, None)))


def _streamed(site: SavedSite, parsing: _Parsing) -> Iterator[Line]:
    """Page by page; at the end every page whose reading or cluster changed, once more."""
    learner, seen = Site(), []
    for page in site.pages:
        kept = page._replace(body=b"", outcome=outcome(page))
        if kept.outcome != OK:
            yield _line(site.name, kept)
            continue
        saved = parsing(page)
        reading = learner.observe_tree(saved.tree, saved.name, saved.query)
        seen.append((kept, saved, reading))
        yield _line(site.name, kept, saved, reading)
    model = learner.publish()
    if model is None:
        return
    for kept, saved, before in seen:
        reading = model.read_tree(saved.tree, observe(saved.tree, saved.name, saved.query))
        if reading != before:
            yield _line(site.name, kept, saved, reading)


class _Parsing:
    """Parses pages with one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __call__(self, page: SavedPage) -> ParsedPage:
        name = page.file.encode("utf-8", "backslashreplace").decode()  # any bytes may be a name
        return ParsedPage(name, tree_of(page, self.engine), page.query)


def _line(
    site: str, page: SavedPage, saved: ParsedPage | None = None, reading: Reading | None = None
) -> Line:
    """Every key is on every line; of a file that says nothing there is no cluster."""
    if saved is not None and reading is not None:
        tree = saved.tree
        n_terms = len(terms(tree.visible(0, tree.n), tree.language or "en"))
        told = reading.line(site=site, file=page.file, nodes=tree.n, terms=n_terms)
        return told | {"url": page.url}
    return {
        "site": site,
        "file": page.file,
        "nodes": 0,
        "terms": 0,
        "url": page.url,
        "cluster": None,
        "cluster_rank": None,
        "empty": True,
        "pagelets": [],
        "objects": [],
        "similarity": None,
        "outcome": page.outcome,
    }
