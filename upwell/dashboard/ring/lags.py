"""How far every reader is, kept for a few seconds: on Kafka it takes seconds to ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from upwell.errors import BrokerError, StoreError
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.lag import Position, positions
from upwell.streams.log.survey import PartitionSize, surveying
from upwell.streams.topics import TOPICS

from ..params import LAG_S


class Lags:
    """Positions of readers and sizes of topics, asked for beside whoever wants to see them."""

    def __init__(self, log: EmbeddedLog | KafkaLog, clock: Callable[[], float]) -> None:
        self._log = log
        self._clock = clock
        self._asking: asyncio.Task[None] | None = None
        self.at = 0.0  # when they were asked for
        self.positions: list[Position] = []
        self.partition_sizes: dict[str, list[PartitionSize]] = {}

    def refresh(self) -> None:
        """Have them asked for, unless they are already."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
            # nobody may be waiting when it fails: the next one asks anew
            self._asking.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def current(self) -> Lags:
        """The lags as of a few seconds ago; the first answer is waited for."""
        if not 0 <= self._clock() - self.at < LAG_S:
            self.refresh()
        on_disk = isinstance(self._log, EmbeddedLog)
        if self._asking is not None and (on_disk or not self.at):
            await asyncio.shield(self._asking)
        return self

    async def close(self) -> None:
        """Ask no more."""
        if self._asking is not None:
            self._asking.cancel()
            with suppress(asyncio.CancelledError, BrokerError, StoreError):
                await self._asking

    async def _ask(self) -> None:
        try:
            async with surveying(self._log) as survey:
                self.positions = await positions(self._log, survey)
                self.partition_sizes = {
                    topic.name: await survey.partition_sizes(topic.name) for topic in TOPICS
                }
            self.at = self._clock()
        finally:
            self._asking = None
