"""Text of crawled sites never runs in the dashboard, wherever it stands, with or without a policy.

A generator makes the text: what runs, in what it could break out of, written in several ways. All
of it goes to every place where text of others is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from tests.dashboard.filled import HOME, NOW, change, finding, status
from upwell.streams.codecs import encode
from upwell.streams.records import AnyRecord, Change, DeadLetter, FoundLink, ModelPublished, Tick

from .dashboards import CHROMIUM, Opened, browser, dashboard

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.timeout(900),
]

RUNS = "document.documentElement.dataset.ran=1"
ELEMENTS = (
    f"<script>{RUNS}</script>",
    f"<img src=x onerror={RUNS}>",
    f"<svg onload={RUNS}>",
    f"<iframe srcdoc='<script>parent.{RUNS}</script>'>",
    f"<details open ontoggle={RUNS}>",
    f"<input autofocus onfocus={RUNS}>",
    f"<a href=javascript:{RUNS} autofocus>x</a>",
    f"<style onload={RUNS}></style>",
    f"<math><mtext><table><mglyph><style><!--</style><img src=x onerror={RUNS}>",
)
BREAKS = ("", '">', "'>", "</script>", "</title>", "</textarea>", "-->", "]]>", "{{7*7}}")
WAYS: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    lambda text: text.replace("<", "\uff1c") + text.replace("=", "\t="),
)
SHAPES = [way(f"{out}{element}") for out, element, way in product(BREAKS, ELEMENTS, WAYS)]
LINKS = (f"javascript:{RUNS}", f"data:text/html,<script>{RUNS}</script>", f"//x/'\"><b {RUNS}")


def records() -> Iterator[tuple[str, AnyRecord]]:
    """Every record that carries text of others, with every shape at every place of it."""
    for n, text in enumerate(SHAPES):
        link = LINKS[n % len(LINKS)]
        yield (
            "findings",
            finding(
                n + 10, text, [str(n)], url=HOME + text, final_url=f"{HOME}{n}?{text}",
                detail=text, reason=text, came_back=text, route=text, why={text: 1.0},
                links=[FoundLink(url=f"{HOME}?{text}=1&a={n}", role="second_level", text=text),
                       FoundLink(url=link, role=text)],
            ),
        )  # fmt: skip
        letter = DeadLetter(
            topic=text, partition=0, offset=n, key=text.encode(), reason=text, trace=text, at=NOW,
            value=encode(Tick(site=text, at=1.0)),
        )  # fmt: skip
        yield ("dead-letters", letter)
    all_of_them = " ".join(SHAPES)
    more: dict[str, Any] = {
        "brought": dict.fromkeys(SHAPES, (1, 1)),
        "hidden": SHAPES,
        "way": all_of_them,
    }
    settings = {"template": all_of_them, all_of_them: all_of_them}
    yield ("sites", status(reason=all_of_them, template=all_of_them, settings=settings, **more))
    kinds = [
        {"id": n, "pages": 1, "is": text, "rule": text, "why": {text: 1}, "similarity": 0.5}
        for n, text in enumerate(SHAPES)
    ]
    body = msgspec.json.encode({"clusters": kinds})
    yield ("models", ModelPublished(site="library.example", version=1, n_pages=1, body=body))


def changes() -> list[Change]:
    """Objects whose every text is hostile, and what changed of them."""
    made = []
    for n, text in enumerate(SHAPES):
        link = LINKS[n % len(LINKS)]
        given: dict[str, Any] = {
            "page_url": link, "url": link, "query": text, "text": text, "links": [link, text],
            "fields": {text: text, "price": text, "picture": link},
        }  # fmt: skip
        made.append(change(f"o{n}", **given, typed={"price": {"value": 1.0, "unit": text}}))
        made.append(
            change(f"o{n}", 2, "changed", **given, before={text: text + "before"}, typed={})
        )
    return made


def paths() -> Iterator[str]:
    """Every page, and what of a kind there are many: some of each."""
    site = "/sites/library.example"
    yield from ("/", site, "/changes?limit=500", "/letters?limit=500", "/workers")
    yield from (f"{site}/{what}?limit=500" for what in ("queries", "pages", "objects"))
    for n in range(0, len(SHAPES), 6):
        text = SHAPES[n]
        yield f"/objects/o{n}"
        yield f"{site}/page?url={quote(f'{HOME}{n}?{text}', safe='')}"
        yield f"{site}/objects?q={quote(text, safe='')}&value={quote(text, safe='')}&column=price"
        yield f"{site}/queries?q={quote(text, safe='')}"
        yield f"/sites/{quote(text, safe='')}"


async def _ran(opened: Opened, policy: bool) -> list[str]:
    """Pages on which something ran."""
    found = []
    async with browser() as chromium:
        page = await (await chromium.new_context(bypass_csp=not policy)).new_page()
        await page.goto(opened.welcome)
        for path in paths():
            await page.goto(opened.address + path, wait_until="load")
            for selector in ("summary", "iframe"):
                for element in (await page.query_selector_all(selector))[:3]:
                    await element.focus()
            if await page.evaluate("document.documentElement.dataset.ran"):
                found.append(path)
    return found


@pytest.mark.parametrize("policy", [True, False], ids=["policy", "no policy"])
async def test_hostile_text_never_runs(tmp_path: Path, policy: bool) -> None:
    """With the policy taken away, too: it is the second lock, not the first."""
    assert len(SHAPES) >= 90
    async with dashboard(tmp_path, list(records()), changes()) as opened:
        assert [] == await _ran(opened, policy)


async def test_such_text_would_run_where_it_is_markup() -> None:
    """The measure can fail: each element runs when a page has it as it is."""
    async with browser() as chromium:
        page = await chromium.new_page()
        for element in ELEMENTS[:3]:
            await page.set_content(element)
            await page.wait_for_function("document.documentElement.dataset.ran", timeout=5000)
