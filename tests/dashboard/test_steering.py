"""What is said about a site in the browser stands in the stream as commands would say it."""

from __future__ import annotations

from typing import Any

import pytest

from upwell.dashboard.room import Room
from upwell.streams.codecs import decode
from upwell.streams.records import SiteAdded, SitePaused

from .filled import HOME, NOW, SITE


async def last(room: Room) -> object:
    return decode((await room.log.scan("findings"))[-1].value)


@pytest.mark.parametrize(("do", "paused"), [("pause", True), ("resume", False)])
async def test_a_site_is_paused_and_goes_on(
    room: Room, program: Any, do: str, paused: bool
) -> None:
    await program.post(f"/sites/{SITE}", data={"do": do})
    assert SitePaused(site=SITE, paused=paused, at=NOW) == await last(room)


async def test_settings_that_are_said_join_those_that_stand(room: Room, program: Any) -> None:
    await program.post(f"/sites/{SITE}", data={"do": "settings", "max_queries": "9", "delay": "2"})
    record = await last(room)
    assert isinstance(record, SiteAdded)
    found = {name: record.settings[name] for name in ("max_pages", "max_queries", "delay_s")}
    assert {"max_pages": 100, "max_queries": 9, "delay_s": 2.0} == found
    assert (HOME, NOW) == (record.url, record.at)


async def test_a_site_that_waits_is_asked_again_with_the_settings_it_has(
    room: Room, program: Any
) -> None:
    await program.post(f"/api/v1/sites/{SITE}", json={"do": "wake"})
    record = await last(room)
    assert isinstance(record, SiteAdded)
    assert 100 == record.settings["max_pages"]


@pytest.mark.parametrize(
    "form",
    [
        {"do": "explode"},
        {"do": "settings", "max_pages": "0"},
        {"do": "settings", "max_pages": "many"},
        {"do": "settings", "template": "https://a.example/"},
        {"do": "settings", "proxy": "http://evil.example:1"},
    ],
)
async def test_what_does_not_fit_is_refused_and_named(
    room: Room, program: Any, form: dict[str, str]
) -> None:
    before = len(await room.log.scan("findings"))
    answer = await program.post(f"/api/v1/sites/{SITE}", json=form)
    assert 400 == answer.status
    assert (await answer.json())["detail"].split(":")[0] in {*form, "do"}
    assert before == len(await room.log.scan("findings"))
