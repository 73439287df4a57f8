"""A log by its URL."""

from __future__ import annotations

from .address import EMBEDDED, parse_address
from .embedded import EmbeddedLog
from .kafka import KafkaLog


def open_log(url: str, partitions: int | None = None) -> EmbeddedLog | KafkaLog:
    """The log of a broker URL, not opened yet: `await log.open()` connects.

    Parameters
    ----------
    url
        `upwell:///directory` or `kafka://host:port[/prefix]`.
    partitions
        Of every topic; fixed when a log is made. None takes what is there, or the default.
    """
    if parse_address(url).scheme == EMBEDDED:
        return EmbeddedLog(url, partitions)
    return KafkaLog(url, partitions)
