"""`upwell crawl`: a site with a search form becomes a file of objects."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from upwell.config import resolve, settings
from upwell.covered import coverage_sentence, unreached_sentence
from upwell.crawling import Order, Outcome, site_settings
from upwell.crawling import crawl as run_crawl
from upwell.credentials import credentials_of
from upwell.errors import EXIT_DONE, EXIT_FAILED, EXIT_INTERRUPTED, ConfigError
from upwell.feeds import feeds_in
from upwell.models.urls.template import POSTED
from upwell.pace import counted
from upwell.progress import Progress, clock
from upwell.streams.sinks import STDOUT, is_stream, require_writable
from upwell.terminal import printable

from ..broker import (
    Allow,
    AllowPost,
    Broker,
    BrowseOnly,
    Contact,
    Cookies,
    Coverage,
    Delay,
    Details,
    Dir,
    Header,
    IgnoreRobots,
    JudgeBy,
    MaxPages,
    MaxQueries,
    Named,
    NoBrowse,
    Proxy,
    Select,
    Template,
    Watch,
    browsing,
    site_named,
)
from ..table import object_table, objects_of
from ..views.objects import standing_objects
from ..views.site_status import by_reason
from .interrupts import drain_on_signals, fail_visibly
from .names import Entities, QueryLog, name_records
from .own_queries import Queries, Query, given_queries, require_compatible
from .restart import again_or_leave
from .with_dashboard import dashboard

Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Objects, one JSON object a line; - is stdout. Not given: objects.jsonl in --dir.",
    ),
]
Readings = Annotated[
    Path | None,
    typer.Option("--readings", metavar="FILE", help="Also write what was read from each page."),
]
Warc = Annotated[
    Path | None,
    typer.Option("--warc", metavar="DIR", help="Also keep what was fetched, as WARC files."),
]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="At the end, write the objects as a table."),
]
Patience = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        min=0.0,
        help="Seconds to wait for a site that does not answer; by default 600.",
    ),
]


# Options that are settings: what the option is called here, and the setting.
_SETTINGS = {
    **{name: name for name in ("max_pages", "max_queries", "delay", "patience", "allow")},
    **{name: name for name in ("ignore_robots", "contact", "broker", "template", "allow_post")},
    **{name: name for name in ("cookies", "header", "proxy", "coverage", "query_log", "select")},
    "entities": "entities",
    "prevalence": "prevalence",
    "details": "details",
    "directory": "dir",
    "named": "set",
}


def crawl(
    context: typer.Context,
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="Pages with a search form.")],
    directory: Dir = None,
    output: Output = None,
    readings: Readings = None,
    warc: Warc = None,
    table: Csv = None,
    max_pages: MaxPages = None,
    max_queries: MaxQueries = None,
    coverage: Coverage = None,
    select: Select = None,
    prevalence: JudgeBy = None,
    details: Details = None,
    delay: Delay = None,
    allow: Allow = None,
    ignore_robots: IgnoreRobots = None,
    contact: Contact = None,
    query: Query = None,
    queries: Queries = None,
    patience: Patience = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget the earlier crawl.")] = False,
    browse_only: BrowseOnly = False,
    no_browse: NoBrowse = False,
    template: Template = None,
    cookies: Cookies = None,
    header: Header = None,
    proxy: Proxy = None,
    named: Named = None,
    broker: Broker = None,
    with_dashboard: Annotated[
        bool, typer.Option("--dashboard", help="Show it in a browser, on this machine alone.")
    ] = False,
    watch: Watch = False,
    query_log: QueryLog = None,
    entities: Entities = None,
    allow_post: AllowPost = None,
) -> None:
    """Turn the database behind a search form into objects.

    Probes the form, learns the site's kinds of page and the region that answers, and goes on
    asking what promises most new objects. Ends by itself, or with --watch goes on visiting what it
    found until Ctrl-C; resumes where it stopped. With --watch and --query the search is watched,
    and nothing else: all its pages, again and again, with events of what enters its list, leaves it
    and moves in it.

    Example: upwell crawl https://library.example/ --contact me@example.org -o books.jsonl
    Example: upwell crawl https://shop.example/ --query 'used cello' --watch
    """
    flags = settings_given(context.params) | browsing(browse_only, no_browse)
    flags["watch"] = watch or None
    require_compatible(flags, given_queries(query, queries))
    order = ordered(urls, flags, output, readings, fresh, given_queries(query, queries))
    order = replace(order, warc=warc)
    require_writable({**order.outputs, "--csv": table})
    console = Console(stderr=True)
    with dashboard(order, console) if with_dashboard else nullcontext():
        code = run(order, console)
    if table is not None:
        object_table(_objects(order)).write(table)
    raise typer.Exit(code)


def settings_given(options: dict[str, Any]) -> dict[str, Any]:
    """Settings by name, from the options of that meaning; None where an option was not given.

    >>> settings_given({"delay": 0.0, "allow": [], "output": "x"})["delay"]
    0.0
    """
    return {
        setting: None if options.get(name) == [] else options.get(name)
        for name, setting in _SETTINGS.items()
    }


def _objects(order: Order) -> list[dict[str, Any]]:
    """The lines that were written; a stream keeps none, so they come from the log."""
    if not is_stream(order.objects_file):
        return list(objects_of(order.objects_file))
    found = (asyncio.run(standing_objects(order.broker_url, site)) for site in order.settings)
    return [line for lines in found for line in lines]


def ordered(
    urls: list[str],
    flags: dict[str, Any],
    output: Path | None,
    readings: Path | None,
    fresh: bool,
    queries: list[str],
) -> Order:
    """An order from flags, environment, file and defaults; a URL given twice counts once."""
    by_url = {url: site_named(url) for url in urls}
    known = settings(resolve(flags))
    if known.broker and fresh:
        raise ConfigError("--fresh forgets a folder's own log; on a broker start in a new /prefix")
    return Order(
        urls=list(by_url),
        settings={site: site_settings(flags, site, queries) for site in by_url.values()},
        directory=known.dir,
        broker=known.broker,
        output=output,
        readings=readings,
        allow=tuple(known.allow),
        ignore_robots=tuple(known.ignore_robots),
        contact=known.contact,
        fresh=fresh,
        credentials=credentials_of(flags, by_url),
        names=[one for site in by_url.values() for one in name_records(flags, site)],
        parser=known.parser,
        patience_s=known.patience,
        feeds=tuple(feeds_in()),
    )


def run(order: Order, console: Console | None = None) -> int:
    """Crawl with progress and a summary; returns the exit code."""
    return code_of(order, crawled(order, console or Console(stderr=True)))


def crawled(order: Order, console: Console) -> Outcome:
    """Crawl with progress and a summary."""
    outcome = asyncio.run(_run(order, console))
    summary(order, outcome, console)
    return outcome


def code_of(order: Order, outcome: Outcome) -> int:
    """The exit code of a crawl that ended so."""
    if outcome.interrupted:
        return EXIT_INTERRUPTED
    return EXIT_FAILED if outcome.failed(list(order.settings)) else EXIT_DONE


async def _run(order: Order, console: Console) -> Outcome:
    stop = drain_on_signals(console)
    with Progress(console) as progress:
        return await run_crawl(
            order, progress, stop, partial(fail_visibly, console, end=again_or_leave)
        )


_WAYS = {
    "opensearch": "OpenSearch",
    "search-action": "SearchAction",
    "template": "template",
    "selects": "selects",
}


def summary(order: Order, outcome: Outcome, console: Console) -> None:
    """Print what was found, and why the crawl stopped."""

    def say(text: str = "", style: str | None = None) -> None:
        console.print(printable(text), style=style, markup=False, highlight=False, soft_wrap=True)

    for site in order.settings:
        status = outcome.sites.get(site)
        if status is None:
            continue
        say()
        say(site, style="bold")
        asked = (status.template or "none").replace(POSTED, ", by POST")
        say(f"  {_WAYS.get(status.way, 'search form'):<12} {asked}")
        for template in status.not_asked:
            say(f"  not asked    {template}")
            say(f"               --template '{template}' asks it; what was found stays")
        for default in status.hidden:
            say(f"  was hidden   {default}")
        say(
            f"  asked        {counted(status.queries, 'question')}, "
            f"{counted(status.answered, 'answer')}"
        )
        say(f"  found        {counted(outcome.n_objects.get(site, 0), 'object')}")
        for name, told in (
            ("seen", coverage_sentence(status)),
            ("beyond", unreached_sentence(status)),
        ):
            if told:
                say(f"  {name:<12} {told}")
        for reason, brought in by_reason(status):
            say(f"    {reason:<12} {brought}")
        if status.phase == "parked":
            say(f"  stopped      {status.reason}")
            if outcome.answered_before.get(site) == status.answered:
                say("               nothing was asked this time: --watch visits again what was")
                say("               found, --fresh starts over")
        if status.phase == "waiting":
            say(f"  waiting      {status.reason}, since {clock(status.away_since)}")
            say("               the same command asks it again and goes on from here")
    changed = f", {outcome.n_changed:,} of them seen to change" if outcome.n_changed else ""
    say()
    to_stdout = str(order.objects_file) == STDOUT
    place = "on stdout" if to_stdout else f"in {order.objects_file}"
    say(f"{counted(sum(outcome.n_objects.values()), 'object')} {place}{changed}")
    if outcome.interrupted:
        say("interrupted; the same command goes on from here")
