"""What is brought along goes to the owner of its site, hop by hop, and is told nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import web

from upwell.config import resolve
from upwell.errors import ConfigError
from upwell.streams.codecs import encode
from upwell.streams.records import Request
from upwell.streams.web import Web
from upwell.streams.web.address import address
from upwell.streams.web.credentials import (
    Credentials,
    SiteCredentials,
    read_cookies,
    read_header,
    read_proxy,
)

SECRET = "s3cr3t-canary"
JAR = (
    "# Netscape HTTP Cookie File\n\n"
    f"#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t{SECRET}\n"
    "127.0.0.1\tFALSE\t/deep\tFALSE\t0\tplace\tdeep\n"
    "127.0.0.1\tFALSE\t/\tTRUE\t0\tsafe\tno\n"
    "127.0.0.1\tFALSE\t/\tFALSE\t1\told\tno\n"
    "b.example\tTRUE\t/\tFALSE\t0\tother\tno\n"
)
Handler = Callable[[web.Request], web.Response]


@asynccontextmanager
async def served(handle: Handler) -> AsyncIterator[tuple[str, list[web.Request]]]:
    """A server that keeps what it was asked; its address."""
    asked: list[web.Request] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        asked.append(request)
        return handle(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    finally:
        await runner.cleanup()


def page(_: web.Request) -> web.Response:
    return web.Response(text="<p>hello", content_type="text/html")


def request(url: str, hosts: list[str] | None = None) -> Request:
    return Request(site="s", number=1, low=1, url=url, reason="query", delay_s=0, hosts=hosts or [])


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    path = tmp_path / "cookies.txt"
    path.write_text(JAR)
    return path


async def test_cookies_and_headers_go_to_the_owner_alone(jar: Path) -> None:
    async with served(page) as (other, foreign):

        def leads_away(asked: web.Request) -> web.Response:
            away = asked.path == "/away"
            return web.Response(status=302, headers={"Location": other}) if away else page(asked)

        async with served(leads_away) as (home, own):
            given = SiteCredentials(home, read_cookies(jar), (read_header(f"X-Key: {SECRET}"),))
            host = other.removeprefix("http://")
            ports = [urlsplit(one).port for one in (home, other)]
            allow = [f"127.0.0.1=127.0.0.0/8:{port}" for port in ports]
            async with Web(allow=allow, credentials=Credentials([given], variables=False)) as asks:
                got = await asks.fetch(request(f"{home}/away", [host]))
                deep = await asks.fetch(request(f"{home}/deep/er"))
                await asks.fetch(request(f"{other}/direct"))
    assert ("ok", "ok") == (got.outcome, deep.outcome), (got.detail, deep.detail)
    assert {SECRET} == {one.headers.get("X-Key") for one in own}
    assert {f"sid={SECRET}", f"place=deep; sid={SECRET}"} == {one.headers["Cookie"] for one in own}
    assert foreign
    assert not [one for one in foreign if SECRET in str(one.headers) or "Cookie" in one.headers]
    assert SECRET.encode() not in encode(got) + encode(deep)


def test_a_site_by_https_gets_nothing_by_http_nor_do_others(jar: Path) -> None:
    given = SiteCredentials("https://shop.example.com/", read_cookies(jar), (("X-Key", SECRET),))
    credentials = Credentials([given], variables=False)
    assert {"X-Key": SECRET} == credentials.headers(address("https://www.example.com/x"))
    for url in (
        "http://shop.example.com/",
        "https://example.org/",
        "https://shop.example.com.evil.test/",
    ):
        assert {} == credentials.headers(address(url))


def test_a_cookie_for_a_domain_goes_below_it_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "jar"
    path.write_text(
        ".example.com\tTRUE\t/\tFALSE\t0\ta\t1\nexample.com\tFALSE\t/\tFALSE\t0\tb\t2\n"
    )
    credentials = Credentials(
        [SiteCredentials("https://example.com/", read_cookies(path))], variables=False
    )
    assert {"Cookie": "a=1; b=2"} == credentials.headers(address("https://example.com/"))
    assert {"Cookie": "a=1"} == credentials.headers(address("https://www.example.com/"))
    assert {} == credentials.headers(address("https://notexample.com/"))


async def test_a_proxy_is_asked_for_the_whole_address_and_names_are_still_guarded() -> None:
    async with served(page) as (proxy, asked):
        given = SiteCredentials("http://93.184.216.34/", (), (), read_proxy(proxy))
        inside = SiteCredentials("http://10.0.0.7/", (), (), read_proxy(proxy))
        async with Web(
            "me@a.test", credentials=Credentials([given, inside], variables=False)
        ) as asks:
            got = await asks.fetch(request("http://93.184.216.34/s?q=1"))
            refused = await asks.fetch(request("http://10.0.0.7/"))
    assert ("ok", "forbidden_address") == (got.outcome, refused.outcome)
    assert "http://93.184.216.34/s?q=1" in {str(one.url) for one in asked} | {
        one.raw_path for one in asked
    }
    assert not [one for one in asked if "10.0.0.7" in one.headers.get("Host", "")]


async def test_a_proxy_that_fails_does_not_tell_its_login() -> None:
    given = SiteCredentials("http://93.184.216.34/", (), (), f"http://me:{SECRET}@127.0.0.1:9")
    async with Web("me@a.test", credentials=Credentials([given], variables=False)) as asks:
        got = await asyncio.wait_for(asks.fetch(request("http://93.184.216.34/")), 20)
    assert "ok" != got.outcome
    assert SECRET.encode() not in encode(got)


def test_the_usual_variables_count_but_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "http://10.1.1.1:3128")
    monkeypatch.setenv("no_proxy", "plain.example")
    credentials = Credentials()
    assert "http://10.1.1.1:3128" == credentials.proxy(address("https://a.example/"))
    for url in ("https://plain.example/", "http://a.example/", "https://127.0.0.1/"):
        assert credentials.proxy(address(url)) is None


@pytest.mark.parametrize("line", ["a\tb", "x\tTRUE\t/\tFALSE\tsoon\tn\tv", f"{SECRET} and more"])
def test_a_broken_line_is_named_by_its_number_alone(tmp_path: Path, line: str) -> None:
    path = tmp_path / "jar"
    path.write_text(f"# cookies\n{line}\n")
    with pytest.raises(ConfigError, match="line 2") as told:
        read_cookies(path)
    assert SECRET not in str(told.value)


@pytest.mark.parametrize(
    "text", [SECRET, f"Host: {SECRET}", f"X Y: {SECRET}", f"X-A: {SECRET}\r\nX-B: 1", f": {SECRET}"]
)
def test_a_header_that_cannot_be_sent_is_refused_and_not_told(text: str) -> None:
    with pytest.raises(ConfigError) as told:
        read_header(text)
    assert SECRET not in str(told.value)


def test_a_setting_that_is_secret_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "upwell.toml").write_text(f'[site."a.example"]\nheader = "{SECRET}"\n')
    with pytest.raises(ConfigError) as told:
        resolve(site="a.example", environment={}, folder=tmp_path)
    assert SECRET not in str(told.value)
    for credentials in (
        SiteCredentials("https://a.example/", (), (("X", SECRET),), f"http://me:{SECRET}@b:1"),
    ):
        assert SECRET not in repr(credentials)
