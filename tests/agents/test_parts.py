"""Laws of stored parts: small on disk, whole in hand, and damage is the disk's fault."""

from __future__ import annotations

import pytest

from upwell.agents.state import Views
from upwell.errors import StoreError

from .toy import DictTable

ROWS = b"place 17, count 4; " * 500


def stored(value: bytes) -> DictTable:
    table = DictTable()
    views = Views(table)
    view = views.view(0, "s")
    view.begin(1)
    view.put("model", value)
    view.keep(None)
    views.commit(1)
    return table


def test_a_part_comes_back_whole_and_lies_small() -> None:
    table = stored(ROWS)
    assert ROWS == Views(table).view(0, "s").part("model")
    assert sum(len(value) for value in table.data.values()) < len(ROWS) / 10


def test_a_damaged_part_ends_the_worker_and_no_record() -> None:
    """What the machine causes is never a dead letter (DESIGN 4.8)."""
    table = stored(ROWS)
    place = next(place for place in table.data if b"model" in place[1])
    table.data[place] = table.data[place][:-5]
    with pytest.raises(StoreError, match="cannot be opened"):
        Views(table).view(0, "s").part("model")
