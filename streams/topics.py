"""The one table of topics (DESIGN 3): names, keys, kinds, partitions, how long they are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .records import (
    Absent,
    Again,
    Change,
    DeadLetter,
    Expired,
    Finding,
    Gone,
    Learned,
    Missing,
    ModelPublished,
    Named,
    Names,
    Page,
    PageRead,
    Pinned,
    Placed,
    Publish,
    Record,
    Request,
    Seen,
    Settled,
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
    written_by, read_by
        Roles of a worker, or the commands; where a record goes from there is the ring.
    """

    name: str
    key: str
    records: tuple[type[Record], ...]
    partitions: int = PARTITIONS
    retention_s: float | None = 7 * DAY_S
    retention_bytes: int | None = None
    compact: bool = False
    compact_after_s: float = 0.0
    written_by: tuple[str, ...] = ()
    read_by: tuple[str, ...] = ()


REQUESTS = "requests"
PAGES = "pages"
FINDINGS = "findings"
OBJECTS = "objects"
CHANGES = "changes"
MODELS = "models"
READINGS = "readings"
SITES = "sites"
DEAD_LETTERS = "dead-letters"

COMMANDS = "commands"  # of `upwell`, in the columns of who writes and reads

TOPICS: tuple[Topic, ...] = (
    Topic(REQUESTS, "host", (Request,), written_by=("plan",), read_by=("fetch",)),
    Topic(
        PAGES,
        "site",
        (Page, Again, Publish),
        retention_bytes=20 * GIB,
        written_by=("fetch", "analyse", "plan", COMMANDS),
        read_by=("analyse",),
    ),
    Topic(
        FINDINGS,
        "site",
        (Finding, Learned, SiteAdded, SitePaused, Pinned, Names, Tick, Expired, Missing),
        written_by=("analyse", "plan", "watch", COMMANDS),
        read_by=("plan",),
    ),
    Topic(
        OBJECTS,
        "object id",
        (Seen, Absent, Named, Gone, Placed, Tick),
        written_by=("analyse", "plan"),
        read_by=("watch",),
    ),
    Topic(
        CHANGES,
        "object id",
        (Change,),
        retention_s=None,
        compact=True,
        compact_after_s=DAY_S,
        written_by=("watch", "plan"),
        read_by=("deliver", COMMANDS),
    ),
    Topic(
        MODELS,
        "site",
        (ModelPublished,),
        retention_s=None,
        compact=True,
        written_by=("analyse",),
        read_by=(COMMANDS,),
    ),
    Topic(
        READINGS,
        "site and page URL",
        (PageRead,),
        retention_s=None,
        compact=True,
        written_by=("analyse",),
        read_by=("deliver",),
    ),
    Topic(
        SITES,
        "site",
        (SiteStatus,),
        retention_s=None,
        compact=True,
        written_by=("plan",),
        read_by=("deliver", COMMANDS),
    ),
    Topic(
        DEAD_LETTERS,
        "that of the record",
        (DeadLetter, Settled),
        retention_s=30 * DAY_S,
        written_by=("plan", "fetch", "analyse", "watch", "deliver", COMMANDS),
        read_by=(COMMANDS,),
    ),
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
