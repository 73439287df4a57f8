"""kill -9 while own pages of objects are read, and while their templates are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.streams.codecs import decode
from upwell.streams.records import Page
from upwell.streams.topics import FINDINGS

from .crawls import SHORT
from .recording import record
from .replaying import replay
from .test_kill import killed

pytestmark = [pytest.mark.crash, pytest.mark.timeout(600)]


async def test_whole_objects_are_the_same_whenever_a_worker_is_killed(tmp_path: Path) -> None:
    """Rows, own pages and what is made of both: same outputs and tables, nothing twice."""
    recorded = await record(tmp_path / "recorded", 30, 400, "library")
    own = [one for one in map(decode, (one.value for one in recorded)) if isinstance(one, Page)]
    assert 20 <= sum(bool(one.object_id) for one in own)
    (tmp_path / "alone").mkdir()
    alone = await replay(recorded, tmp_path / "alone")
    (site,) = alone.tables.analyse.values()
    assert 10 <= sum(line["page_url"] == line["url"] for line in alone.found), "none is whole"
    await killed(tmp_path, recorded, alone, site.sent[FINDINGS], 4 if SHORT else 20)
