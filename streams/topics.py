"""The one table of topics (DESIGN 3): names, keys, kinds, partitions, how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .records import (
    Absent,
    Again,
    Change,
    DeadLetter,
    Finding,
    Learned,
    ModelPublished,
    Page,
    PageRead,
    Publish,
    Record,
    Request,
    Seen,
    SiteAdded,
    SitePaused,
    SiteStatus,
    Tick,
)

PARTITIONS = 8  # fixed when a log is made; more would only open more RocksDB files per worker
DAY_S = 86_400.0
GIB = 1 << 30


@dataclass(frozen=True, slots=True)
class Topic:
    """One row of the table.

    Parameters
    ----------
    name
        As it stands on the log.
    key
        What a record's key is; it chooses the partition, so it is the unit of order.
    records
        The kinds that may stand in it.
    retention_s
        Age after which a record may go; None keeps it.
    retention_bytes
        Size of the whole topic above which the oldest go; None: no limit.
    compact
        Only the last record of a key is kept, at least `compact_after_s` old.
    """

    name: str
    key: str
    records: tuple[type[Record], ...]
    partitions: int = PARTITIONS
    retention_s: float | None = 7 * DAY_S
    retention_bytes: int | None = None
    compact: bool = False
    compact_after_s: float = 0.0


REQUESTS = "requests"
PAGES = "pages"
FINDINGS = "findings"
OBJECTS = "objects"
CHANGES = "changes"
MODELS = "models"
READINGS = "readings"
SITES = "sites"
DEAD_LETTERS = "dead-letters"

TOPICS: tuple[Topic, ...] = (
    Topic(REQUESTS, "host", (Request,)),
    Topic(PAGES, "site", (Page, Again, Publish), retention_bytes=20 * GIB),
    Topic(FINDINGS, "site", (Finding, Learned, SiteAdded, SitePaused, Tick)),
    Topic(OBJECTS, "object id", (Seen, Absent, Tick)),
    Topic(CHANGES, "object id", (Change,), retention_s=None, compact=True, compact_after_s=DAY_S),
    Topic(MODELS, "site", (ModelPublished,), retention_s=None, compact=True),
    Topic(READINGS, "site and page URL", (PageRead,), retention_s=None, compact=True),
    Topic(SITES, "site", (SiteStatus,), retention_s=None, compact=True),
    Topic(DEAD_LETTERS, "", (DeadLetter,), retention_s=30 * DAY_S),
)


def declared(partitions: int = PARTITIONS) -> tuple[Topic, ...]:
    """The table with another partition count.

    >>> {topic.partitions for topic in declared(2)}
    {2}
    """
    return tuple(replace(topic, partitions=partitions) for topic in TOPICS)


def topic_named(name: str) -> Topic:
    """The row of a name.

    >>> topic_named("pages").key
    'site'
    """
    return next(topic for topic in TOPICS if topic.name == name)
