"""The bundled source in a real browser: what people see is what the crawler is given."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from lxml import html

from upwell.sources.server import Source, serve
from upwell.sources.truth import shown

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --window-size=1100,900"
).split()
BLANK = 10_000  # bytes of a screenshot; an empty window has fewer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
]


async def rendered(url: str, folder: Path, *more: str) -> bytes:
    """What the browser writes to stdout for a page."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *FLAGS,
        f"--user-data-dir={folder / 'profile'}",
        *more,
        url,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    return out


async def source() -> Source:
    return await serve("catalogue", seed=3, size=300)


@pytest.mark.parametrize("query", ["", "room", "zzqqx"], ids=["home", "answer", "none"])
async def test_a_page_has_its_form_and_its_records_when_rendered(
    tmp_path: Path, query: str
) -> None:
    async with await source() as running:
        url = running.truth.search_url(query) if query else running.url
        truth = running.truth.page(url)
        document = html.fromstring(await rendered(url, tmp_path, "--dump-dom"))
        name = running.site.pages.addresses.arguments["query"]
    assert [query] == document.xpath(f"//form//input[@name='{name}']/@value")
    text = shown(document)
    assert [] == [told for told in truth.objects if told.fields["title"] not in text]
    assert min(len(truth.matching), 20) == len(truth.objects)


async def test_an_answer_is_not_a_blank_window(tmp_path: Path) -> None:
    picture = tmp_path / "answer.png"
    async with await source() as running:
        url = running.truth.search_url("room")
        await rendered(url, tmp_path, f"--screenshot={picture}")
    assert picture.stat().st_size > BLANK
