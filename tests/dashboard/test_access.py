"""Nothing is shown or changed without the token, for another name, or from another site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from upwell.dashboard.room import Room
from upwell.dashboard.web.access import OPEN, Access
from upwell.dashboard.web.app import make_app

from .conftest import TOKEN


def _routes(room: Room) -> Iterator[tuple[str, str]]:
    for route in make_app(room, Access()).router.routes():
        resource = route.resource
        assert resource is not None
        yield route.method, re.sub(r"{\w+}", "x", resource.canonical)


async def test_every_route_but_the_sign_of_life_is_refused_without_the_token(
    room: Room, stranger: Any
) -> None:
    routes = [(method, path) for method, path in _routes(room) if path not in OPEN]
    assert len(routes) > 20
    for method, path in routes:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "upwell-80=wrong"}):
            answer = await stranger.request(method, path, headers=headers, allow_redirects=False)
            assert 401 == answer.status, (method, path)
    assert 200 == (await stranger.get("/healthz")).status


async def test_the_token_of_the_address_becomes_a_cookie_and_leaves_the_address(
    stranger: Any,
) -> None:
    answer = await stranger.get("/", params={"token": TOKEN, "a": "b"}, allow_redirects=False)
    assert (303, "/?a=b") == (answer.status, answer.headers["Location"])
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert 200 == (await stranger.get("/")).status


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example"},
        {"Host": "rebound.example:80"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_another_name_and_another_site_are_refused(
    program: Any, headers: dict[str, str]
) -> None:
    assert 403 == (await program.get("/", headers=headers)).status


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_what_changes_something_comes_from_a_page_of_ours(program: Any, origin: str) -> None:
    answer = await program.post("/letters/0:0", data={"do": "drop"}, headers={"Origin": origin})
    assert 403 == answer.status


async def test_a_browser_without_an_origin_changes_nothing(stranger: Any) -> None:
    await stranger.get("/", params={"token": TOKEN})
    assert 403 == (await stranger.post("/letters/0:0", data={"do": "drop"})).status


async def test_every_answer_says_that_nothing_of_others_runs(stranger: Any, program: Any) -> None:
    for client, path in ((stranger, "/"), (program, "/"), (program, "/api/v1/sites")):
        headers = (await client.get(path)).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert ("DENY", "nosniff") == (
            headers["X-Frame-Options"],
            headers["X-Content-Type-Options"],
        )
