"""Laws of pins that analyse obeys: what is said is read so, now and under every later model."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.site.answers import HOST
from upwell.agents.part import unpack
from upwell.models.site import SiteModel
from upwell.models.site.pinned.regions import candidate_regions
from upwell.streams.codecs import decompress
from upwell.streams.records import (
    AnyRecord,
    Change,
    Finding,
    ModelPublished,
    Page,
    Publish,
    Seen,
    SiteAdded,
)

from .ring import SITE, Answer, Ring, settings_of
from .sourced import Sourced
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


@pytest.mark.parametrize("forgetful", [False, pytest.param(True, marks=pytest.mark.e2e)])
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


class Boxed(Shelved):
    """Beside the list a box of links, the same on every page."""

    def __call__(self, url: str) -> Answer:
        rows = (f'<li><a href="/by/{n}">Keeper number {n} of it</a></li>' for n in range(6))
        box = f'<ul class="keepers">{"".join(rows)}</ul></body>'
        outcome, status, html = super().__call__(url)
        return outcome, status, html.replace(b"</body>", box.encode())


def regions(ring: Ring) -> dict[str, dict[str, Any]]:
    """The candidates of the page that has most of them, by name."""
    site = SiteModel.decode(unpack(model(ring).model))
    pages = [page for page in ring.pages if "/shelf" in page.url and page.outcome == "ok"]
    found = (
        candidate_regions(site, decompress(page.body, 1 << 24), page.final_url) for page in pages
    )
    return {one["name"]: one for one in max(found, key=len)}


def test_a_region_that_is_refused_is_read_no_more_and_its_objects_are_withdrawn() -> None:
    ring = crawled()
    (read,) = {name for name, one in regions(ring).items() if one["read"]}
    links = {change.url for change in newest(ring).values()}
    assert 80 == len(links)
    say(ring, f"{read}=never")
    last = {change.id: change.event for change in ring.of(Change)}
    assert {"withdrawn"} == set(last.values())
    assert not regions(ring).get(read, {}).get("read")
    assert 80 == len(newest(say(ring, f"{read}=learned")))


def test_a_region_that_is_pinned_is_read_in_place_of_the_one_that_was_learned() -> None:
    """A box of links that all pages have alike: whoever says so is obeyed."""
    ring = Ring(Boxed(80)).open(max_pages=60, max_queries=60)
    box = next(name for name, one in regions(ring).items() if one["records"] == 6)
    say(ring, f"{box}=pin")
    assert regions(ring)[box]["read"]
    last = {change.id: change for change in ring.of(Change)}
    assert {f"{HOST}/by/{n}" for n in range(6)} == {
        change.url for change in last.values() if change.event != "withdrawn"
    }
    assert [] == msgspec.json.decode(model(ring).body)["idle"]


def test_a_region_that_no_page_has_is_told() -> None:
    ring = crawled("region.00000000000000ff=pin", "region.main=never")
    told = msgspec.json.decode(model(ring).body)["idle"]
    assert {"region.00000000000000ff", "region.main"} == set(told)
    assert 80 == len(newest(ring))


def kinds(ring: Ring) -> dict[str, str]:
    """What each kind is, by the page that it is called by."""
    told = msgspec.json.decode(model(ring).body)["clusters"]
    return {one["page"]: one["is"] for one in told}


def read(ring: Ring, url: str) -> Finding:
    found: Finding = [one for one in ring.of(Finding) if one.final_url == url][-1]
    return found


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_kind_is_what_is_said_of_one_of_its_pages(forgetful: bool) -> None:
    """Nothing: none of its pages is read. An item: as one thing. Learned again: as before."""
    ring = crawled(forgetful=forgetful)
    page = next(url for url, is_ in kinds(ring).items() if is_ == "list")
    say(ring, f"kind.{page}=nothing")
    assert "nothing" == kinds(ring)[page]
    assert (0, "no_match") == (len(read(ring, page).objects), read(ring, page).came_back)
    assert {} == {id_: one for id_, one in newest(ring).items() if "/shelf" in one.page_url}
    say(ring, f"kind.{page}=item")
    assert "pinned kind: item" in read(ring, page).why
    assert 1 >= len(read(ring, page).objects)
    say(ring, f"kind.{page}=learned")
    assert 80 == len(newest(ring))


def test_a_kind_may_be_called_by_any_of_its_pages_and_is_so_under_every_later_model() -> None:
    """Also by a page that comes later than the pin."""
    first = Ring().open(max_pages=60)
    full = [one for one in first.of(Finding) if len(one.objects) > 4]
    url = full[-1].final_url
    ring = Ring().open(max_pages=150, pins=pins(f"kind.{url}=nothing"))
    assert [] == msgspec.json.decode(model(ring).body)["idle"]
    assert "nothing" == kinds(ring)[url]
    newest_of = {one.final_url: one for one in ring.of(Finding)}
    alike = [one for one in newest_of.values() if one.cluster == newest_of[url].cluster]
    assert 10 < len(alike)
    assert [] == [one.final_url for one in alike if one.objects]


def test_an_address_says_what_a_page_is() -> None:
    ring = say(crawled(), "pattern.library.example/shelf=own")
    shelf = [one for one in ring.of(Finding) if "/shelf" in one.final_url]
    assert {0} == {len(one.objects) for one in shelf[-8:]}  # one thing that nobody asked for


def test_a_kind_that_no_page_is_of_is_told() -> None:
    ring = crawled("kind.http://library.example/none=item")
    assert ["kind.http://library.example/none"] == msgspec.json.decode(model(ring).body)["idle"]


def test_objects_are_told_apart_by_the_columns_that_are_pinned_and_keep_their_history() -> None:
    """By the title: as many objects, each under another id, and every old one leads there."""
    ring = crawled()
    before = newest(ring)
    say(ring, "key.title=pin")
    after = {id_: one for id_, one in newest(ring).items() if id_ not in before}
    assert {one.fields["title"] for one in before.values()} == {
        one.fields["title"] for one in after.values()
    }
    aliases = {one.id: one.becomes for one in ring.of(Change) if one.event == "alias"}
    assert set(before) == set(aliases)
    assert set(after) == set(aliases.values())
    say(ring, "key.title=learned")
    last = {change.id: change.event for change in ring.of(Change)}
    assert {id_ for id_, event in last.items() if event != "alias"} == set(before)


def test_objects_are_not_told_by_their_links_where_that_is_refused() -> None:
    ring = crawled("key.link=never")
    plain = newest(crawled())
    assert len(plain) == len(newest(ring))
    assert set(plain).isdisjoint(newest(ring))


def test_a_key_that_is_no_column_is_told() -> None:
    ring = crawled("key.isbn=pin")
    assert ["key.isbn"] == msgspec.json.decode(model(ring).body)["idle"]
    assert 80 == len(newest(ring))


def test_a_type_that_is_said_is_told_of_what_was_read_before() -> None:
    """And taken back it is as before: the texts are the same, their values are not."""
    ring = Ring(Sourced("shop", 60)).open(max_pages=40)
    typed = {id_: one.typed.get("price") for id_, one in newest(ring).items()}
    assert 10 < sum(value is not None for value in typed.values())
    say(ring, "column.price=type text")
    assert 0 == sum("price" in one.typed for one in newest(ring).values())
    say(ring, "column.price=learned")
    assert typed == {id_: one.typed.get("price") for id_, one in newest(ring).items()}


class Kept(Ring):
    """Remembers what stood on *pages*, in its order."""

    def __init__(self, web: Any) -> None:
        super().__init__(web)
        self.log: list[Page | Publish] = []

    def _handle(self, topic: str, key: str, record: AnyRecord) -> None:
        if isinstance(record, Page | Publish):
            self.log.append(record)
        super()._handle(topic, key, record)


def test_a_replay_of_the_pages_reads_as_the_crawl_did() -> None:
    """Without plan and without settings: what was said stands among the pages."""
    ring = Kept(Shelved(60))
    ring.open(max_pages=50, max_queries=60, pins=pins("column.title=rename name"))
    say(ring, "column.f1=drop", "key.title=pin")
    again = Ring(Shelved(60))
    del again.agents["findings"]
    again.queue.extend(("pages", SITE, record) for record in ring.log)
    for _ in again.steps():
        pass
    assert 60 == len(newest(ring))
    assert {id_: one.fields for id_, one in newest(ring).items()} == {
        id_: one.fields for id_, one in newest(again).items()
    }


def test_a_kind_of_lists_shows_its_list_however_little_of_the_page_it_is() -> None:
    """A list that a search would doubt beside so much else that differs."""

    class Wordy(Shelved):
        def __call__(self, url: str) -> Answer:
            outcome, status, html = super().__call__(url)
            drawn = sum(map(ord, url))
            told = " ".join(f"w{drawn * n % 9973}" for n in range(400 * ("/shelf" in url)))
            return outcome, status, html.replace(b"</body>", f"<p>{told}</p></body>".encode())

    ring = Ring(Wordy(60)).open(max_pages=40, max_queries=60)
    page = read(ring, f"{HOST}/shelf")
    assert [] == page.objects
    say(ring, f"kind.{page.final_url}=list")
    said = read(ring, f"{HOST}/shelf")
    assert "pinned kind: list" in said.why
    assert 10 == len(said.objects)
