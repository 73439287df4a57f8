"""`upwell feed add|list|test|remove`: where changes go, beside the file of a crawl."""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64encode
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.config import resolve
from upwell.errors import EXIT_FAILED, UsageError
from upwell.feeds import FeedSettings, add_feed, destination_of, feeds_in, remove_feed
from upwell.feeds.building import event_filter, is_file
from upwell.streams.feeds import Event, Failed, Refused
from upwell.streams.filters import facts_of
from upwell.streams.records import Change
from upwell.streams.sinks.differences import event_line
from upwell.streams.sinks.lines import whole_line
from upwell.streams.sinks.sqlite import FILE, connect, reading

from ..broker import Allow, Dir

SHOWN = 3  # events that `test` shows of a file

app = typer.Typer(
    name="feed",
    help="Say where changes go: files, SQLite, Parquet, RSS, webhooks, Kafka, notifications.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Name = Annotated[str, typer.Argument(metavar="NAME", help="Of the feed, as in `feed list`.")]
Many = list[str] | None


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, - and _.")],
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="jsonl, csv, sqlite, parquet, rss, atom, webhook, notify or kafka.",
        ),
    ],
    to: Annotated[
        str,
        typer.Argument(metavar="TO", help="A file, a folder (parquet), a URL; kafka://host/TOPIC."),
    ],
    where: Annotated[
        str, typer.Option(metavar="EXPR", help="A filter; see `upwell changes --help`.")
    ] = "",
    event: Annotated[
        Many, typer.Option(metavar="EVENT", help="Only new, changed, gone ...; repeatable.")
    ] = None,
    site: Annotated[Many, typer.Option(metavar="HOST", help="Only of this; repeatable.")] = None,
    column: Annotated[
        Many, typer.Option(metavar="NAME", help="csv: a cell for this column; repeatable.")
    ] = None,
    secret: Annotated[
        Many, typer.Option(metavar="whsec_...", help="webhook: what signs; else one is made.")
    ] = None,
    batch: Annotated[
        int | None, typer.Option(min=1, help="webhook, notify: events in one request.")
    ] = None,
    wait: Annotated[
        str | None, typer.Option(metavar="T", help="webhook, notify: gather a digest: 10m, 1d.")
    ] = None,
    begin: Annotated[
        str | None, typer.Option(metavar="now|start", help="start: send what was there, too.")
    ] = None,
) -> None:
    """Add a feed to `upwell.toml` where the command runs.

    The next `crawl` or `worker` fills it, from its own position on: a slow one holds nobody up,
    and a kill loses nothing. What an address of a webhook may be is said by --allow, as for sites.

    Example: upwell feed add cheap webhook https://hooks.example/u --where 'price < 100'
    """
    given: dict[str, Any] = {
        "kind": kind,
        "to": to,
        "where": where,
        "events": event,
        "sites": site,
        "columns": column,
        "secret": secret,
        "batch": batch,
        "wait": wait,
        "begin": begin,
    }
    if kind == "webhook" and not secret:
        given["secret"] = "whsec_" + b64encode(secrets.token_bytes(24)).decode()
    path = add_feed(name, {key: value for key, value in given.items() if value})
    typer.echo(f"feed {name} is in {path}; the next crawl or worker fills it", err=True)
    if kind == "webhook" and not secret:
        typer.echo(f"its receiver verifies with {given['secret']}", err=True)


@app.command("list")
def list_feeds() -> None:
    """List the feeds of `upwell.toml`, one JSON object a line; secrets are masked.

    Example: upwell feed list | jq -r '.name + " " + .kind'
    """
    for feed in feeds_in():
        typer.echo(json.dumps(feed.shown(), ensure_ascii=False))


@app.command("test")
def try_feed(name: Name, directory: Dir = None, allow: Allow = None) -> None:
    """Send one event to a feed, or show what a file would be told.

    A webhook, a notification or a topic gets the newest event that its filter wants, or a made-up
    one where there is none yet; of a file the newest three are printed and nothing is written.

    Example: upwell feed test cheap
    """
    known = resolve({"dir": directory, "allow": allow or None})
    feed = _named(name)
    newest = _newest(feed, Path(known["dir"].value) / FILE)
    if is_file(feed):
        for event in newest:
            typer.echo(json.dumps(event.body, ensure_ascii=False))
        typer.echo(f"{feed.to}: nothing was written", err=True)
        return
    event = newest[0] if newest else _made_up()
    if error := asyncio.run(_sent(feed, known["allow"].value, event)):
        typer.echo(f"upwell: feed {name}: {error}", err=True)
        raise typer.Exit(EXIT_FAILED)
    typer.echo(f"feed {name} took the event {event.name}", err=True)


@app.command()
def remove(name: Name) -> None:
    """Take a feed out of `upwell.toml`; what it filled stays.

    Example: upwell feed remove cheap
    """
    typer.echo(f"feed {name} is no longer in {remove_feed(name)}", err=True)


def _named(name: str) -> FeedSettings:
    feeds = {feed.name: feed for feed in feeds_in()}
    if name not in feeds:
        listed = ", ".join(sorted(feeds)) or "none; `upwell feed add` makes one"
        raise UsageError(f"there is no feed {name}; there are: {listed}")
    return feeds[name]


def _newest(feed: FeedSettings, path: Path) -> list[Event]:
    """The newest events that a feed wants, newest first."""
    if not path.exists():
        return []
    chosen = event_filter(feed)
    found: list[Event] = []
    database = connect(path)
    for line, whole in reading.events(database):
        mine = (not chosen.events or line["event"] in chosen.events) and (
            not chosen.sites or line["site"] in chosen.sites
        )
        if mine and chosen.where.matches(facts_of(whole, line)):
            found = [Event(line, whole), *found[: SHOWN - 1]]
    database.close()
    return found


def _made_up() -> Event:
    change = Change(
        id="test", version=1, event="new", site="shop.example", page_url="https://shop.example/",
        text="A test of this feed", seen_at=0.0, fields={"title": "A test of this feed"},
    )  # fmt: skip
    whole = whole_line(change)
    return Event(event_line(change, None, whole), whole)


async def _sent(feed: FeedSettings, allow: list[str], event: Event) -> str:
    """Why it was not taken; empty: it was."""
    post = destination_of(feed, allow)
    await post.open()
    try:
        async with asyncio.timeout(30):
            await post.send([event])
    except (Failed, Refused) as error:
        return str(error)
    except TimeoutError:
        return "no answer within 30 s"
    finally:
        await post.close()
    return ""
