"""Table values: a mark, then what it marks; a mark alone is a delete (DESIGN 4.5)."""

from __future__ import annotations

from upwell.streams.log.marks import MARK_BYTES, Mark, mark_of


def stamp(mark: Mark, payload: bytes) -> bytes:
    """A table value.

    Examples
    --------
    >>> unstamp(stamp(Mark(7, 1), b"model"))
    (Mark(offset=7, generation=1), b'model')
    >>> unstamp(stamp(Mark(8, 1), b""))
    (Mark(offset=8, generation=1), None)
    """
    return mark.pack(payload)


def unstamp(value: bytes) -> tuple[Mark, bytes | None]:
    """The mark and the payload; None for a delete."""
    return mark_of(value), value[MARK_BYTES:] or None
