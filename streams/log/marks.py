"""Marks: the first 16 bytes of every table value, which say whose write is newer (DESIGN 4.5)."""

from __future__ import annotations

import struct
from typing import NamedTuple

from upwell.errors import StoreError

MARK_BYTES = 16
_MARK = struct.Struct(">qq")


class Mark(NamedTuple):
    """Where in its input the writer was, and in which generation it owned the partition.

    Marks compare by offset, then by generation: a zombie that was overtaken writes lower ones.
    """

    offset: int
    generation: int

    def pack(self, body: bytes = b"") -> bytes:
        """The mark and what it marks. A mark alone is a delete.

        >>> Mark(7, 2).pack(b"state")[-5:]
        b'state'
        >>> len(Mark(7, 2).pack())
        16
        """
        return _MARK.pack(self.offset, self.generation) + body


def mark_of(value: bytes) -> Mark:
    """The mark of a value.

    >>> mark_of(Mark(7, 2).pack(b"state"))
    Mark(offset=7, generation=2)
    """
    if len(value) < MARK_BYTES:
        raise StoreError(
            f"a table value of {len(value)} bytes has no mark; expected at least {MARK_BYTES}. "
            "Another program wrote to this table's changelog"
        )
    return Mark(*_MARK.unpack_from(value))
