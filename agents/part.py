"""A part as it is stored: compressed, because state is rows of like places, counts and words."""

from __future__ import annotations

from upwell.errors import RecordError, StoreError
from upwell.streams.codecs import compress, decompress

LIMIT = 64 << 20  # bytes of an opened part; a site holds a megabyte
LEVEL = 6  # of zstd: a twelfth less than at 3, for half as much time again


def pack(value: bytes, before: bytes = b"") -> bytes:
    """The stored form of a part; `before`: what is at hand when it is opened.

    >>> unpack(pack(b"model" * 100)) == b"model" * 100
    True
    """
    return compress(value, before, LEVEL)


def unpack(payload: bytes, before: bytes = b"") -> bytes:
    """The part of a stored form; damage is our disk's and no record's fault."""
    try:
        return decompress(payload, LIMIT, before)
    except RecordError as error:
        raise StoreError(
            f"a part of a table cannot be opened: {error}; delete the tables' folder, "
            "they are rebuilt from the log"
        ) from error
