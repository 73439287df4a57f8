"""The mark in front of every table value: which record it is from, and who wrote it.

Recovery keeps the value with the higher mark, whoever wrote last, so that the late write of
an owner that lost its partition never wins (DESIGN 4.5).
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

_LAYOUT = Struct(">qq")


class Mark(NamedTuple):
    """Marks order as tuples do: by offset, then by generation."""

    offset: int  # of the last record handled, in the input partition
    generation: int  # of the owner: rises with every change of ownership


def stamp(mark: Mark, payload: bytes) -> bytes:
    """A table value. Without a payload it is a delete: a mark alone.

    Examples
    --------
    >>> unstamp(stamp(Mark(7, 1), b"model"))
    (Mark(offset=7, generation=1), b'model')
    >>> unstamp(stamp(Mark(8, 1), b""))
    (Mark(offset=8, generation=1), None)
    """
    return _LAYOUT.pack(*mark) + payload


def unstamp(value: bytes) -> tuple[Mark, bytes | None]:
    """The mark and the payload; None for a delete."""
    mark = Mark(*_LAYOUT.unpack_from(value))
    return mark, value[_LAYOUT.size :] or None
