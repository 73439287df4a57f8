"""robots.txt is asked for once, understood by RFC 9309, and obeyed at every hop."""

import asyncio
import time
from functools import partial

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from tests.costs import collector_off
from upwell.streams.parsers import ParserLimits
from upwell.streams.parsers.robots import HERE_BYTES, RobotsParser, our_groups
from upwell.streams.web import Web
from upwell.streams.web.agent import TOKEN

from .conftest import Clock, Fetch, Site, request

RULES = """
User-agent: *
Disallow: /

User-agent: upwell
Disallow: /basket
Allow: /basket/open
Disallow: /*?sort=
"""


def text(rules: str | bytes, status: int = 200) -> web.Response:
    body = rules if isinstance(rules, bytes) else rules.encode()
    return web.Response(body=body, status=status, content_type="text/plain")


# path, outcome under RULES
PATHS = [
    ("/page", "ok"),
    ("/basket", "robots"),
    ("/basket/3", "robots"),
    ("/basket/open", "ok"),  # the longer rule wins
    ("/page?sort=year", "robots"),
    ("/page?q=1&sort=year", "ok"),
]


@pytest.mark.parametrize(("path", "outcome"), PATHS)
async def test_the_rules_for_us_are_obeyed(
    fetch: Fetch, site: Site, path: str, outcome: str
) -> None:
    site.robots = lambda: text(RULES)
    page = await fetch(path)
    assert page.outcome == outcome
    assert site.asked == ["/robots.txt"] + ([path] if outcome == "ok" else [])


async def test_rules_of_a_host_are_left_aside_only_when_it_is_named(site: Site) -> None:
    site.robots = lambda: text("User-agent: *\nDisallow: /\n")
    for ignored, outcome in ((["127.0.0.1"], "ok"), (["other.test"], "robots"), ([], "robots")):
        async with Web(allow=["127.0.0.1/32"], ignore_robots=ignored) as web_:
            page = await web_.fetch(request(f"{site.url}/page", delay_s=0))
        assert outcome == page.outcome
    assert ["/page", "/robots.txt", "/robots.txt"] == site.asked


# status of robots.txt, outcome of a page (RFC 9309 2.3.1)
STATUSES = [(404, "ok"), (403, "ok"), (401, "ok"), (500, "robots"), (503, "robots")]


@pytest.mark.parametrize(("status", "outcome"), STATUSES)
async def test_unavailable_allows_and_unreachable_forbids(
    fetch: Fetch, site: Site, status: int, outcome: str
) -> None:
    site.robots = lambda: text("User-agent: *\nDisallow: /\n", status)
    page = await fetch("/page")
    assert page.outcome == outcome
    assert outcome == "ok" or f"answered {status}" in page.detail


# what stands in robots.txt, outcome of /basket
BODIES = [
    (b"\xef\xbb\xbfUser-agent: *\nDisallow: /basket", "robots"),  # with a byte order mark
    (b"<html><body>Not found</body></html>", "ok"),  # a page instead of rules
    (b"\xff\xfe\x00\x01" * 500, "ok"),
    (b"User-agent: *\nDisallow: /basket\n" + b"#" * 700_000, "robots"),  # cut at 500 KiB
]


@pytest.mark.parametrize(("rules", "outcome"), BODIES)
async def test_odd_rules_are_read_as_far_as_they_go(
    fetch: Fetch, site: Site, rules: bytes, outcome: str
) -> None:
    site.robots = lambda: text(rules)
    assert (await fetch("/basket")).outcome == outcome


async def test_rules_are_asked_for_once_and_again_after_a_day(
    web_: Web, site: Site, clock: Clock
) -> None:
    asked = [web_.fetch(request(f"{site.url}/page?{n}")) for n in range(5)]
    await asyncio.gather(*asked)
    assert site.asked.count("/robots.txt") == 1
    clock.time += 25 * 3600
    await web_.fetch(request(f"{site.url}/page"))
    assert site.asked.count("/robots.txt") == 2


async def test_a_failing_robots_is_asked_again_after_five_minutes(
    fetch: Fetch, site: Site, clock: Clock
) -> None:
    site.robots = lambda: text("", 503)
    assert (await fetch("/page")).outcome == "robots"
    site.robots = lambda: text("")
    assert (await fetch("/page")).outcome == "robots"
    clock.time += 301
    assert (await fetch("/page")).outcome == "ok"


async def test_a_redirect_into_a_forbidden_part_is_not_followed(fetch: Fetch, site: Site) -> None:
    site.robots = lambda: text(RULES)
    page = await fetch("/to?url=/basket")
    assert (page.outcome, page.final_url) == ("robots", f"{site.url}/basket")
    assert "/basket" not in site.asked


async def test_a_redirected_robots_is_followed_and_an_endless_one_allows(
    fetch: Fetch, site: Site, clock: Clock
) -> None:
    site.robots = lambda: web.Response(status=302, headers={"Location": "/robots.txt"})
    assert (await fetch("/page")).outcome == "ok"
    clock.time += 25 * 3600
    site.robots = lambda: web.Response(status=302, headers={"Location": "http://10.0.0.1/r"})
    assert (await fetch("/page")).outcome == "ok"  # another owner's is not asked


async def test_the_crawl_delay_is_kept_when_it_is_the_longer(
    fetch: Fetch, site: Site, clock: Clock
) -> None:
    site.robots = lambda: text("User-agent: *\nCrawl-delay: 7\n")
    await fetch("/page", delay_s=1.0)
    await fetch("/page", delay_s=1.0)
    await fetch("/page", delay_s=9.0)
    assert clock.waits == [7.0, 7.0, 9.0]


async def test_a_delay_of_zero_waits_for_nothing(fetch: Fetch, clock: Clock) -> None:
    for _ in range(3):
        await fetch("/page", delay_s=0.0)
    assert clock.waits == []


# agents and rules of a file, which a parser of all of it multiplies
HOSTILE = [
    "".join(f"User-agent: a{n}\n" for n in range(3_000))
    + "".join(f"Disallow:/{n}\n" for n in range(3_000)),
    "".join(f"User-agent: a{n}\n" for n in range(20_000)) + "User-agent: *\n"
    "" + "".join(f"Disallow:/{n}\n" for n in range(20_000)),
    "".join(f"User-agent: *\nDisallow: /{'*a' * 20}{n}\n" for n in range(6_000)),
    "User-agent: " * 40_000,
]


async def test_a_robots_made_to_be_slow_costs_our_own_process_next_to_nothing(
    web_: Web, site: Site, clock: Clock
) -> None:
    for robots in HOSTILE:
        site.robots = partial(text, robots)
        clock.time += 25 * 3600
        with collector_off():
            begun = time.process_time()
            assert (await web_.fetch(request(f"{site.url}/page"))).outcome == "ok"
            assert time.process_time() - begun < 0.5


async def test_a_robots_beyond_the_limits_of_its_process_forbids_as_one_that_was_not_to_be_had(
    web_: Web, site: Site, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = RobotsParser(ParserLimits(memory=1 << 20))
    monkeypatch.setattr(web_._robots, "_parser", narrow)
    site.robots = lambda: text("User-agent: *\n" + "Disallow: /basket\n" * HERE_BYTES)
    page = await web_.fetch(request(f"{site.url}/page"))
    assert ("robots", True) == (page.outcome, "cannot be read" in page.detail)
    site.robots = lambda: text("User-agent: *\nDisallow: /basket\n")
    clock.time += 301
    assert (await web_.fetch(request(f"{site.url}/page"))).outcome == "ok"


def test_rules_count_once_for_each_group_that_they_are_of() -> None:
    robots = "User-agent: up\nUser-agent: *\n" + "".join(f"Disallow: /{n}\n" for n in range(9))
    assert 2 + 3 == len(our_groups(robots, TOKEN, most=7).splitlines())


AGENTS = st.sampled_from(["*", "upwell", "Upwell", "up", "other", "upwellx", "up*", ""])
LINES = st.one_of(
    AGENTS.map("User-agent: {}".format),
    st.sampled_from(["Disallow: /a", "Allow: /a/b", "Disallow: /", "Crawl-delay: 3", "", "# x"]),
    st.sampled_from(["Sitemap: http://a.example/s", "Disallow:", "nonsense", "up: x"]),
)


@given(st.lists(LINES, max_size=12).map("\n".join), st.sampled_from(["/", "/a", "/a/b/c"]))
def test_our_groups_say_to_us_what_the_whole_file_says(robots: str, path: str) -> None:
    whole, ours = Protego.parse(robots), Protego.parse(our_groups(robots, TOKEN))
    url = f"http://a.example{path}"
    assert whole.can_fetch(url, TOKEN) == ours.can_fetch(url, TOKEN)
    assert whole.crawl_delay(TOKEN) == ours.crawl_delay(TOKEN)
