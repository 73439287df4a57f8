"""Faust's way to the embedded log: `faust.App(broker="upwell:///directory")` (DESIGN 5).

Faust finds it by the entry point `faust.transports`. Conductor, fetcher and everything above
are Faust's own; only where records come from and go to is ours.
"""

from __future__ import annotations

from typing import Any, ClassVar

from faust.exceptions import ImproperlyConfigured
from faust.transport import base
from faust.types.enums import ProcessingGuarantee

from ..log.address import parse_address
from ..log.embedded.engine import Engine
from .consumer import Consumer
from .producer import Producer


class Transport(base.Transport):
    """Transport of the scheme `upwell`.

    An app has two of these (`transport` and `producer_transport`) and the log port is a third
    user of the file; all share one engine of the process.
    """

    Consumer: ClassVar[Any] = Consumer
    Producer: ClassVar[Any] = Producer
    driver_version = "upwell"
    default_port = 0

    _engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The log's engine, acquired at the first use in the running loop."""
        if self._engine is None:
            guarantee: Any = self.app.conf.processing_guarantee
            if guarantee is not ProcessingGuarantee.AT_LEAST_ONCE:
                raise ImproperlyConfigured(
                    "the embedded log has no transactions: processing_guarantee has to be "
                    "at_least_once (upwell's agents are idempotent by the identity of records)"
                )
            if self.app.conf.producer_threaded:
                raise ImproperlyConfigured(
                    "the embedded log has its own writing thread: producer_threaded has to be off"
                )
            address = parse_address(str(self.url[0]))
            self._engine = Engine.acquire(address.directory, address.synchronous)
        return self._engine

    async def release(self) -> None:
        """Give the engine back; it is acquired again when the app starts again."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            await engine.release()
