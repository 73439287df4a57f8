"""Objects are found by words, question, column and order; each once, with its history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from upwell.dashboard.objects.read_model import ReadModel
from upwell.dashboard.room import Room
from upwell.dashboard.web import stream

from .filled import SITE, change, fill_read_model

OBJECTS = f"/api/v1/sites/{SITE}/objects"


async def found(program: Any, **arguments: str) -> list[str]:
    answer = await program.get(OBJECTS, params=arguments)
    assert 200 == answer.status, await answer.text()
    return [one["id"] for one in (await answer.json())["objects"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["a1", "a3"]),  # those that count, last seen to differ first
        ({"order": "oldest"}, ["a3", "a1"]),
        ({"order": "found"}, ["a3", "a1"]),
        ({"state": "ended"}, ["a2"]),
        ({"state": "any", "order": "found"}, ["a3", "a2", "a1"]),
        ({"q": "river"}, ["a1"]),
        ({"q": "otter"}, ["a3", "a1"]),
        ({"q": "HER"}, ["a3"]),  # the beginning of a word
        ({"q": '"otter" OR NEAR(*'}, []),  # no language of its own
        ({"query": "river"}, ["a3"]),
        ({"column": "price", "order": "most"}, ["a1"]),  # what has no number has no place
        ({"column": "title", "value": "ERO"}, ["a3"]),
        ({"column": "title", "value": "%"}, []),
    ],
)
async def test_objects_are_those_asked_for(
    program: Any, arguments: dict[str, str], expected: list[str]
) -> None:
    assert expected == await found(program, **arguments)


@pytest.mark.parametrize("order", ["newest", "oldest", "found", "least", "most"])
async def test_a_list_in_parts_has_every_object_once(
    room: Room, program: Any, tmp_path: Path, order: str
) -> None:
    """Also those seen at one time, or of one price."""
    more = [change(f"m{n:02}", price=n // 3, seen_at=1000.0 + n // 4) for n in range(25)]
    fill_read_model(tmp_path, more)
    ids: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = await program.get(
            OBJECTS, params={"order": order, "column": "price", "limit": "4", "cursor": cursor}
        )
        part = await answer.json()
        ids += [one["id"] for one in part["objects"]]
        cursor = part["next"]
    expected = {one.id for one in more} | {"a1"} | ({"a3"} if order[0] in "nof" else set())
    assert sorted(expected) == sorted(ids)


async def test_an_object_has_its_values_its_history_and_a_plot_of_what_moved(program: Any) -> None:
    one = await (await program.get("/api/v1/objects/a1")).json()
    assert [("changed", 2), ("new", 1)] == [(v["event"], v["version"]) for v in one["history"]]
    assert {"before": {"value": 5.0, "unit": "GBP"}, "after": {"value": 4.0, "unit": "GBP"}} == (
        one["history"][0]["fields"]["price"]
    )
    assert [("price", [5.0, 4.0])] == [
        (series["name"], [value for _, value in series["points"]]) for series in one["numbers"]
    ]


async def test_a_folder_without_a_read_model_says_what_fills_it(
    room: Room, program: Any, tmp_path: Path
) -> None:
    room.objects = ReadModel(tmp_path / "empty")
    page = await program.get(f"/sites/{SITE}/objects")
    assert 200 == page.status
    assert "a crawl fills it" in await page.text()


async def test_a_read_model_that_is_made_anew_is_the_one_that_is_read(
    room: Room, program: Any, tmp_path: Path
) -> None:
    assert await found(program)
    for name in ("objects.sqlite", "objects.sqlite-wal", "objects.sqlite-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    assert [] == await found(program)
    fill_read_model(tmp_path, [change("b1")])
    assert ["b1"] == await found(program)


async def test_a_follower_gets_each_change_once_and_goes_on_where_it_was_cut_off(
    room: Room, program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LOOK_S", 0.01)

    async def events(n: int, **headers: str) -> list[tuple[int, dict[str, Any]]]:
        out: list[tuple[int, dict[str, Any]]] = []
        async with program.get("/api/v1/changes/stream", headers=headers) as answer:
            number = 0
            async for line in answer.content:
                if line.startswith(b"id: "):
                    number = int(line[4:])
                elif line.startswith(b"data: "):
                    out.append((number, json.loads(line[6:])))
                if len(out) == n:
                    return out
        return out

    all_of_them = await events(5, **{"Last-Event-ID": "0"})
    assert ["a1", "a2", "a3", "a1", "a2"] == [one["id"] for _, one in all_of_them]
    last = str(all_of_them[3][0])
    assert all_of_them[4:] == await events(1, **{"Last-Event-ID": last})
    async with program.get("/api/v1/changes/stream") as answer:
        fill_read_model(tmp_path, [change("c1")])
        while b'"id":"c1"' not in (line := await answer.content.readline()):
            assert b'"id"' not in line


async def test_followers_beyond_the_most_are_told_to_come_back(room: Room, program: Any) -> None:
    room.followers = 100
    assert 503 == (await program.get("/api/v1/changes/stream")).status
