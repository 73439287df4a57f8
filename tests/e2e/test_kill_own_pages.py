"""kill -9 while own pages of objects are read, and while their templates are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.streams.codecs import decode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import Page
from upwell.streams.topics import FINDINGS

from .crawls import SHORT
from .recording import record
from .replaying import Line, Replayed, replay
from .test_kill import killed

TRIES = 8

pytestmark = [pytest.mark.crash, pytest.mark.timeout(600)]


async def test_whole_objects_are_the_same_whenever_a_worker_is_killed(tmp_path: Path) -> None:
    """Rows, own pages and what is made of both: same outputs and tables, nothing twice."""
    recorded, alone = await _recorded_and_replayed(tmp_path)
    (site,) = alone.tables.analyse.values()
    await killed(tmp_path, recorded, alone, site.sent[FINDINGS], 4 if SHORT else 20)


async def _recorded_and_replayed(tmp_path: Path) -> tuple[list[Outgoing], Replayed]:
    """A crawl that joined objects with their own pages, and what its pages say alone.

    In which order pages and models came is another each time: in some crawls few were joined.
    """
    for n in range(TRIES):
        recorded = await record(tmp_path / f"recorded{n}", 30, 400, "library")
        pages = [decode(one.value) for one in recorded]
        assert 20 <= sum(isinstance(one, Page) and bool(one.object_id) for one in pages)
        (tmp_path / f"alone{n}").mkdir()
        alone = await replay(recorded, tmp_path / f"alone{n}")
        if 10 <= sum(_is_joined(line) for line in alone.found):
            return recorded, alone
    pytest.fail(f"in none of {TRIES} crawls ten objects have columns of their own page")


def _is_joined(line: Line) -> bool:
    return line["url"] in {page for page, *_ in line["provenance"].values()}
