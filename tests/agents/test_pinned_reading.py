"""Laws of pins that analyse obeys: what is said is read so, now and under every later model."""

from __future__ import annotations

import pytest

from tests.site.answers import HOST
from upwell.streams.records import Change, ModelPublished, Seen, SiteAdded

from .ring import SITE, Ring, settings_of
from .test_browsing import Shelved
from .test_pins import pins, say


def newest(ring: Ring) -> dict[str, Change]:
    """What counts by now of every object."""
    found: dict[str, Change] = {change.id: change for change in ring.of(Change)}
    return {id_: one for id_, one in found.items() if one.event not in ("withdrawn", "alias")}


def model(ring: Ring) -> ModelPublished:
    last: ModelPublished = ring.of(ModelPublished)[-1]
    return last


def crawled(*said: str, forgetful: bool = False) -> Ring:
    ring = Ring(Shelved(80), forgetful=forgetful)
    return ring.open(max_pages=60, max_queries=60, pins=pins(*said))


def names(ring: Ring) -> set[str]:
    return {name for change in newest(ring).values() for name in change.fields}


@pytest.fixture(scope="module")
def learned() -> set[str]:
    found = names(crawled())
    assert {"title"} < found
    return found


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_column_is_called_as_it_is_said_from_the_start(
    learned: set[str], forgetful: bool
) -> None:
    ring = crawled("column.title=rename name", forgetful=forgetful)
    assert learned - {"title"} | {"name"} == names(ring)


def test_a_column_that_is_renamed_later_is_so_on_every_page_read_before(learned: set[str]) -> None:
    ring = say(crawled(), "column.title=rename name")
    assert learned - {"title"} | {"name"} == names(ring)
    assert {"new", "corrected"} >= {change.event for change in ring.of(Change)}


def test_a_column_that_is_dropped_is_gone_and_comes_back_when_that_is_taken_back(
    learned: set[str],
) -> None:
    ring = say(crawled(), "column.title=drop")
    assert "title" not in names(ring)
    assert learned == names(say(ring, "column.title=learned"))


def test_a_pin_outlives_every_later_model() -> None:
    ring = say(Ring().open(max_pages=60), "column.title=rename name")
    before = model(ring).version
    more = SiteAdded(site=SITE, url=f"{HOST}/", at=3.0,
                     settings=settings_of({"max_pages": 150}))  # fmt: skip
    ring.queue.append(("findings", SITE, more))
    for _ in ring.steps():
        pass
    assert model(ring).version > before
    later = [seen for seen in ring.of(Seen) if seen.model_version > before]
    assert later
    assert all("title" not in seen.fields for seen in later)
