"""A source on which a field breaks is the source, but for that field."""

from __future__ import annotations

import pytest

from benchmarks.quality.watched.breaking import HOW, Break, Breaking
from tests.agents.watching.living import HOST
from upwell.streams.records import Request


def shown(source: Breaking) -> str:
    source.site.visits = 7
    request = Request(
        site="s", number=1, low=0, url=f"{HOST}/search/results?kw=room", reason="query"
    )
    return source(5.0, request).body.decode()


def test_nothing_is_different_while_nothing_breaks() -> None:
    whole, marked = Breaking("jobs", 1, 150), Breaking("jobs", 1, 150)
    marked.broken = Break("no field", "goes")
    assert shown(whole) == shown(marked)


@pytest.mark.parametrize("how", HOW)
def test_a_field_that_breaks_is_shown_no_more_as_it_was(how: str) -> None:
    source = Breaking("jobs", 1, 150)
    whole = shown(source)
    source.broken = Break("employer", how)
    assert whole != (after := shown(source))
    assert abs(len(after) - len(whole)) < 0.2 * len(whole)
    source.redesign()
    assert shown(source) not in (whole, after)
