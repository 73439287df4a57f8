"""Laws of a site without a form: its tables of contents are followed, its stories told once."""

from __future__ import annotations

import pytest

from tests.papers import KINDS, MAKES, Kind, PaperSite
from tests.site.answers import HOST
from upwell.streams.records import Change, SiteStatus

from .ring import Ring


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", MAKES)
def test_every_story_of_a_paper_is_told_once(kind: Kind, make: str) -> None:
    paper = PaperSite(kind, make)  # type: ignore[arg-type]
    ring = Ring(paper).open(max_pages=400)
    last = {change.id: change for change in ring.of(Change)}
    told = [change.url for change in last.values() if change.event != "withdrawn"]
    true = {HOST + path for path in paper.by_path}
    assert len(told) == len(set(told))
    assert len(true & set(told)) >= 0.98 * len(true)
    assert len(true & set(told)) >= 0.98 * len(told)
    assert "parked" == ring.of(SiteStatus)[-1].phase
