"""Webhooks as their receivers see them; the reference library verifies."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from standardwebhooks.webhooks import Webhook as Reference

from upwell.errors import ConfigError
from upwell.streams.feeds import Failed, Refused
from upwell.streams.feeds.webhook import Webhook
from upwell.streams.web.guard import Guard

from .given import ALL, event

SECRET, OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"


@asynccontextmanager
async def receiver(status: int = 200, **headers: str) -> AsyncIterator[tuple[str, list[Any]]]:
    """A place on this machine and what it was sent."""
    got: list[Any] = []

    async def take(request: web.Request) -> web.Response:
        got.append((dict(request.headers), await request.text()))
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", got
    finally:
        await runner.cleanup()


async def sent(url: str, *names: str, allow: str = "127.0.0.0/8", batch: int = 1) -> None:
    hook = Webhook("mine", url, [SECRET, OLD], ALL, Guard([allow] if allow else []), batch=batch)
    await hook.open()
    try:
        await hook.send([event(name) for name in names])
    finally:
        await hook.close()


async def test_the_reference_verifies_it_with_either_key() -> None:
    """The id is the object's with its version, whenever it is sent."""
    async with receiver() as (url, got):
        await sent(url, "a")
        await sent(url, "a")
    for secret in (SECRET, OLD):
        payload = Reference(secret).verify(got[0][1], {k.lower(): v for k, v in got[0][0].items()})
        assert ("object.new", "a", 1) == (
            payload["type"], payload["data"]["id"], payload["data"]["version"],
        )  # fmt: skip
    ids = [{k.lower(): v for k, v in headers.items()}["webhook-id"] for headers, _ in got]
    assert (["a.1", "a.1"], got[0][1]) == (ids, got[1][1])


async def test_a_digest_is_one_request_with_the_id_of_each_event() -> None:
    async with receiver() as (url, got):
        await sent(url, "a", "b", batch=10)
    ((_, text),) = got
    assert ["a.1", "b.1"] == [each["webhook_id"] for each in json.loads(text)["data"]]


@pytest.mark.parametrize(("status", "error"), [(500, Failed), (429, Failed), (302, Failed),
                                               (410, Refused), (400, Refused)])  # fmt: skip
async def test_what_it_answers_decides_whether_it_is_tried_again(
    status: int, error: type[Exception]
) -> None:
    """A redirect is not followed."""
    async with receiver(status, **{"Retry-After": "7", "Location": "/"}) as (url, _):
        with pytest.raises(error, match=f"it answered {status}") as failed:
            await sent(url, "a")
    assert not isinstance(failed.value, Failed) or failed.value.retry_after_s == 7


async def test_a_place_inside_has_to_be_allowed() -> None:
    """As for sites; one that is not there is tried again."""
    async with receiver() as (url, got):
        with pytest.raises(Refused, match="is not a public web address"):
            await sent(url, "a", allow="")
        with pytest.raises(Refused, match="is not a public web address"):
            await sent(url.replace("127.0.0.1", "localhost"), "a", allow="")
    assert [] == got
    with pytest.raises(Failed):
        await sent("http://127.0.0.1:9/", "a")


def test_a_secret_that_is_none_and_an_address_that_is_none_are_refused() -> None:
    for url, secret in (("http://a.test/", "whsec_c2hvcnQ="), ("ftp://a.test/", SECRET)):
        with pytest.raises(ConfigError):
            Webhook("mine", url, [secret], ALL, Guard())
