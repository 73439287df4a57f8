"""The number that a pool knows an object by."""

from __future__ import annotations

from xxhash import xxh3_64_intdigest


def object_hash(object_id: str) -> int:
    """The 64 bits a pool knows an object by.

    >>> object_hash("00000000000000ff")
    255
    """
    try:
        return int(object_id, 16) & (2**64 - 1)
    except ValueError:
        return xxh3_64_intdigest(object_id.encode())
