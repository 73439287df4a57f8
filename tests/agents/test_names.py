"""Laws of names from outside in a crawl: they are asked, and a crawl that resumes has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.answers import HOST, WORDS
from upwell.agents.plan.state import Plan
from upwell.cli.crawls.names import name_records
from upwell.errors import ConfigError
from upwell.streams.records import Names, Request, SiteAdded

from .ring import SITE, Ring, settings_of


def test_words_of_lists_are_asked_before_those_of_a_dictionary() -> None:
    ring = Ring(forgetful=True)
    words = sorted(WORDS)[:4]
    names = [f"{one} {other}" for one in words for other in words if one != other]
    added = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings_of({"max_pages": 40}), at=1.0)
    ring.queue.append(("findings", SITE, added))
    ring.queue.append(("findings", SITE, Names(site=SITE, type="pair", names=names, at=1.0)))
    for _ in ring.steps():
        pass
    probed = [r.query for r in ring.of(Request) if r.reason == "probe" and r.query]
    assert set(words) <= set(probed[:6])
    plan = Plan.load(ring.views["plan", SITE])
    assert plan is not None
    assert names == plan.names.lists["pair"].names


def test_files_become_small_records_of_their_types(tmp_path: Path) -> None:
    entities, log = tmp_path / "names.tsv", tmp_path / "log.txt"
    entities.write_text("".join(f"town\tNew York {n}\n" for n in range(1_100)), "utf-8")
    log.write_text("price of red bus\nred bus\nred bus\n", "utf-8")
    records = name_records({"entities": entities, "query_log": log}, "a.org")
    assert [("town", 500), ("town", 500), ("town", 100)] == [
        (one.type, len(one.names)) for one in records[:3]
    ]
    assert "red bus" == records[3].names[0]


def test_a_file_that_cannot_be_read_is_named_with_its_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="entities"):
        name_records({"entities": tmp_path / "none.tsv"}, "a.org")
