"""`upwell crawl`: a site with a search form becomes a file of objects."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from upwell.config import resolve, settings
from upwell.crawling import Order, Outcome, resumes, site_settings
from upwell.crawling import crawl as run_crawl
from upwell.errors import EXIT_FAILED, EXIT_INTERRUPTED, UsageError
from upwell.models.urls.canonical import site_of
from upwell.progress import Progress

from .broker import Broker, Dir
from .later import not_yet


def crawl(
    urls: Annotated[list[str], typer.Argument(help="Pages with a search form, http or https.")],
    directory: Dir = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Objects, one JSON object a line.")
    ] = None,
    readings: Annotated[
        Path | None, typer.Option("--readings", help="Also write what was read from each page.")
    ] = None,
    max_pages: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many answers.")
    ] = None,
    max_queries: Annotated[
        int | None, typer.Option(min=1, help="Ask at most this many queries.")
    ] = None,
    delay: Annotated[
        float | None, typer.Option(min=0.0, help="Seconds between two requests to a host.")
    ] = None,
    allow: Annotated[
        list[str] | None, typer.Option(help="Also open this address range, as 127.0.0.1/32.")
    ] = None,
    contact: Annotated[
        str | None, typer.Option(help="Who crawls: a mail address or URL, sent to the site.")
    ] = None,
    queries: Annotated[
        Path | None, typer.Option(help="A file of queries to ask first, one a line.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the earlier crawl.")] = False,
    broker: Broker = None,
    watch: Annotated[bool, typer.Option("--watch", help="Keep revisiting. Not built yet.")] = False,
    query_log: Annotated[str | None, typer.Option(hidden=True)] = None,
    entities: Annotated[str | None, typer.Option(hidden=True)] = None,
    allow_post: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Open a site's search form and turn the database behind it into objects.

    Probes the form, learns the site's kinds of page and the region that answers, and goes on
    asking what promises most new objects. Resumes where it stopped.

    Example: upwell crawl https://library.example/ --contact me@example.org -o books.jsonl
    """
    not_yet(
        {
            "--watch": watch,
            "--query-log": query_log,
            "--entities": entities,
            "--allow-post": allow_post,
        }
    )
    flags = {
        "dir": directory,
        "max_pages": max_pages,
        "max_queries": max_queries,
        "delay": delay,
        "allow": allow or None,
        "contact": contact,
        "broker": broker,
    }
    order = ordered(urls, flags, output, readings, fresh, _listed(queries))
    raise typer.Exit(run(order))


def ordered(
    urls: list[str],
    flags: dict[str, Any],
    output: Path | None,
    readings: Path | None,
    fresh: bool,
    queries: list[str],
) -> Order:
    """An order from flags, environment, file and defaults."""
    for url in urls:
        if not url.startswith(("http://", "https://")):
            raise UsageError(f"{url} is no URL: write it with http:// or https:// in front")
    known = settings(resolve(flags))
    return Order(
        urls=urls,
        settings={site_of(url): site_settings(flags, site_of(url), queries) for url in urls},
        directory=known.dir,
        broker=known.broker,
        output=output,
        readings=readings,
        allow=tuple(known.allow),
        contact=known.contact,
        fresh=fresh,
    )


def run(order: Order, console: Console | None = None) -> int:
    """Crawl with progress; returns the exit code."""
    console = console or Console(stderr=True)
    before = resumes(order) and not order.fresh
    opening = "resuming the crawl" if before else "a new crawl"
    console.print(f"{opening} in {order.directory}/", highlight=False)
    outcome = asyncio.run(_run(order, console))
    summary(order, outcome, console)
    if outcome.interrupted:
        return EXIT_INTERRUPTED
    return EXIT_FAILED if outcome.failed else 0


async def _run(order: Order, console: Console) -> Outcome:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def drain() -> None:
        console.print("stopping: what is under way is finished first; Ctrl-C again stops at once")
        stop.set()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, drain)
    with Progress(console) as progress:
        return await run_crawl(order, progress, stop)


def summary(order: Order, outcome: Outcome, console: Console) -> None:
    """What was found, and why it stopped."""
    for status in outcome.sites.values():
        console.print(f"\n{status.site}", style="bold", highlight=False)
        if status.template:
            console.print(f"  search form   {status.template}", highlight=False, soft_wrap=True)
        console.print(
            f"  asked         {status.queries:,} questions, {status.answered:,} answers",
            highlight=False,
        )
        if status.phase == "parked":
            console.print(f"  stopped       {status.reason}", highlight=False, soft_wrap=True)
    console.print(
        f"\n{outcome.n_objects:,} objects in {order.objects_file}"
        + (f", {outcome.n_changed:,} of them seen to change" if outcome.n_changed else ""),
        highlight=False,
        soft_wrap=True,
    )
    if outcome.interrupted:
        console.print("interrupted; the same command goes on from here", highlight=False)


def _listed(path: Path | None) -> list[str]:
    if path is None:
        return []
    if not path.exists():
        raise UsageError(f"there is no file {path}; give a file with one query a line")
    lines = path.read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
