"""What views look at: the ring, the log, and the folder beside it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog

from .objects.read_model import ReadModel
from .ring.lags import Lags
from .ring.ring import Ring


@dataclass(slots=True)
class Room:
    """Everything a view may use."""

    log: EmbeddedLog | KafkaLog
    ring: Ring
    objects: ReadModel
    lags: Lags = field(init=False)
    followers: int = 0  # streams of changes that are open
    accounts: dict[str, tuple[float, Any]] = field(default_factory=dict)  # by site, when counted
    counting: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    events: tuple[float, list[dict[str, Any]]] = (0.0, [])  # changes by site and event, and when
    counts: tuple[float, dict[str, int]] = (0.0, {})  # objects by site, and when they were counted

    def __post_init__(self) -> None:
        self.lags = Lags(self.log, self.ring.clock)

    @property
    def now(self) -> float:
        """Seconds since the epoch."""
        return self.ring.clock()
