"""`upwell shell` reads one page with the model of its site and says each step."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import pytest

from upwell.cli.main import run
from upwell.sources import serve
from upwell.streams.codecs import compress

from .filled import SITE, Shell, fill, page

WORDS = "river sea stone grass light amber falcon boat harbour night lamp copper field".split()


def answer(query: str, n: int) -> bytes:
    """A page with `n` records that have little in common but the query."""
    draw = Random(query)
    rows = "".join(
        f"<div class=hit><h3><a href=/{draw.randrange(10**6)}>{query} {' '.join(some(3))}</a></h3>"
        f"<p>{' '.join(some(8))}.</p></div>"
        for some in [partial(draw.sample, WORDS)] * n
    )
    head = "<div id=nav><a href=/>Home</a><a href=/about>About us</a></div>"
    return f"{head}<h1>Results for {query}</h1><div id=hits>{rows}</div><p>Imprint</p>".encode()


@pytest.fixture
def log_url(tmp_path: Path) -> str:
    url = f"upwell://{tmp_path}/crawl"
    pages = []
    for number, query in enumerate(WORDS[:8], 1):
        address = f"http://{SITE}/find?q={query}"
        made = page(number, query=query, status=200, headers={"content-type": "text/html"})
        changed = {
            "url": address,
            "final_url": address,
            "body": compress(answer(query, number + 2)),
        }
        pages.append(type(made)(**{f: getattr(made, f) for f in made.__struct_fields__} | changed))
    fill(url, pages)
    return url


def test_a_page_of_the_crawl_is_read_with_its_sites_model(
    log_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Shell(log_url, capsys)("shell", f"http://{SITE}/find?q={WORDS[1]}")
    assert "learn    8 pages of the site, 1 kinds" in said
    assert "judge    answer; read by template" in said
    assert 2 + 2 == len([line for line in said if line.startswith("object")])


def test_a_page_of_no_crawl_is_fetched_and_read_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def read() -> int:
        async with await serve(seed=3, size=30) as source:
            options = ["--allow", "127.0.0.0/8", "-d", str(tmp_path / "none")]
            return await asyncio.to_thread(run, ["shell", source.url, *options])

    assert 0 == asyncio.run(read())
    said = capsys.readouterr().out
    assert said.startswith("fetch    200 text/html")
    assert "learn    nothing" in said
    assert not (tmp_path / "none").exists()
