"""Reading a body within limits: bytes on the wire, bytes decoded."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator

from upwell.errors import WebError

from ..outcomes import ENCODING, TOO_LARGE, TRUNCATED

ACCEPTED = "gzip, deflate"


async def decoded(chunks: AsyncIterator[bytes], encoding: str, limit: int) -> AsyncIterator[bytes]:
    """Pieces of the body with its content encoding taken off, at most `limit` bytes in all.

    The bytes on the wire are held to the same limit, so that a stream which decodes to
    nothing ends as well.
    """
    decoder = _decoder(encoding)
    n_wire = n_decoded = 0
    async for chunk in chunks:
        n_wire += len(chunk)
        for piece in decoder.feed(chunk):
            n_decoded += len(piece)
            _within(n_decoded, limit)
            yield piece
        _within(n_wire, limit)
    if decoder.open:
        raise WebError(TRUNCATED, "the compressed body ends early")


class _Plain:
    open = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk


class _Zlib:
    """gzip (any number of members) or deflate (with or without the zlib head)."""

    _STEP = 1 << 16
    _MEMBER = b"\x1f\x8b"

    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._stream: zlib._Decompress | None = None
        self._ended = False

    @property
    def open(self) -> bool:
        """Whether more bytes must come."""
        return self._stream is not None

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Pieces of at most 64 kB; what follows the last member is ignored, as browsers do."""
        while chunk and not (self._ended and not self._MEMBER.startswith(chunk[:2])):
            stream = self._stream or zlib.decompressobj(self._windows(chunk))
            self._stream = stream
            yield from self._inflated(stream, chunk)
            if not stream.eof:
                return
            chunk, self._stream, self._ended = stream.unused_data, None, True

    def _inflated(self, stream: zlib._Decompress, chunk: bytes) -> Iterator[bytes]:
        full = True
        while (chunk or full) and not stream.eof:
            try:
                piece = stream.decompress(chunk, self._STEP)
            except zlib.error as error:
                raise WebError(ENCODING, f"the compressed body is broken: {error}") from error
            chunk, full = stream.unconsumed_tail, len(piece) == self._STEP
            yield piece

    def _windows(self, chunk: bytes) -> int:
        raw = self._wbits == zlib.MAX_WBITS and chunk[0] & 0x0F != 8
        return -zlib.MAX_WBITS if raw else self._wbits


def _decoder(encoding: str) -> _Plain | _Zlib:
    names = [name.strip().lower() for name in encoding.split(",")]
    coded = [name for name in names if name not in ("", "identity")]
    if not coded:
        return _Plain()
    if coded in (["gzip"], ["x-gzip"]):
        return _Zlib(zlib.MAX_WBITS | 16)
    if coded == ["deflate"]:
        return _Zlib(zlib.MAX_WBITS)
    raise WebError(ENCODING, f"content encoding {encoding[:80]!r}; asked for {ACCEPTED}")


def _within(n: int, limit: int) -> None:
    if n > limit:
        raise WebError(TOO_LARGE, f"the body is larger than {limit:,} bytes")
