"""Laws of pins of plan: what is said of forms, fields, arguments and addresses is obeyed."""

from __future__ import annotations

import pytest

from tests.site.answers import HOST
from upwell.models.pins import Pin, parse_pin_setting
from upwell.pinned.names import idle_lines, named
from upwell.streams.records import Change, Pinned, Publish, Request, SiteAdded, SiteStatus

from .ring import SITE, Answer, Ring, settings_of
from .test_browsing import Shelved
from .test_next_form import TwoForms


def pins(*said: str, origin: str = "upwell.toml") -> list[Pin]:
    return [pin for one in said for pin in parse_pin_setting(one, origin)]


def say(ring: Ring, *said: str, origin: str = "the dashboard") -> Ring:
    """What the dashboard says of a site that is crawled already."""
    record = Pinned(site=SITE, pins=pins(*said, origin=origin), at=2.0)
    ring.queue.append(("findings", SITE, record))
    for _ in ring.steps():
        pass
    return ring


def asked(ring: Ring, part: str) -> list[str]:
    return [request.url for request in ring.of(Request) if part in request.url]


def status(ring: Ring) -> SiteStatus:
    last: SiteStatus = ring.of(SiteStatus)[-1]
    return last


def test_an_address_that_is_forbidden_is_never_asked() -> None:
    """From the first request on, whatever leads there."""
    ring = Ring(Shelved(120)).open(max_pages=200, pins=pins("pattern.library.example/shelf=never"))
    assert [] == asked(ring, "/shelf")
    assert len(asked(ring, "/search")) > 10
    assert [] == status(ring).pinned.idle


def test_what_waits_is_dropped_when_it_is_forbidden() -> None:
    """Said in mid-crawl: pages on the way arrive, no further one is asked."""
    ring = Ring(Shelved(120))
    ring.queue.append(("findings", SITE, SiteAdded(site=SITE, url=f"{HOST}/", at=1.0,
                       settings=settings_of({"max_pages": 200}))))  # fmt: skip
    for _ in ring.steps():
        if len(asked(ring, "/shelf")) == 3:
            break
    said = len(asked(ring, "/shelf"))
    say(ring, "pattern.library.example/shelf=never")
    assert said == len(asked(ring, "/shelf"))


def test_an_address_that_is_said_to_be_a_list_is_opened_and_followed() -> None:
    """Though nothing says that it is one: browsing for lists is not even tried."""

    class Deep(Shelved):
        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            return outcome, status, html.replace(b">Shelf</a>", b">x</a>")

    ring = Ring(Deep(120)).open(max_pages=300, pins=pins("pattern.library.example/shelf=list"))
    assert 120 == len({change.id for change in ring.of(Change)})
    assert asked(ring, "/shelf")[0] == f"{HOST}/shelf"


def test_own_pages_are_opened_as_such_and_no_list_is_sought_there() -> None:
    """`own` holds whatever the sample says, and for any address of the pattern."""
    plain = Ring(Shelved(60)).open(max_pages=150)
    ring = Ring(Shelved(60)).open(
        max_pages=150, details="all", pins=pins("pattern.library.example/help=own")
    )
    assert asked(plain, "/help")
    assert [] == [r.url for r in ring.of(Request) if "/help" in r.url and r.reason == "browse"]


def test_the_form_that_is_pinned_is_asked_and_no_other() -> None:
    """`form.X = pin`, and the same by forbidding the other."""
    for said in (
        "form.library.example/search?q=pin",
        "form.library.example/help/find?find=never",
    ):
        ring = Ring(TwoForms(100)).open(max_pages=150, pins=pins(said))
        assert [] == [r for r in ring.of(Request) if r.query and "/help/find" in r.url]
        assert "http://library.example/search?q={query}" == status(ring).template


def test_another_form_is_taken_up_when_it_is_said_later() -> None:
    ring = Ring(TwoForms(100)).open(max_pages=400, max_queries=400)
    before = len(ring.of(Request))
    say(ring, "form.library.example/help/find?find=pin")
    later = ring.of(Request)[before:]
    assert [r for r in later if "/help/find" in r.url]
    assert [] == [r.url for r in later if r.query and "/search" in r.url]


def test_the_query_goes_into_the_field_that_is_pinned() -> None:
    class TwoFields(Shelved):
        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            other = b'<input type="text" name="author" value=""><input'
            return outcome, status, html.replace(b"<input", other, 1)

    ring = Ring(TwoFields(60)).open(max_pages=80, pins=pins("field.q=pin"))
    assert all("q=" in r.url and "author=&" in r.url for r in ring.of(Request) if r.query)
    ring = Ring(TwoFields(60)).open(max_pages=80, pins=pins("field.author=pin"))
    questions = [r for r in ring.of(Request) if r.query and r.reason == "probe"]
    assert questions
    assert all(f"author={r.query}" in r.url and r.url.endswith("q=") for r in questions)
    assert [("author", True), ("q", False)] == sorted(status(ring).pinned.fields)


def test_settings_come_before_the_dashboard_and_what_is_taken_back_is_learned_again() -> None:
    """`upwell.toml` wins; `learned` in the dashboard lifts what it said itself."""
    ring = Ring(Shelved(60)).open(max_pages=60, pins=pins("argument.start=irrelevant"))
    say(ring, "argument.start=relevant", "argument.q=irrelevant")
    held = {pin.full_name: (pin.verb, pin.origin) for pin in status(ring).pinned.pins}
    assert ("irrelevant", "upwell.toml") == held["argument.start"]
    assert ("irrelevant", "the dashboard") == held["argument.q"]
    say(ring, "argument.q=learned")
    assert ["argument.start"] == [pin.full_name for pin in status(ring).pinned.pins]


def test_analyse_is_told_of_all_pins_once_for_each_change() -> None:
    ring = Ring(Shelved(60)).open(max_pages=60, pins=pins("column.price=drop"))
    say(ring, "column.title=rename name")
    say(ring, "column.title=rename name")
    told = [record.pins for record in ring.of(Publish) if record.pins is not None]
    assert [1, 2] == [len(one) for one in told]


@pytest.mark.parametrize("forgetful", [False, True])
def test_pins_outlive_the_cache(forgetful: bool) -> None:
    """State that is decoded anew for every record obeys as that which is kept."""
    ring = Ring(Shelved(60), forgetful=forgetful).open(max_pages=60)
    say(ring, "pattern.library.example/shelf=never", "argument.sort=irrelevant")
    before = len(asked(ring, "/shelf"))
    later = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings_of({"max_pages": 120}), at=3.0)
    ring.queue.append(("findings", SITE, later))
    for _ in ring.steps():
        pass
    assert before == len(asked(ring, "/shelf"))
    assert 2 == len(status(ring).pinned.pins)


def test_a_pin_that_fits_nothing_is_told_with_the_nearest_name() -> None:
    ring = Ring(Shelved(60)).open(max_pages=60, pins=pins("pattern.library.example/shelv=never"))
    assert ["pattern.library.example/shelv"] == status(ring).pinned.idle
    (line,) = idle_lines(named(status(ring), {}))
    assert line.startswith("pattern.library.example/shelv = never (upwell.toml) fits nothing")
    assert line.endswith("the nearest is pattern.library.example/shelf?")


def test_a_form_comes_back_when_its_addresses_are_forbidden_no_more() -> None:
    ring = say(Ring(Shelved(60)).open(max_pages=60), "pattern.library.example/search=never")
    assert status(ring).template is None
    say(ring, "pattern.library.example/search=learned")
    assert "http://library.example/search?q={query}" == status(ring).template


def test_a_pattern_fits_what_was_opened_before_it_was_said() -> None:
    """Though nothing of it waits, and it is written otherwise than it is printed."""
    ring = say(Ring(Shelved(60)).open(max_pages=60), "pattern.library.example/help/*=never")
    assert ["pattern.library.example/help/*"] == status(ring).pinned.idle
    say(ring, "pattern.library.example/help/*=learned", "pattern.library.example/hel*=never")
    assert [] == status(ring).pinned.idle
