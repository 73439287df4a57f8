"""A stored page is found by when it was fetched, and shown so that nothing in it runs or loads."""

from __future__ import annotations

from random import Random
from typing import Any

from lxml import html

import upwell
from upwell.agents.part import pack
from upwell.dashboard.room import Room
from upwell.dashboard.stored.found import stored_page
from upwell.dashboard.stored.outlined import MARK, outlined
from upwell.models.site import SiteModel
from upwell.streams.codecs import compress, encode
from upwell.streams.log.port import Outgoing
from upwell.streams.records import ModelPublished, Page

from .filled import HOME, NOW, SITE, fill, finding

PLACES = "river lake pond brook marsh fen bank reed stone moss fern tree bush hill moor".split()


def answer_page(query: str) -> bytes:
    """Six records; what they say differs from question to question."""
    draw = Random(query)
    rows = "".join(
        f"<li><a href=/d/{query}{n}>{query} of the {draw.choice(PLACES)}</a>"
        f" <i>{draw.randint(3, 90)} EUR</i> <span>near {' '.join(draw.sample(PLACES, 3))}</span>"
        for n in range(6)
    )
    frame = "<div><a href=/>Home</a> <a href=/about>About us</a></div>"
    return f"{frame}<h1>Results for {query}</h1><ul>{rows}</ul><p>Open daily</p>".encode()


def learned() -> SiteModel:
    site = upwell.Site()
    for word in "otter heron trout newt eel mole vole stoat swan crane rail coot".split():
        site.observe(answer_page(word), url=f"{HOME}?q={word}", query=word)
    model = site.publish()
    assert model is not None
    return model


async def stored(room: Room, numbers: range) -> None:
    """Pages of the site, one fetched a second, among those of another."""
    for n in numbers:
        for site in ("other.example", SITE):
            page = Page(
                site=site, number=n, low=0, url=f"{HOME}?n={n}", final_url=f"{HOME}?n={n}",
                reason="query", outcome="ok", fetched_at=NOW + n, query="otter",
                body=compress(answer_page("otter")),
            )  # fmt: skip
            at_ms = int((NOW + n) * 1000) + 300
            key = SITE.encode()  # of one partition
            await room.log.append([Outgoing("pages", key, encode(page), at_ms)])


async def test_a_page_is_found_among_many_by_when_it_was_fetched(room: Room) -> None:
    await stored(room, range(20))
    for n in (0, 7, 19):
        page = await stored_page(room.log, finding(n, "otter", [], at=NOW + n))
        assert page is not None
        assert (SITE, n) == (page.site, page.number)
    assert await stored_page(room.log, finding(99, "otter", [], at=NOW + 5)) is None
    assert await stored_page(room.log, finding(3, "otter", [], at=NOW + 9000)) is None


def test_region_records_and_columns_are_outlined() -> None:
    body = answer_page("otter")
    reading = learned().read(body, f"{HOME}?q=otter", "otter")
    document = html.fromstring(outlined(body, reading))
    marked: dict[str, list[str]] = {}
    for element in document.iter():
        for what in (element.get(MARK) or "").split():
            marked.setdefault(what, []).append(str(element.tag))
    assert ["ul"] == marked["region"]
    assert ["li"] * 6 == marked["record"]
    assert {"a", "i", "span"} == set(marked["column"])


def test_nothing_of_a_stored_page_runs_loads_or_leads_away() -> None:
    body = b"""<html onload=a()><head><base href=//e.test>
    <meta http-equiv=refresh content="0;url=//e.test"><link rel=stylesheet href=//e.test/a.css>
    <script>a()</script></head><body background=//e.test/b><img src=//e.test/i.png onerror=a()>
    <img src="data:image/png;base64,AA"><iframe src=//e.test></iframe><form action=//e.test>
    <button formaction=//e.test>go</button></form><a href="javascript:a()">x</a><svg>
    <a xlink:href="javascript:a()"><script>a()</script></a></svg><object data=//e.test></object>
    <p onclick=a() style="color:red">text<video src=//e.test/v></video></body></html>"""
    found = html.fromstring(outlined(body, None))
    tags = {str(element.tag) for element in found.iter()}
    assert set() == tags & {"script", "base", "meta", "link", "iframe", "object", "video"}
    names = {
        str(name): str(value) for element in found.iter() for name, value in element.attrib.items()
    }
    assert {"src": "data:image/png;base64,AA", "style": "color:red"} == names
    assert "text" in "".join(map(str, found.itertext()))


async def test_the_frame_of_a_page_is_shut_and_names_its_columns(room: Room, program: Any) -> None:
    url = f"{HOME}?n=3"
    await stored(room, range(5))
    model = learned()
    published = ModelPublished(
        site=SITE, version=9, n_pages=4, body=b'{"clusters": []}', model=pack(model.encode())
    )
    one = finding(3, "otter", ["a1"], at=NOW + 3, url=url, final_url=url)
    await fill(room.log, [("models", published), ("findings", one)])
    await room.ring.look()
    page = await (await program.get(f"/api/v1/sites/{SITE}/page", params={"url": url})).json()
    assert (6, 9) == (len(page["stored"]["objects"]), page["stored"]["model_version"])
    frame = await program.get(f"/sites/{SITE}/stored", params={"url": url})
    policy = frame.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script" not in policy
    assert f'{MARK}="record"' in await frame.text()


async def test_a_page_that_retention_took_is_said_to_be_gone(room: Room, program: Any) -> None:
    url = finding(2, "otter", []).final_url
    page = await program.get(f"/sites/{SITE}/page", params={"url": url})
    assert "does not keep this page any more" in await page.text()
