"""What a server may make our parser of HTTP do for nothing: counted, and ended early."""

from __future__ import annotations

from typing import Any

import aiohttp
from aiohttp.client_proto import ResponseHandler

MOST_INTERIM = 16  # answers 1xx before the answer itself; servers send one or two
FREE_LINES = 4_000  # line ends of an answer that cost nothing to look at
LEAST_BYTES = 8  # a line, beyond that: a chunk of one byte takes five on the wire and two lines


class MeteredHandler(ResponseHandler):
    """A connection that ends when a server talks without saying anything."""

    _n_interim = 0
    _n_bytes = 0
    _n_lines = 0

    def data_received(self, data: bytes) -> None:
        """Bytes from the wire."""
        self._n_bytes += len(data)
        self._n_lines += data.count(b"\r\n")
        if self._n_lines > FREE_LINES and self._n_bytes < LEAST_BYTES * self._n_lines:
            self._end(aiohttp.ClientPayloadError("it comes in pieces of a byte or so"))
            return
        super().data_received(data)

    def feed_data(self, data: Any, size: int = 0) -> None:
        """A message that the parser made of them."""
        interim = 100 <= data[0].code < 200 and data[0].code != 101
        self._n_interim = self._n_interim + 1 if interim else 0
        if self._n_interim > MOST_INTERIM:
            self._end(aiohttp.ServerDisconnectedError("answers of 1xx without end"))
            return
        self._n_bytes = self._n_lines = 0
        super().feed_data(data, size)

    def _end(self, why: aiohttp.ClientError) -> None:
        if self.transport is not None:
            self.transport.abort()
        self.set_exception(why)
