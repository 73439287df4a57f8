"""What values of own pages can be read as: the type of a column is decided by all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from upwell.models.columns import CountedColumn, bounded, text_readings

from ...part import pack, unpack
from ...reducer import View
from .params import ENOUGH, KEPT, MOST

PART = "own.forms"

_Counts = dict[str, tuple[int, tuple[tuple[str, int], ...]]]  # values, and how many read as what


def count(view: View, fields: Mapping[str, str]) -> None:
    """Count the values of one page."""
    counts = _counts(view)
    for name, text in sorted(fields.items()):
        n, found = counts.get(name, (0, ()))
        if n < ENOUGH and (name in counts or len(counts) < MOST):
            counts[name] = n + 1, bounded(Counter(dict(found)) + Counter(text_readings(text)), KEPT)
    view.put(PART, pack(msgspec.msgpack.encode(counts)))


def counted(view: View) -> tuple[CountedColumn, ...]:
    """The columns of own pages with the counts of their readings."""
    return tuple(CountedColumn(name, n, of) for name, (n, of) in sorted(_counts(view).items()))


def _counts(view: View) -> _Counts:
    value = view.part(PART)
    return _decode(unpack(value)) if value else {}


_decode = msgspec.msgpack.Decoder(_Counts).decode
