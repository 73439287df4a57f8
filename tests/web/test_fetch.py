"""Every request ends as a page record with an outcome, whatever the web does."""

import asyncio
import errno
from urllib.parse import urlencode

import pytest
from aiohttp.abc import ResolveResult
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.urls.canonical import site_of
from upwell.streams.codecs import decode, decompress, encode
from upwell.streams.records import Page
from upwell.streams.web import Limits, Web, outcomes

from .conftest import LIMITS, PAGE, Clock, Fetch, Names, Site, request


def body(compressed: bytes) -> bytes:
    return decompress(compressed, 1 << 24)


async def test_a_page_is_the_request_answered(fetch: Fetch, site: Site, clock: Clock) -> None:
    page = await fetch("/page?q=owl", query="owl")
    assert (
        *(page.site, page.number, page.low),
        *(page.reason, page.query),
    ) == (f"127.0.0.1:{site.port}", 7, 3, "query", "owl")
    assert page.outcome == outcomes.OK
    assert page.url == page.final_url == f"{site.url}/page?q=owl"
    assert body(page.body) == PAGE
    assert page.headers["content-type"] == "text/html; charset=iso-8859-2"
    assert page.fetched_at == clock.time


async def test_a_policy_may_be_longer_than_a_page() -> None:
    policy = b"Content-Security-Policy: " + b"https://a.example " * 3_000
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n"
    page = await answered(head + policy + b"\r\n\r\nx")
    assert outcomes.OK == page.outcome


async def test_bytes_of_a_header_are_letters() -> None:
    """What is no text ends in no record: the process that writes it would end with it."""
    odd = b'Content-Type: text/html; x=\xff\xfe\r\nETag: "\xed\xa0\x80"\r\nContent-Length: 1\r\n'
    page = await answered(b"HTTP/1.1 200 OK\r\n" + odd + b"\r\nx")
    assert outcomes.OK == page.outcome
    assert "text/html; x=\xff\xfe" == page.headers["content-type"]
    assert page == decode(encode(page))
    page = await answered(b"HTTP/1.1 302 Found\r\nLocation: http://\xff\xfe/\r\n\r\n")
    assert page == decode(encode(page))


async def test_a_query_goes_on_the_wire_as_it_was_written(fetch: Fetch, site: Site) -> None:
    await fetch("/page?q=a%20b+c%2Fd&e=é#top")
    assert site.asked[-1] == "/page?q=a%20b+c%2Fd&e=%C3%A9"


async def test_we_say_who_we_are_and_send_no_cookie(fetch: Fetch, site: Site) -> None:
    await fetch("/page")
    await fetch("/page")
    assert site.headers[-1]["user-agent"].startswith("upwell/")
    assert "cookie" not in site.headers[-1]


# status, Retry-After, outcome, retry hint
STATUSES = [
    (200, None, "ok", None),
    (404, None, "ok", None),  # a body was read, whatever the status
    (500, None, "ok", None),
    (503, None, "ok", None),
    (429, "7", "busy", "7"),
    (429, None, "busy", "60"),
    (503, "Thu, 01 Jan 1970 00:17:00 GMT", "busy", "20"),
    (503, "999999999", "busy", "3600"),  # bounded
    (429, "soon", "busy", "60"),
]


@pytest.mark.parametrize(("code", "after", "outcome", "hint"), STATUSES)
async def test_a_status_is_an_outcome(
    fetch: Fetch, code: int, after: str | None, outcome: str, hint: str | None
) -> None:
    arguments = {"code": str(code)} | ({"after": after} if after is not None else {})
    page = await fetch(f"/status?{urlencode(arguments)}")
    assert (page.outcome, page.status) == (outcome, code)
    assert page.headers.get("retry-after") == hint
    assert bool(page.body) == (outcome == "ok")


async def test_a_host_that_asked_for_time_is_not_asked_again_before(
    fetch: Fetch, site: Site, clock: Clock
) -> None:
    await fetch("/status?code=429&after=600")
    n_asked = len(site.asked)
    page = await fetch("/page")
    assert (page.outcome, page.detail) == (
        "busy",
        "127.0.0.1 asked to be left alone: again in 600 s",
    )
    assert page.headers == {"retry-after": "600"}
    assert len(site.asked) == n_asked
    clock.time += 590
    assert (await fetch("/page")).outcome == "ok"
    assert clock.waits == [10.0]


async def test_a_304_confirms_what_is_known(fetch: Fetch, site: Site) -> None:
    page = await fetch("/status?code=304", etag='"v1"', modified="yesterday")
    assert (page.outcome, page.body) == (outcomes.NOT_MODIFIED, b"")
    sent = site.headers[-1]
    assert (sent["if-none-match"], sent["if-modified-since"]) == ('"v1"', "yesterday")


async def test_redirects_are_followed_to_the_fifth(fetch: Fetch, site: Site) -> None:
    page = await fetch("/chain?n=5")
    assert (page.outcome, page.final_url) == ("ok", f"{site.url}/page")
    page = await fetch("/chain?n=6")
    assert (page.outcome, page.body) == ("too_many_redirects", b"")


# where a redirect leads, outcome
ELSEWHERE = [
    ("http://other.test/page", "foreign"),
    ("http://127.0.0.1:1/page", "foreign"),  # another service of one machine
    ("/posts/17/delete", "acts"),
    ("/page?do=logout", "acts"),
    ("/page?sort=descending", "ok"),
]


@pytest.mark.parametrize(("target", "outcome"), ELSEWHERE)
async def test_a_redirect_stays_with_the_owner_and_does_nothing(
    fetch: Fetch, site: Site, target: str, outcome: str
) -> None:
    page = await fetch(f"/to?{urlencode({'url': target})}")
    assert (page.outcome, len(site.headers)) == (outcome, 2 if outcome == "ok" else 1)


async def test_conditions_are_for_the_address_they_came_from(fetch: Fetch, site: Site) -> None:
    await fetch("/to?url=/page", etag='"v1"')
    assert ["if-none-match" in sent for sent in site.headers] == [True, False]


# where a redirect leads, outcome
TARGETS = [
    ("http://10.0.0.1/", "forbidden_address"),
    ("http://[::1]/", "forbidden_address"),
    ("http://[::ffff:192.168.0.1]/", "forbidden_address"),
    ("http://169.254.169.254/latest", "forbidden_address"),
    ("http://inside.test/", "forbidden_address"),  # a name with an address inside
    ("http://0xa.1/", "forbidden_address"),  # 10.0.0.1 in other clothes
    ("file:///etc/passwd", "bad_url"),
    ("javascript:alert(1)", "bad_url"),
    ("http://user:word@shop.test/", "bad_url"),
    ("http://", "bad_url"),
    ("http://nowhere.test/", "dns"),
]


@pytest.mark.parametrize(("target", "outcome"), TARGETS)
async def test_a_redirect_passes_the_gates_of_a_first_address(
    fetch: Fetch, target: str, outcome: str
) -> None:
    hosts = [site_of(target)]  # it was named: otherwise nobody would follow
    redirected = await fetch(f"/to?{urlencode({'url': target})}", hosts=hosts)
    direct = await fetch(target)
    assert (redirected.outcome, direct.outcome) == (outcome, outcome)
    assert redirected.detail
    assert not redirected.body


async def test_a_form_is_posted_and_a_303_asks_with_get(fetch: Fetch) -> None:
    fields = [("q", "owl"), ("lang", "en")]
    page = await fetch("/form", method="POST", form=fields)
    assert body(page.body).endswith(b"POST {'q': 'owl', 'lang': 'en'}")
    page = await fetch("/to?status=303&url=/form", method="POST", form=fields)
    assert body(page.body).endswith(b"GET {}")
    page = await fetch("/to?status=307&url=/form", method="POST", form=fields)
    assert body(page.body).endswith(b"POST {'q': 'owl', 'lang': 'en'}")


# how the body is coded, outcome
CODINGS = [
    ("gzip", "ok"),
    ("members", "ok"),
    ("deflate", "ok"),
    ("raw", "ok"),
    ("cut", "truncated"),
    ("broken", "encoding"),
    ("br", "encoding"),
    ("twice", "encoding"),
    ("bomb", "too_large"),
    ("hollow", "too_large"),  # decodes to nothing, without end
]


@pytest.mark.parametrize(("kind", "outcome"), CODINGS)
async def test_a_content_encoding_is_taken_off_within_limits(
    fetch: Fetch, kind: str, outcome: str
) -> None:
    page = await fetch(f"/coded?kind={kind}")
    assert page.outcome == outcome
    assert (body(page.body) if page.body else b"") == (PAGE if outcome == "ok" else b"")


# declared type, first bytes, outcome
TYPES = [
    ("text/html", "<p>hello", "ok"),
    ("application/xhtml+xml", "<html/>", "ok"),
    ("application/octet-stream", "  <!DOCTYPE html><p>", "ok"),
    ("text/html", "", "ok"),
    ("text/html", "%PDF-1.7", "not_html"),
    ("text/html", "PK\x03\x04", "not_html"),
    ("text/html", "a\x00b", "not_html"),
    ("text/html; charset=utf-16le", "<\x00p\x00>\x00", "ok"),
    ("application/pdf", "%PDF-1.7", "not_html"),
    ("application/json", "{}", "not_html"),
    ("text/plain", "hello", "not_html"),
]


@pytest.mark.parametrize(("kind", "begin", "outcome"), TYPES)
async def test_what_is_not_a_page_is_not_read(
    fetch: Fetch, kind: str, begin: str, outcome: str
) -> None:
    page = await fetch(f"/typed?{urlencode({'type': kind, 'body': begin})}")
    assert page.outcome == outcome


# address, outcome
FAULTS = [
    ("/endless", "too_large"),
    ("/cut", "truncated"),
    ("/hangup", "reset"),
    ("http://127.0.0.1:1/", "refused"),
    ("https://shop.test:{port}/", "tls"),
    ("http://nowhere.test/", "dns"),
    ("http://" + "a" * 80 + ".test/", "dns"),
    ("http://shop.test/" + "a" * 9000, "bad_url"),
    ("no address", "bad_url"),
]


@pytest.mark.parametrize(("url", "outcome"), FAULTS)
async def test_a_fault_is_an_outcome_with_a_sentence(
    fetch: Fetch, site: Site, url: str, outcome: str
) -> None:
    page = await fetch(url.replace("{port}", str(site.port)))
    assert page.outcome == outcome
    assert page.outcome in outcomes.ALL
    assert page.detail
    assert not page.body


async def test_an_answer_that_does_not_come_is_a_timeout(site: Site) -> None:
    limits = Limits(timeout_s=0.2)
    async with Web(allow=["127.0.0.0/8"], limits=limits, resolver=Names({})) as web:
        page = await web.fetch(request(f"{site.url}/silent"))
    assert page.outcome == "timeout"
    assert "0.2 s" in page.detail


async def test_a_name_is_resolved_by_the_system_when_nobody_else_does(site: Site) -> None:
    async with Web(allow=["127.0.0.0/8", "::1"]) as web:
        page = await web.fetch(request(f"http://localhost:{site.port}/page"))
    assert page.outcome == "ok"


async def answered(data: bytes) -> Page:
    """What becomes of a request to a server that sends these bytes and closes."""

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readline()
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 No\r\n\r\n" if b"robots.txt" in asked else data)
        await writer.drain()
        writer.close()

    async with (
        await asyncio.start_server(send, "127.0.0.1", 0) as server,
        Web(allow=["127.0.0.0/8"], limits=LIMITS, resolver=Names({})) as web,
    ):
        port = server.sockets[0].getsockname()[1]
        return await web.fetch(request(f"http://127.0.0.1:{port}/"))


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
# bytes on the wire, outcome
WIRES = [
    (HEAD + b"\r\n<p>until it closes", "ok"),
    (b"220 mail.test ESMTP\r\n\r\n", "protocol"),
    (b"", "reset"),
    (HEAD, "reset"),  # no end of the headers
    (HEAD + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n", "protocol"),
    (HEAD + b"Content-Length: many\r\n\r\n<p>", "protocol"),
    (HEAD + b"Content-Length: 9\r\n\r\n<p>", "truncated"),
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n", "truncated"),
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n<p>\r\n", "protocol"),
    (b"HTTP/1.1 100 Continue\r\n\r\n" * 50, "reset"),
    (b"HTTP/1.1 302 Found\r\n\r\n", "ok"),  # a redirect to nowhere is a page
    (b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n", "bad_url"),
    (b"HTTP/1.1 204 No Content\r\n\r\n", "ok"),
]


@pytest.mark.parametrize(("data", "outcome"), WIRES)
async def test_what_comes_over_the_wire_is_an_outcome(data: bytes, outcome: str) -> None:
    page = await answered(data)
    assert page.outcome == outcome


@given(st.binary(max_size=200), st.sampled_from([b"", b"HTTP/1.1 200 OK\r\n", HEAD + b"\r\n"]))
@settings(max_examples=60, deadline=None)
def test_no_bytes_from_the_web_raise(data: bytes, head: bytes) -> None:
    page = asyncio.run(answered(head + data))
    assert page.outcome in outcomes.ALL
    assert bool(page.detail) == (page.outcome not in ("ok", "not_modified"))


async def test_a_body_that_does_not_compress_is_held_to_the_records_limit(site: Site) -> None:
    limits = Limits(compressed_bytes=10)
    async with Web(allow=["127.0.0.0/8"], limits=limits, resolver=Names({})) as web:
        page = await web.fetch(request(f"{site.url}/page"))
    assert (page.outcome, page.body) == ("too_large", b"")


def test_a_fault_either_passes_or_lasts() -> None:
    assert not outcomes.TRANSIENT & outcomes.LASTING
    assert outcomes.TRANSIENT | outcomes.LASTING | {"ok", "not_modified"} == outcomes.ALL


async def test_waiting_for_the_hosts_turn_is_not_the_pages_time(fetch: Fetch, clock: Clock) -> None:
    await fetch("/page", delay_s=5.0)
    assert (await fetch("/page", delay_s=5.0)).elapsed_s == 0.0
    assert clock.waits == [5.0, 5.0]  # robots.txt took the first turn


async def test_a_fault_of_our_own_machine_is_not_an_outcome(site: Site) -> None:
    class Exhausted(Names):
        async def resolve(self, *_: object) -> list[ResolveResult]:
            raise OSError(errno.EMFILE, "Too many open files")

    async with Web(contact="me@shop.test", resolver=Exhausted({})) as web:
        with pytest.raises(OSError, match="Too many open files"):
            await web.fetch(request("http://shop.test/"))
