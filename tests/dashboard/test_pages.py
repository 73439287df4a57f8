"""Every page is there with its JSON, needs no inline script, and shows what the log says."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from lxml import html

from upwell.dashboard.room import Room
from upwell.dashboard.table import VIEWS

from .filled import HOME, SITE, fill, finding

PATHS = {
    "page": f"/sites/{SITE}/page?url={quote(HOME + 'find?q=otter&n=2', safe='')}",
    "letter": "/letters/{letter}",
}


def _path(name: str, room: Room) -> str:
    view = next(view for view in VIEWS if view.name == name)
    path = PATHS.get(name, view.path).replace("{site}", SITE)
    path = path.replace("{id}", "a1")
    return path.replace("{letter}", room.ring.letters[0].name)


@pytest.mark.parametrize("name", [view.name for view in VIEWS if view.page])
async def test_a_page_and_its_json_are_there(room: Room, program: Any, name: str) -> None:
    path = _path(name, room)
    page, data = await program.get(path), await program.get("/api/v1" + path.replace("/?", "?"))
    if path == "/":
        data = await program.get("/api/v1/sites")
    assert (200, 200) == (page.status, data.status)
    assert await data.json()
    elements = list(html.fromstring(await page.text()).iter())
    assert 1 == sum(one.tag == "h1" for one in elements)
    assert [] == [one.tag for one in elements if one.tag == "script" and not one.get("src")]
    assert [] == [one.tag for one in elements if one.tag == "style"]
    names = {str(name) for one in elements for name in one.keys()}  # noqa: SIM118
    assert set() == {name for name in names if name == "style" or name.startswith("on")}
    assert {"/static"} >= {str(one.get("src"))[:7] for one in elements if one.get("src")}


async def test_a_page_that_is_not_there_says_what_to_look_at(program: Any) -> None:
    page = await program.get("/sites/nowhere.example")
    assert 404 == page.status
    assert "nowhere.example" in await page.text()
    data = await program.get("/api/v1/sites/nowhere.example")
    assert "application/problem+json" == data.content_type
    assert 404 == (await data.json())["status"]


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=x", "limit=501", "cursor=!", "cursor=WzFd", "came_back=x", "cursor=%00"],
)
async def test_an_argument_that_does_not_fit_is_named(program: Any, query: str) -> None:
    answer = await program.get(f"/api/v1/sites/{SITE}/pages?{query}")
    assert 400 == answer.status
    assert (await answer.json())["detail"].startswith(query.partition("=")[0])


async def test_a_list_in_parts_has_every_row_once(room: Room, program: Any) -> None:
    await fill(room.log, [("findings", finding(n, f"word {n}", [])) for n in range(10, 33)])
    await room.ring.look()
    for what, name in (("pages", "url"), ("queries", "query")):
        found: list[str] = []
        cursor = ""
        while True:
            path = f"/api/v1/sites/{SITE}/{what}?limit=7&cursor={cursor}"
            part = await (await program.get(path)).json()
            found += [row[name] for row in part[what]]
            cursor = part["next"]
            if cursor is None:
                break
        assert len(found) == len(set(found)) == part["n"]


async def test_the_api_is_described_path_by_path(program: Any) -> None:
    document = await (await program.get("/api/v1/openapi.json")).json()
    assert {view.api for view in VIEWS} == set(document["paths"])
    for view in VIEWS:
        parameters = document["paths"][view.api]["get"]["parameters"]
        assert {"{" + one["name"] + "}" for one in parameters if one["in"] == "path"} == {
            part for part in view.api.split("/") if part.startswith("{")
        }


async def test_a_letter_that_is_tried_again_goes_to_its_topic_and_leaves_the_list(
    room: Room, program: Any
) -> None:
    before = len(await room.log.scan("findings"))
    (letter,) = room.ring.letters
    answer = await program.post(f"/letters/{letter.name}", data={"do": "retry"})
    assert 200 == answer.status  # of the list, where it leads
    assert before + 1 == len(await room.log.scan("findings"))
    assert [] == room.ring.letters
    again = await program.post(f"/api/v1/letters/{letter.name}", json={"do": "retry"})
    assert 404 == again.status


async def test_what_a_site_says_is_text(room: Room, program: Any) -> None:
    hostile = "<img src=x onerror=alert(1)>\"'"
    more = {"detail": hostile, "why": {hostile: 1.0}, "url": HOME + hostile}
    await fill(room.log, [("findings", finding(9, hostile, [], **more))])
    await room.ring.look()
    for what in ("queries", "pages", ""):
        text = await (await program.get(f"/sites/{SITE}/{what}".rstrip("/"))).text()
        assert "<img" not in text
