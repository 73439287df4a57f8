"""A site is asked as a table, by programs and by assistants, from what is known of it."""

from __future__ import annotations

from typing import Any

import pytest

from upwell.cli.dashboard.mcp import tools
from upwell.dashboard.room import Room

from .filled import SITE

ASK = f"/api/v1/sites/{SITE}/ask"


async def answer(program: Any, **arguments: str) -> dict[str, Any]:
    found = await program.get(ASK, params=arguments)
    assert 200 == found.status, await found.text()
    told: dict[str, Any] = await found.json()
    return told


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({}, ["a1", "a3"]),
        ({"query": "otter"}, ["a3", "a1"]),
        ({"query": "otter", "where": "price < 5"}, ["a1"]),
        ({"where": "title contains her"}, ["a3"]),
        ({"where": "price > 5"}, []),
    ],
)
async def test_objects_are_those_that_answer(
    program: Any, arguments: dict[str, str], ids: list[str]
) -> None:
    assert ids == [one["id"] for one in (await answer(program, **arguments))["objects"]]


async def test_every_value_has_its_page_and_its_age(program: Any) -> None:
    told = await answer(program, query="river")
    (one,) = told["objects"]
    price = one["values"]["price"]
    assert {"value": 4.0, "unit": "GBP"} == price["value"]
    assert (98.0, "£4") == (price["age_s"], price["shown"])
    assert price["page_url"].startswith("http")


@pytest.mark.parametrize(
    ("arguments", "fresh"),
    [
        ({"query": "otter"}, True),
        ({"query": "otter", "max_age": "10"}, False),
        ({"query": "never asked"}, False),
    ],
)
async def test_an_answer_says_how_old_it_is(
    program: Any, arguments: dict[str, str], fresh: bool
) -> None:
    told = await answer(program, **arguments)
    assert fresh == told["fresh"]
    assert (told["age_s"] is None) == (told["answered_at"] is None)


@pytest.mark.parametrize(
    "arguments", [{"where": "price <"}, {"max_age": "soon"}, {"max_age": "nan"}, {"limit": "0"}]
)
async def test_what_does_not_fit_is_named(program: Any, arguments: dict[str, str]) -> None:
    found = await program.get(ASK, params=arguments)
    assert 400 == found.status
    assert next(iter(arguments)) in (await found.json())["detail"]


async def test_an_assistant_has_the_same_as_tools(room: Room) -> None:
    from mcp import Client  # late: a second of imports, of which no other test has any use

    async with Client(tools(room, room.log.url)) as client:
        names = {one.name for one in (await client.list_tools()).tools}
        assert {"sites", "schema", "ask", "changes"} == names
        asked = await client.call_tool("ask", {"site": SITE, "query": "river"})
        assert ["a1"] == [one["id"] for one in (asked.structured_content or {})["objects"]]
        found = await client.call_tool("sites", {})
        assert [SITE] == [one["site"] for one in (found.structured_content or {})["sites"]]
        changes = await client.call_tool("changes", {"event": "gone"})
        assert ["a2"] == [one["id"] for one in (changes.structured_content or {})["changes"]]
        wrong = await client.call_tool("ask", {"site": "nowhere.example"})
        assert wrong.is_error
