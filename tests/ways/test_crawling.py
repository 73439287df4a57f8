"""Each way in brings the database, by the settings that stand when nothing is said."""

from __future__ import annotations

import pytest

from upwell.sources.ways import WAYS

from .crawling import score


@pytest.mark.e2e
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", list(WAYS))
async def test_a_way_in_brings_the_database(name: str) -> None:
    got = await score(name)
    assert 0.98 <= got.recall
    assert 0.92 <= got.precision
    assert 0.05 >= got.trapped
