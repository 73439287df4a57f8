"""What a courier asks of a place that answers, and of time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol

from .events import Event, EventFilter


class Failed(Exception):
    """Sending failed now; it is tried again, not before `retry_after_s`."""

    def __init__(self, reason: str, retry_after_s: float = 0.0) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s


class Refused(Exception):
    """Sending can never work: these events go to the dead letters at once."""


class Destination(Protocol):
    """A destination of events that acknowledges or refuses them."""

    name: str  # of the feed
    chosen: EventFilter
    batch: int  # events that are sent together, at most
    wait_s: float  # how long one may wait for others: a digest

    async def open(self) -> None:
        """Get ready; a ConfigError when that can never be."""
        ...

    async def send(self, events: Sequence[Event]) -> None:
        """Hand over; returns when they were taken. Raises `Failed` or `Refused`."""
        ...

    async def close(self) -> None: ...


class Clock(Protocol):
    """Time as a courier needs it; tests have one that they set."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
