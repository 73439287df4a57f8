"""From the settings of feeds to what fills them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from upwell.errors import ConfigError, UsageError
from upwell.streams.feeds import Destination, EventFilter
from upwell.streams.filters import parse_filter
from upwell.streams.log.address import parse_address
from upwell.streams.sinks import Sink
from upwell.streams.web.guard import Guard
from upwell.terminal import in_a_cell

from .settings import FeedSettings

DIGEST = 100  # events of a notification, where nothing else is said
DIGEST_S = 60.0


@dataclass
class Feeds:
    """The feeds of a worker: files, and destinations (with whether they begin now)."""

    sinks: list[Sink] = field(default_factory=list)
    posts: list[tuple[Destination, bool]] = field(default_factory=list)


def built(
    feeds: Sequence[FeedSettings], allow: Sequence[str] = (), broker: str | None = None
) -> Feeds:
    """The feeds of an operator; a topic of the same `broker` is written with its login.

    Raises
    ------
    UsageError
        If two of them fill one file.
    """
    found = Feeds()
    for one, other in combinations([f for f in feeds if is_file(f)], 2):
        if Path(one.to).resolve() == Path(other.to).resolve():
            raise UsageError(f"the feeds {one.name} and {other.name} both fill {one.to}")
    for feed in feeds:
        if is_file(feed):
            found.sinks += _files(feed)
        else:
            found.posts.append((destination_of(feed, allow, broker), feed.begin == "now"))
    return found


def is_file(feed: FeedSettings) -> bool:
    """Whether it is filled on this machine, and never answers."""
    return feed.kind not in ("webhook", "notify", "kafka")


def event_filter(feed: FeedSettings) -> EventFilter:
    """The filter of a feed's events."""
    return EventFilter(parse_filter(feed.where), tuple(feed.events), tuple(feed.sites))


def destination_of(
    feed: FeedSettings, allow: Sequence[str] = (), broker: str | None = None
) -> Destination:
    """The destination of a feed that acknowledges events."""
    chosen, guard = event_filter(feed), Guard(allow)
    if feed.kind == "webhook":
        from upwell.streams.feeds.webhook import Webhook

        return Webhook(
            feed.name,
            feed.to,
            feed.secret,
            chosen,
            guard,
            batch=feed.batch or 1,
            wait_s=feed.wait,
        )
    if feed.kind == "notify":
        from upwell.streams.feeds.notify import Notify

        batch, wait_s = feed.batch or DIGEST, feed.wait or DIGEST_S
        return Notify(feed.name, feed.to, chosen, guard, batch=batch, wait_s=wait_s)
    if feed.kind == "kafka":
        from upwell.streams.feeds.cloud_events import CloudEvents

        own = broker is not None and parse_address(broker).servers == parse_address(feed.to).servers
        return CloudEvents(feed.name, feed.to, chosen, secured=own)
    raise ConfigError(f"feed {feed.name}: {feed.kind} is a file, nothing is sent")


def _files(feed: FeedSettings) -> list[Sink]:
    chosen, path = event_filter(feed), Path(feed.to)
    if feed.kind == "sqlite":
        from upwell.streams.sinks.sqlite import ObjectsTable, SitesTable

        return [ObjectsTable(path), SitesTable(path)]
    if feed.kind == "parquet":
        from upwell.streams.feeds.parquet import ParquetFiles

        return [ParquetFiles(path, chosen, feed.rows)]
    if feed.kind in ("rss", "atom"):
        from upwell.streams.feeds.syndication import Syndication

        return [Syndication(path, feed.kind, feed.name, chosen, feed.keep)]
    from upwell.streams.feeds.files import EventLines, EventTable

    if feed.kind == "csv":
        return [EventTable(path, chosen, feed.columns, in_a_cell)]
    return [EventLines(path, chosen)]
