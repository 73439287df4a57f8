"""What `import upwell` promises: mypy reads this file, nobody runs it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import assert_type

import upwell


def _site(html: bytes, text: str) -> None:
    site = upwell.Site()
    assert_type(site.observe(html), upwell.Reading)
    assert_type(site.observe(text, url="http://a.example/", query="otter"), upwell.Reading)
    assert_type(site.observe(html, status=404, content_type="text/html"), upwell.Reading)
    assert_type(site.observe(html, final_url="http://a.example/b"), upwell.Reading)
    assert_type(site.publish(), upwell.SiteModel | None)
    assert_type(site.save(), bytes)
    assert_type(upwell.Site.load(b""), upwell.Site)


def _model(model: upwell.SiteModel, html: bytes) -> None:
    assert_type(model.read(html, url="http://a.example/", query="otter"), upwell.Reading)
    assert_type(model.version, int)
    assert_type(model.encode(), bytes)
    assert_type(upwell.SiteModel.decode(b""), upwell.SiteModel)


async def _crawl(url: str) -> None:
    async for change in upwell.crawl(url, watch=True, max_pages=9, delay=0.5):
        assert_type(change, upwell.ObjectChange)
        assert_type(change.event, str)
        assert_type(change.url, str | None)
    async with upwell.crawl([url], directory="d", contact="me@example.org") as changes:
        assert_type(changes, upwell.Crawl)
    assert_type(await upwell.crawl(url).run(), upwell.Objects)
    objects = upwell.crawl(url).table()
    assert_type(objects.columns, list[str])
    assert_type(len(objects), int)


def _read(path: Path, html: bytes) -> None:
    assert_type(upwell.analyse(path), list[upwell.Reading])
    assert_type(upwell.analyse(["a.html", path]), list[upwell.Reading])
    assert_type(upwell.analyse([html]), list[upwell.Reading])
    assert_type(upwell.analyse([("http://a.example/", "<p>")]), list[upwell.Reading])


def _pages(pages: Sequence[upwell.SavedPage]) -> None:
    for reading in upwell.analyse(pages):
        assert_type(reading.cluster, int)
        assert_type(reading.empty, bool)
        assert_type(reading.outcome, str)
        assert_type([o.fields for o in reading.objects], list[dict[str, str]])
        assert_type([p.xpath for p in reading.pagelets], list[str])
