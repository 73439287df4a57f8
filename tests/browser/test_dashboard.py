"""The dashboard as people use it: by eye, by keyboard, in the dark, on a phone, without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.dashboard.filled import CHANGES, HOME, RECORDS, SITE, change, fill_read_model
from upwell.streams.codecs import decode
from upwell.streams.records import Pinned, SitePaused

from .dashboards import AXE, CHROMIUM, Opened, browser, dashboard

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
]

PAGES = {
    "sites": "/",
    "site": f"/sites/{SITE}",
    "questions": f"/sites/{SITE}/queries",
    "pages": f"/sites/{SITE}/pages",
    "page": f"/sites/{SITE}/page?url={quote(HOME + 'find?q=otter&n=2', safe='')}",
    "objects": f"/sites/{SITE}/objects",
    "object": "/objects/a1",
    "changes": "/changes",
    "names": f"/sites/{SITE}/names",
    "report": f"/sites/{SITE}/report",
    "workers": "/workers",
    "letters": "/letters",
    "not there": "/sites/nowhere.example",
}
LOOKS: dict[str, Any] = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light"},
}
JUDGE = "axe.run(document).then(r => r.violations.map(v => `${v.id}: ${v.nodes[0].target}`))"


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    """A dashboard over known records."""
    async with dashboard(tmp_path, RECORDS, CHANGES) as one:
        yield one


@pytest.mark.parametrize("look", list(LOOKS))
async def test_every_page_can_be_used_by_all_and_fits_its_window(opened: Opened, look: str) -> None:
    """axe finds nothing, nothing is wider than the window, and nothing is refused by the policy."""
    axe = AXE.read_text("utf-8")
    async with browser() as chromium:
        page = await (await chromium.new_context(**LOOKS[look])).new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        await page.goto(opened.welcome)
        for name, path in PAGES.items():
            await page.goto(opened.address + path, wait_until="load")
            found = await page.evaluate(f"{axe}; {JUDGE}")
            assert (name, []) == (name, found)
            wide = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], name
        assert [] == [text for text in said if "404" not in text]


async def test_everything_can_be_read_without_scripts(opened: Opened) -> None:
    async with browser() as chromium:
        seen: dict[bool, dict[str, str]] = {True: {}, False: {}}
        for scripts in seen:
            context = await chromium.new_context(java_script_enabled=scripts)
            page = await context.new_page()
            await page.goto(opened.welcome)
            await page.goto(opened.address + PAGES["report"])
            await asyncio.gather(*opened.room.counting.values())
            for name, path in PAGES.items():
                if name == "changes":
                    continue  # where a line says that it is live
                await page.goto(opened.address + path)
                seen[scripts][name] = await page.inner_text("main")
        for name, text in seen[False].items():
            if name in ("site", "object"):  # a plot stands beside its table
                assert set(text.split("\n")) <= set(seen[True][name].split("\n"))
            else:
                assert text == seen[True][name]


async def test_why_a_page_was_read_so_is_found_by_keyboard(opened: Opened) -> None:
    async with browser() as chromium:
        page = await (await chromium.new_context()).new_page()
        await page.goto(opened.welcome)
        await page.keyboard.press("j")
        await page.keyboard.press("o")
        await page.wait_for_url(f"**/sites/{SITE}")
        await page.goto(f"{opened.address}/sites/{SITE}/pages")
        await page.keyboard.press("/")
        await page.keyboard.type("q=otter")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**q=q%3Dotter**")
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/page?url=**")
        assert "like kind 3" in await page.inner_text("main")


async def test_a_site_is_paused_and_a_letter_tried_again_by_keyboard(opened: Opened) -> None:
    log = opened.room.log
    async with browser() as chromium:
        page = await (await chromium.new_context()).new_page()
        await page.goto(opened.welcome)
        await page.goto(f"{opened.address}/sites/{SITE}")
        await page.focus("button[value=pause]")
        async with page.expect_navigation():
            await page.keyboard.press("Enter")
        record = decode((await log.scan("findings"))[-1].value)
        assert isinstance(record, SitePaused)
        before = len(await log.scan("findings"))
        await page.goto(f"{opened.address}/letters")
        await page.focus("button[value=retry]")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("text=No dead letter waits")
    assert before + 1 == len(await log.scan("findings"))


async def test_a_change_appears_while_one_looks(opened: Opened, tmp_path: Path) -> None:
    async with browser() as chromium:
        page = await (await chromium.new_context()).new_page()
        await page.goto(opened.welcome)
        await page.goto(f"{opened.address}/changes")
        await page.wait_for_selector("text=live")
        fill_read_model(tmp_path, [change("z9", text="A kingfisher")])
        await page.wait_for_selector("text=A kingfisher")


async def test_a_page_that_was_read_wrongly_is_said_otherwise_by_keyboard(opened: Opened) -> None:
    """Its argument, its address, its kind: the stream has what is said, without scripts too."""
    log = opened.room.log
    async with browser() as chromium:
        for scripts in (True, False):
            context = await chromium.new_context(java_script_enabled=scripts)
            page = await context.new_page()
            await page.goto(opened.welcome)
            for name, say in (
                ("argument.q", "irrelevant"),
                (f"pattern.{SITE}/find?n&q", "never"),
                (f"kind.{HOME}find?q=otter&n=2", "item"),
            ):
                await page.goto(opened.address + PAGES["page"])
                await page.focus(f'button[aria-label="{say} {name}"]')
                async with page.expect_navigation():
                    await page.keyboard.press("Enter")
                record = decode((await log.scan("findings"))[-1].value)
                assert isinstance(record, Pinned)
                assert [(name, say)] == [(pin.full_name, pin.verb) for pin in record.pins]
            await page.goto(f"{opened.address}/sites/{SITE}/names")
            assert "What was learned of" in await page.inner_text("main")
