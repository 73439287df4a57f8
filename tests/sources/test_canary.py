"""Nothing that is forbidden is offered or asked; what only looks like it is."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from upwell.agents.analyse.prepared import prepare
from upwell.models.urls.manners.words import names_act
from upwell.sources.families import FAMILIES
from upwell.sources.server import serve
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.ways import WAYS, Request
from upwell.sources.ways.canary import ELSEWHERE, Bait, Canary, verbs
from upwell.streams.codecs import compress
from upwell.streams.records import Page

HOST = "http://a.example"
QUERIES = 12  # of each family; `make attack` asks ten thousand in all
KNOWN = frozenset(word for word in verbs() if names_act(word) and names_act(word, label=True))


def offered(site: Site, address: str, reason: str, query: str | None) -> Any:
    served = site.served(Request(address))
    charset = site.door.charset
    page = Page(
        site="a.example",
        number=1,
        low=1,
        url=HOST + address,
        final_url=HOST + address,
        reason=reason,
        outcome="ok",
        fetched_at=0.0,
        query=query,
        headers={"content-type": f"text/html; charset={charset}"},
        body=compress(served.text.encode(charset, "xmlcharrefreplace")),
    )
    return prepare(page)


def asked_for(site: Site, n_queries: int) -> tuple[Counter[Bait], Counter[Bait], list[str]]:
    """Of queries made of the records: what the pages offer, what they have, what leads away."""
    titles = [record.title for record in site.pages.database.by_id.values()]
    words = [word for title in titles for word in title.split()] * n_queries
    door = site.door
    assert isinstance(door, Canary)
    found: Counter[Bait] = Counter()
    away: list[str] = []
    for n, word in enumerate(words[:n_queries]):
        address = "/" if n % 4 == 0 else door.plain(word)
        reason, query = (("browse", None), ("query", word), ("discover", None))[n % 3]
        seen = offered(site, address, reason, query)
        forms = [form.template or form.action for form in seen.forms if not form.never]
        for relative in (*(link.url for link in seen.links), *forms):
            url = urljoin(HOST + "/", relative)
            where = url.removeprefix(HOST)
            bait = door.baits.get(where.partition("?")[0]) or door.baits.get(where)
            if not url.startswith(HOST):
                away.append(url)
            elif bait is not None:
                found[bait] += 1
    return found, Counter(door.baits.values()), away


@pytest.mark.parametrize("family", FAMILIES)
def test_no_page_offers_what_is_forbidden(family: str) -> None:
    site = Site(pages_of(FAMILIES[family], 5, 60), 5, frozen=True, way=Canary)
    found, _, away = asked_for(site, QUERIES)
    harm = [bait for bait in found if bait.forbidden and (bait.word in KNOWN or not bait.word)]
    assert ([], []) == (harm, away)


def test_what_looks_like_an_act_is_offered() -> None:
    """On pages whose links are all looked at: nothing but a word tells the two sorts apart."""
    site = Site(pages_of(FAMILIES["catalogue"], 5, 60), 5, frozen=True, way=Canary)
    found, all_of, _ = Counter[Bait](), Counter[Bait](), 0
    door = site.door
    assert isinstance(door, Canary)
    for n in range(60):
        before = set(door.baits)
        seen = offered(site, f"/?visit={n}", "discover", None)
        urls = {link.url.removeprefix(HOST) for link in seen.links}
        for address in set(door.baits) - before:
            bait = door.baits[address]
            if not bait.forbidden:
                all_of[bait] += 1
                found[bait] += address in urls
    assert found.total() >= 0.99 * all_of.total() > 100


@pytest.mark.e2e
async def test_a_crawl_asks_nothing_that_is_forbidden(tmp_path: Path) -> None:
    """Every address of this machine is allowed: it is no gate at the socket that keeps it in."""
    elsewhere: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        elsewhere.append(await reader.read(200))
        writer.close()

    listening = await asyncio.start_server(listen, "127.66.66.66", 0)
    Canary.port = listening.sockets[0].getsockname()[1]
    async with await serve("catalogue", size=120, seed=2, way="canary") as source:
        crawl = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "upwell", "crawl"),
            source.url,
            *("-d", str(tmp_path / "data"), "-o", str(tmp_path / "objects.jsonl")),
            *("--allow", "127.0.0.0/8", "--delay", "0", "--max-pages", "150"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await crawl.communicate()
        door = source.site.door
        assert isinstance(door, Canary)
        harm = [bait for bait in door.harm if bait.word in KNOWN or not bait.word]
        unknown = [bait for bait in door.harm if bait not in harm]
        print(f"by words no list knows: {len(unknown)} of {source.visits}")
        assert ([], []) == (harm, elsewhere), said
        assert (tmp_path / "objects.jsonl").stat().st_size > 0
    listening.close()


def test_a_canary_stands_behind_every_family() -> None:
    assert WAYS["canary"].door is Canary
    assert ELSEWHERE.startswith("http://127.")
    assert len(verbs()) > 150
