"""Embedded or on Apache Kafka: the ring is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from upwell.models.urls.canonical import site_of
from upwell.sources import serve
from upwell.streams.log.port import Outgoing

from .crawls import SHORT, as_set, coverage, crawled, doubled, lines
from .replaying import Replayed, replay

pytestmark = pytest.mark.e2e


async def test_recorded_pages_give_the_same_objects_and_tables(
    tmp_path: Path, broker_url: str, recorded: list[Outgoing], undisturbed: Replayed
) -> None:
    """Whatever the broker, the same pages leave the same tables and the same objects."""
    again = await replay(recorded, tmp_path, broker_url)
    assert len(undisturbed.found) > 100
    assert undisturbed.tables.analyse == again.tables.analyse
    assert undisturbed.tables.watch == again.tables.watch
    assert as_set(undisturbed.found) == as_set(again.found)
    assert len(undisturbed.found) == len(again.found)


async def test_a_live_crawl_covers_the_source_and_doubles_nothing(
    tmp_path: Path, broker_url: str
) -> None:
    """At least 95 % of the records stand in the file, each event and each page of its own once."""
    broker = broker_url if broker_url.startswith("kafka") else None
    async with await serve(seed=5, size=300 if SHORT else 1000) as source:
        outcome = await crawled(source.url, tmp_path, broker)
        status = outcome.sites[site_of(source.url)]
        found = lines(tmp_path / "objects.jsonl")
        assert [] == doubled(found)
        assert coverage(found, source.truth) >= 0.95
        assert (status.issued, 0) == (status.answered, status.outstanding)
