"""What was learned can be said otherwise in the browser, and the stream obeys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from aiohttp.test_utils import TestClient, TestServer

from tests.e2e.crawls import crawled
from upwell.dashboard.objects.read_model import ReadModel
from upwell.dashboard.ring.ring import Ring
from upwell.dashboard.room import Room
from upwell.dashboard.web.access import Access
from upwell.dashboard.web.app import make_app
from upwell.models.pins import Pin, parse_pin_setting
from upwell.models.urls.canonical import site_of
from upwell.sources.server import serve
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.records import Change, Finding, Page, Pinned

from .filled import NOW, SITE


async def last(room: Room) -> object:
    return decode((await room.log.scan("findings"))[-1].value)


@pytest.mark.parametrize(
    ("form", "pin"),
    [
        ({"name": "region.5f3a", "say": "pin"}, Pin("region", "5f3a", "pin")),
        ({"name": "region.5f3a", "say": "never", "value": ""}, Pin("region", "5f3a", "never")),
        (
            {"name": "column.price", "say": "rename", "value": " cost "},
            Pin("column", "price", "rename", "cost"),
        ),
        ({"name": "argument.sort", "say": "learned"}, Pin("argument", "sort", "learned")),
    ],
)
async def test_what_is_said_stands_in_the_stream(
    room: Room, program: Any, form: dict[str, str], pin: Pin
) -> None:
    """With the dashboard as its origin; a form without scripts says the same as JSON."""
    for answer in (
        await program.post(f"/sites/{SITE}", data={"do": "pin", **form}, allow_redirects=False),
        await program.post(f"/api/v1/sites/{SITE}", json={"do": "pin", **form}),
    ):
        assert answer.status in (200, 303)
        record = await last(room)
        assert isinstance(record, Pinned)
        (said,) = record.pins
        assert (pin.full_name, pin.text) == (said.full_name, said.text)
        assert ("the dashboard", NOW) == (said.origin, record.at)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"name": "regoin.5f", "say": "pin"}, "the nearest is region"),
        ({"name": "column.price", "say": "rename"}, "cannot be said of it"),
        ({"name": "column.price", "say": "type", "value": "mony"}, "the nearest is money"),
        ({"name": "argument.sort", "say": "relevant", "proxy": "x"}, "proxy"),
    ],
)
async def test_what_cannot_be_said_is_refused_with_what_can(
    room: Room, program: Any, form: dict[str, str], told: str
) -> None:
    before = len(await room.log.scan("findings"))
    answer = await program.post(f"/api/v1/sites/{SITE}", json={"do": "pin", **form})
    assert 400 == answer.status
    assert told in (await answer.json())["detail"]
    assert before == len(await room.log.scan("findings"))


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}])
async def test_nobody_else_can_say_anything(
    room: Room, stranger: Any, headers: dict[str, str]
) -> None:
    before = len(await room.log.scan("findings"))
    form = {"do": "pin", "name": "region.5f", "say": "never"}
    answer = await stranger.post(f"/sites/{SITE}", data=form, headers=headers)
    assert 401 == answer.status
    assert before == len(await room.log.scan("findings"))


@asynccontextmanager
async def looking(folder: Path) -> AsyncIterator[tuple[Room, Any]]:
    """A dashboard over the folder of a crawl, and who asks it."""
    log = EmbeddedLog(f"upwell://{folder}")
    await log.open()
    ring, objects = Ring(log), ReadModel(folder)
    await ring.look()
    room = Room(log, ring, objects)
    headers = {"Authorization": "Bearer t", "Accept": "text/html"}
    server = TestServer(make_app(room, Access(token="t")))
    try:
        async with TestClient(server, headers=headers) as client:
            yield room, client
    finally:
        objects.close()
        await log.close()


async def records(folder: Path, topic: str) -> list[Any]:
    log = EmbeddedLog(f"upwell://{folder}")
    await log.open()
    try:
        return [decode(one.value) for one in await log.scan(topic) if one.value is not None]
    finally:
        await log.close()


@pytest.mark.e2e
@pytest.mark.timeout(170)
async def test_the_next_readings_obey_what_is_said_after_a_restart_too(tmp_path: Path) -> None:
    """A column, a region, an argument and a pattern, each from the page where it is explained."""
    async with await serve("shop", size=60) as source:
        site = site_of(source.url)
        await crawled(source.url, tmp_path, max_pages=80)
        async with looking(tmp_path) as (room, client):
            read = [row for row in room.ring.of(site).rows.values() if row.n_objects > 3]
            url = next(row.url for row in read if row.query)
            place = f"/sites/{site}/page?url={quote(url, safe='')}"
            shown = await (await client.get(f"/api/v1{place}")).json()
            names = [one["name"] for one in shown["names"]]
            text = await (await client.get(place)).text()
            assert all(f'value="{name}"' in text for name in names if "&" not in name)
            region = next(one["name"] for one in shown["names"] if one["holds"] == "read")
            argument = next(name for name in names if name.startswith("argument."))
            detail = f"pattern.{site}/*?nr"
            said = {"column.title": ("rename", "name"), argument: ("irrelevant", "")}
            said |= {detail: ("never", ""), "column.price": ("drop", ""), region: ("pin", "")}
            for name, (say, value) in said.items():
                form = {"do": "pin", "name": name, "say": say, "value": value, "url": url}
                answer = await client.post(f"/sites/{site}", data=form, allow_redirects=False)
                assert 303 == answer.status
                assert answer.headers["Location"].startswith(f"/sites/{site}/page?url=")
        n_pages = len(await records(tmp_path, "pages"))
        await crawled(source.url, tmp_path, max_pages=120)
    later = [one for one in (await records(tmp_path, "pages"))[n_pages:] if isinstance(one, Page)]
    assert later
    assert [] == [one.url for one in later if "nr=" in one.url]
    findings = [one for one in await records(tmp_path, "findings") if isinstance(one, Finding)]
    assert any("pinned region" in one.why for one in findings[-30:])
    newest = {one.id: one for one in await records(tmp_path, "changes") if isinstance(one, Change)}
    stands = [one for one in newest.values() if one.event != "withdrawn"]
    assert 20 < len(stands)
    assert {"name"} <= set.union(*({*one.fields} for one in stands))
    assert [] == [one.fields for one in stands if {"title", "price"} & one.fields.keys()]
    async with looking(tmp_path) as (room, client):
        told = await (await client.get(f"/api/v1/sites/{site}/names")).json()
        origins = {one["name"]: one["origin"] for one in told["names"]}
        assert {"the dashboard"} == {origins[name] for name in said}
        page = await (await client.get(f"/sites/{site}/names")).text()
        assert "by the dashboard" in page


async def test_the_settings_of_a_site_come_first(tmp_path: Path) -> None:
    """What the file says is not said otherwise here; the answer names the origin."""
    async with await serve("shop", size=30) as source:
        site, origin = site_of(source.url), "upwell.toml"
        pins = parse_pin_setting("argument.sort=irrelevant", origin)
        await crawled(source.url, tmp_path, max_pages=5, pins=pins)
        async with looking(tmp_path) as (_, client):
            form = {"do": "pin", "name": "argument.sort", "say": "relevant"}
            answer = await client.post(f"/api/v1/sites/{site}", json=form)
            assert 400 == answer.status
            assert "is said by upwell.toml, which comes first" in (await answer.json())["detail"]
