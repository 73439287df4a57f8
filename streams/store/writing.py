"""Assigning to a table outside Faust's own iteration."""

from __future__ import annotations

import weakref
from typing import Any

from faust.streams import _current_event
from faust.types import EventT


def assign(table: Any, event: EventT[Any], key: bytes, value: bytes) -> None:
    """`table[key] = value` in the partition of an event.

    Faust takes the partition of a write from the event it thinks is being handled; with a
    batch there is none, and the write would raise. This is the one place that sets it.
    """
    _current_event.set(weakref.ref(event))
    table[key] = value
