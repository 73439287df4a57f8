"""`upwell analyse`: saved pages to readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, cast, get_args

import typer

from upwell.errors import UsageError
from upwell.models.tree.parse import Engine
from upwell.streams.sinks import require_writable

from ..output import Out
from ..table import Csv, kept_in, page_table
from .analyse_site import Line, Manner, streamed, together
from .files import Counting, Paths, sites_of, write_pages


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
    why: Annotated[
        bool, typer.Option("--why", help="Add how each page was read, and by which rules.")
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
    With --why a line also says by which route the page was read (template: by what the site's other
    pages taught; search: by itself; none) and names the rules that decided, with their numbers.
    A site of more than 1,000 pages or 24 MB is learned first and then read from disk once more.

    Example: upwell analyse saved-pages/ -o readings.jsonl --csv objects.csv
    """
    require_writable({"-o": output, "--csv": table})
    if engine not in get_args(Engine):
        raise UsageError(f"there is no engine {engine}; there are {', '.join(get_args(Engine))}")
    manner = Manner(entity, cast(Engine, engine), why)
    to_stdout = "-" in map(str, (output, table)) or (output is None and table is None)
    counted = Counting("reading", free=not to_stdout)
    read = streamed if stream else together

    def lines() -> Iterator[Line]:
        for site in sites_of(paths):
            yield from read(site, manner, counted)

    if table is None:
        write_pages(output, lines())
        return
    kept: list[Line] = []
    write_pages(output, kept_in(kept, lines()), silent=output is None)
    page_table(kept).write(table)
