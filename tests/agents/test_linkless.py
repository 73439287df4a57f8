"""Laws of lists without links: where answers have them, they are of something else."""

from __future__ import annotations

import re

import pytest

from upwell.streams.records import Publish, Seen

from .ring import SITE as LIBRARY
from .ring import Answer, Ring
from .test_foreign_lists import Tooled


class Described(Tooled):
    """The index of tools leads nowhere; some of its rows mention a record."""

    def __call__(self, url: str) -> Answer:
        outcome, status, html = super().__call__(url)
        return outcome, status, re.sub(rb'<a href="/tool/(\d+)">(.*?)</a>', _row, html)


def _row(found: re.Match[bytes]) -> bytes:
    number = int(found[1])
    mention = b"</td><td>like <a href='/item/%d'>title %d</a>" % (number, number)
    return b"<b>%s</b>" % found[2] + (mention if number % 12 == 0 else b"</td><td>of its own")


@pytest.fixture(scope="module")
def read() -> Ring:
    """The pages of a crawl, the index last."""
    crawled = Ring(Described(240)).open(max_pages=400)
    pages = sorted(crawled.pages, key=lambda page: (page.query is None, "/tools" in page.url))
    ring = Ring()
    del ring.agents["findings"]
    for page in pages:
        if page.url.endswith("/tools"):
            ring.queue.append(("pages", LIBRARY, Publish(site=LIBRARY, seq=1, phase="learn")))
        ring.queue.append(("pages", LIBRARY, page))
    ring.queue.append(("pages", LIBRARY, Publish(site=LIBRARY, seq=2, phase="harvest")))
    for _ in ring.steps():
        pass
    return ring


def test_rows_without_links_on_a_page_nobody_asked_for_are_not_told(read: Ring) -> None:
    assert [] == [seen.text for seen in read.of(Seen) if seen.url is None]


def test_lists_whose_objects_have_links_are(read: Ring) -> None:
    assert 240 <= len({seen.id for seen in read.of(Seen)})
