"""What views look at: the ring, the log, and the folder beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog

from .ring.ring import Ring


@dataclass(slots=True)
class Room:
    """Everything a view may use."""

    log: EmbeddedLog | KafkaLog
    ring: Ring
    directory: Path
    followers: int = 0  # streams of changes that are open
    kept: dict[str, object] = field(default_factory=dict)  # what a view keeps between two requests

    @property
    def now(self) -> float:
        """Seconds since the epoch."""
        return self.ring.clock()
