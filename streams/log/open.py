"""A log by its URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .address import EMBEDDED, parse_address
from .embedded import EmbeddedLog

if TYPE_CHECKING:
    from .kafka import KafkaLog


def open_log(
    url: str, partitions: int | None = None, member: str | None = None
) -> EmbeddedLog | KafkaLog:
    """The log of a broker URL, not opened yet: `await log.open()` connects.

    Parameters
    ----------
    url
        `upwell:///directory` or `kafka://host:port[/prefix]`.
    partitions
        Of every topic; fixed when a log is made. None takes what is there, or the default.
    member
        What its readers are called in their groups on Kafka, by which one that comes back is known.
    """
    if parse_address(url).scheme == EMBEDDED:
        return EmbeddedLog(url, partitions)
    from .kafka import KafkaLog  # a client that an embedded log has no use for

    return KafkaLog(url, partitions, member)
