"""A page that is fetched again and read by a later model: its columns take the place of its own."""

from __future__ import annotations

from upwell.models.change.news import Sighting, news

SAID = "The Whale can stop for three reasons: 4 KB 1990"
EARLY = {"title": "The Whale", "f1": "can", "reasons": "4 KB"}
LATER = {"title": "The Whale", "f2": "can stop for three reasons:", "size": "4 KB"}


def _again(before_at: float, elsewhere: frozenset[str] = frozenset()) -> dict[str, str]:
    brought = {"year": "1990"} if elsewhere else {}
    last = Sighting(EARLY | brought, SAID, 1.0, 1, said=7, elsewhere=elsewhere)
    now = Sighting(LATER, SAID, 2.0, 3, before_at=before_at, said=7)
    return news(last, now).columns


def test_what_the_same_page_was_read_as_before_goes() -> None:
    assert LATER == _again(before_at=1.0)


def test_what_other_pages_brought_stays() -> None:
    assert LATER | {"year": "1990"} == _again(1.0, frozenset({"year"}))


def test_what_another_page_said_last_is_not_in_question() -> None:
    assert _again(before_at=0.5).keys() >= {"f1", "f2"}
