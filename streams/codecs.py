"""Records to bytes and back; bodies compressed and opened within a limit (DESIGN 4.13).

A value is one byte, the schema number, then MessagePack. Within one schema number fields are
only added, so an older reader skips what it does not know; an unknown number or kind is a
record for the dead letters, never a guess.
"""

from __future__ import annotations

import sys

import msgspec

from upwell.errors import RecordError

from .records import AnyRecord

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SCHEMA = 1
LEVEL = 3  # 50 kB pages: 0.27 of their size; level 9 gives 0.25 at four times the cost
LEAST_KNOWN = 8  # bytes; zstd takes no shorter dictionary
WINDOW_LOG_MAX = 23  # 8 MiB: a frame that asks for more is refused before memory is

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[AnyRecord] = msgspec.msgpack.Decoder(AnyRecord)
_prefix = bytes([SCHEMA])


def encode(record: AnyRecord) -> bytes:
    """A record as it stands in the log.

    Examples
    --------
    >>> from upwell.streams.records import Tick
    >>> encode(Tick(site="shop.test", at=5.0))[0]
    1
    >>> decode(encode(Tick(site="shop.test", at=5.0)))
    Tick(site='shop.test', at=5.0)
    """
    return _prefix + _encoder.encode(record)


def decode(value: bytes | None) -> AnyRecord:
    """The record of a value; anything else is a RecordError whose message is the reason.

    Examples
    --------
    >>> decode(b"")
    Traceback (most recent call last):
    ...
    upwell.errors.RecordError: empty value: a record has a schema byte and a body
    """
    if not value:
        raise RecordError("empty value: a record has a schema byte and a body")
    if value[0] != SCHEMA:
        raise RecordError(f"unknown schema number {value[0]}: this version reads {SCHEMA}")
    try:
        return _decoder.decode(memoryview(value)[1:])
    except (msgspec.ValidationError, RecursionError) as error:
        raise RecordError(f"not a record of schema {SCHEMA}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"not MessagePack: {error}") from error


def compress(body: bytes, before: bytes = b"", level: int = LEVEL) -> bytes:
    """A body as it travels: one zstd frame, made once, where it was fetched.

    `before`: what the reader knows already; what the body repeats of it costs next to nothing.
    `level`: of zstd, how hard it looks for repetitions.

    >>> decompress(compress(b"page" * 100), limit=1000) == b"page" * 100
    True
    >>> letters = bytes(range(256))
    >>> len(compress(letters)) > 256 > 30 > len(compress(letters, before=letters))
    True
    """
    return zstd.compress(body, level, zstd_dict=_dictionary(before))


def _dictionary(before: bytes) -> zstd.ZstdDict | None:
    return zstd.ZstdDict(before, is_raw=True) if len(before) >= LEAST_KNOWN else None


def decompress(body: bytes, limit: int, before: bytes = b"") -> bytes:
    """The bytes of a compressed body, at most `limit` of them; `before` as it was compressed.

    Never more than `limit` bytes are made, whatever the frame promises.
    Damage, a cut frame and a longer body are RecordErrors. The empty body is empty.

    >>> decompress(compress(bytes(2000)), limit=1000)
    Traceback (most recent call last):
    ...
    upwell.errors.RecordError: body is longer than its limit of 1000 bytes
    """
    if not body:
        return b""
    opener = zstd.ZstdDecompressor(
        zstd_dict=_dictionary(before),
        options={zstd.DecompressionParameter.window_log_max: WINDOW_LOG_MAX},
    )
    try:
        out = opener.decompress(body, max_length=limit + 1)
        while not opener.eof and not opener.needs_input and len(out) <= limit:
            out += opener.decompress(b"", max_length=limit + 1 - len(out))
    except zstd.ZstdError as error:
        raise RecordError(f"body is not zstd: {error}") from error
    if len(out) > limit:
        raise RecordError(f"body is longer than its limit of {limit} bytes")
    if not opener.eof:
        raise RecordError("body is cut: its zstd frame has no end")
    return out
