"""Every name that `explain` prints of a crawled source can be set, and what is set is obeyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.site.answers import HOST
from upwell.cli.views.explain import _site
from upwell.models.change.column_names import is_numbered
from upwell.models.pins import VERBS
from upwell.models.pins.address import fits
from upwell.streams.records import Change, Finding, ModelPublished, Request, SiteAdded, SiteStatus

from .ring import SITE, Ring, settings_of
from .sourced import Sourced
from .test_pinned_reading import newest
from .test_pins import say

PAGES = 60


@pytest.fixture(scope="module")
def ring() -> Ring:
    return Ring(Sourced("library", 150)).open(max_pages=PAGES, details="sample")


def explained(ring: Ring) -> dict[str, Any]:
    """What `explain SITE` prints."""
    return _site(ring.of(SiteStatus)[-1], ring.of(ModelPublished)[-1])


def names(ring: Ring, what: str) -> dict[str, str]:
    """The names of one sort, and what holds of each."""
    told = explained(ring)["names"]
    return {one["name"]: one["holds"] for one in told if one["name"].startswith(f"{what}.")}


def further(ring: Ring, n: int) -> list[Request]:
    """What is asked when so many more pages are allowed."""
    before = len(ring.of(Request))
    settings = settings_of({"max_pages": before + n, "details": "sample"})
    ring.queue.append(("findings", SITE, SiteAdded(site=SITE, url=f"{HOST}/", settings=settings)))
    for _ in ring.steps():
        pass
    return [request for request in ring.of(Request)[before:] if isinstance(request, Request)]


def idle(ring: Ring) -> list[str]:
    return [one["name"] for one in explained(ring)["names"] if one["idle"]]


def read(ring: Ring, url: str) -> Finding:
    found: Finding = [one for one in ring.of(Finding) if one.final_url == url][-1]
    return found


def known_columns(change: Change) -> set[str]:
    """The columns of an object but those that are only counted where no list is known."""
    places = {name: place for name, (_, place, _) in change.provenance.items()}
    return {name for name in change.fields if not is_numbered(name) or places.get(name)}


def test_names_of_every_sort_are_printed(ring: Ring) -> None:
    """And of each what can be said of it."""
    told = explained(ring)["names"]
    assert set(VERBS) == {one["name"].partition(".")[0] for one in told}
    assert all(one["may"] for one in told)
    assert {"learned"} == {one["origin"] for one in told}


def test_every_column_can_be_called_otherwise(ring: Ring) -> None:
    columns = [name.partition(".")[2] for name in names(ring, "column")]
    before = {name for one in newest(ring).values() for name in known_columns(one)}
    say(ring, *(f"column.{name}=rename my {name}" for name in columns))
    after = {name for one in newest(ring).values() for name in known_columns(one)}
    assert {f"my {name}" if name in columns else name for name in before} == after
    assert [] == idle(ring)
    say(ring, *(f"column.{name}=learned" for name in columns))
    assert before == {name for one in newest(ring).values() for name in known_columns(one)}


def test_every_column_can_be_typed_and_dropped(ring: Ring) -> None:
    columns = [name.partition(".")[2] for name in names(ring, "column")]
    say(ring, *(f"column.{name}=type text" for name in columns))
    assert set() == {n for one in newest(ring).values() for n in one.typed if n in columns}
    assert {"text"} == {holds.removeprefix("type ") for holds in names(ring, "column").values()}
    say(ring, *(f"column.{name}={said}" for name in columns for said in ("learned", "drop")))
    assert set() == {n for one in newest(ring).values() for n in known_columns(one) if n in columns}
    say(ring, *(f"column.{name}=learned" for name in columns))


def test_every_kind_can_be_said_to_be_another(ring: Ring) -> None:
    for name, holds in names(ring, "kind").items():
        verb = "nothing" if holds != "nothing" else "list"
        say(ring, f"{name}={verb}")
        assert f"{verb}: pinned" in read(ring, name.partition(".")[2]).why, name
        assert [] == idle(ring)
        say(ring, f"{name}=learned")
        assert f"{verb}: pinned" not in read(ring, name.partition(".")[2]).why, name


def test_every_region_can_be_refused_and_pinned(ring: Ring) -> None:
    for name in names(ring, "region"):
        say(ring, f"{name}=never")
        told = msgspec.json.decode(ring.of(ModelPublished)[-1].body)
        assert name.partition(".")[2] not in {one["place"] for one in told["lists"]}
        say(ring, f"{name}=pin")
        assert any("pinned region" in one.why for one in ring.of(Finding)[-PAGES:])
        assert [] == idle(ring)
        say(ring, f"{name}=learned")


def test_every_argument_can_be_judged_otherwise(ring: Ring) -> None:
    for name, holds in names(ring, "argument").items():
        verb = "irrelevant" if holds != "irrelevant" else "relevant"
        say(ring, f"{name}={verb}")
        judged = dict(ring.of(SiteStatus)[-1].arguments)
        assert (verb == "relevant") == judged[name.partition(".")[2]]
        assert [] == idle(ring)
        say(ring, f"{name}=learned")


@pytest.mark.e2e
def test_every_pattern_can_be_forbidden(ring: Ring) -> None:
    for name in names(ring, "pattern"):
        say(ring, f"{name}=never")
        asked = further(ring, 3)
        assert [] == [one.url for one in asked if fits(name.partition(".")[2], one.url)]
        assert [] == idle(ring)
        say(ring, f"{name}=learned")


def refused(ring: Ring, name: str) -> bool:
    """Whether a form, or a field, is not asked by any more."""
    template = ring.of(SiteStatus)[-1].template
    return template is None or f"{name.partition('.')[2]}={{query}}" not in template


@pytest.mark.parametrize(
    ("what", "is_obeyed"),
    [("form", lambda ring, name: ring.of(SiteStatus)[-1].template is None), ("field", refused)],
)
def test_every_form_and_field_can_be_refused(
    ring: Ring, what: str, is_obeyed: Callable[[Ring, str], bool]
) -> None:
    template = ring.of(SiteStatus)[-1].template
    for name in names(ring, what):
        say(ring, f"{name}=never")
        assert is_obeyed(ring, name), name
        is_asked = ring.of(SiteStatus)[-1].template is not None  # by another field than this one
        questions = [one.url for one in further(ring, 5) if one.reason in ("probe", "query")]
        assert is_asked or questions == []
        say(ring, f"{name}=learned")
        assert template == ring.of(SiteStatus)[-1].template


def test_what_identifies_can_be_refused(ring: Ring) -> None:
    before = set(newest(ring))
    for name in names(ring, "key"):
        say(ring, f"{name}=never")
        assert before.isdisjoint(newest(ring))
        assert [] == idle(ring)
        say(ring, f"{name}=learned")
        assert before == set(newest(ring))
