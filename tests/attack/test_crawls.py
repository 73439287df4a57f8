"""Whole crawls of hostile sites beside a good one: each costs itself alone."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import resource
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from .conftest import Tell
from .evils import EVILS
from .farm import TITLES, WORDS, Site, served

pytestmark = [pytest.mark.attack, pytest.mark.timeout(380)]
LIMIT_S = 300.0
MOST_MEMORY = 1 << 30  # of any one process; a crawl of good sites has a third of it
CONTROLS = [b"\x1b]0;", b"\x9b", b"\xc2\x9b", "\u202e".encode(), b"\x07"]


async def crawled(sites: list[Site], folder: Path) -> tuple[int | None, bytes]:
    """The exit code of one crawl of them all, and what came to its terminal."""
    words = [argument for word in WORDS for argument in ("--query", word)]
    limits = ["--delay", "0", "--max-pages", "32", "--max-queries", "20", "--allow", "127.0.0.0/8"]
    files = ["-d", "data", "-o", "objects.jsonl", "--csv", "objects.csv"]
    ours, theirs = pty.openpty()
    shown: list[bytes] = []
    Thread(target=_listen, args=(ours, shown), daemon=True).start()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "upwell", "crawl", *[site.url for site in sites]),
        *(*words, *limits, *files),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
    )
    os.close(theirs)
    try:
        code: int | None = await asyncio.wait_for(process.wait(), LIMIT_S)
    except TimeoutError:
        process.terminate()
        await process.wait()
        code = None
    os.close(ours)
    return code, b"".join(shown)


def _listen(terminal: int, shown: list[bytes]) -> None:
    try:
        while piece := os.read(terminal, 65536):
            shown.append(piece)
    except OSError:  # it was closed
        return


def found_in(file: Path, site: Site) -> float:
    """Share of the records that stand in an object of the site, each object counted once."""
    last = {}
    for line in file.read_bytes().splitlines():
        record = json.loads(line)
        if record["site"] == f"127.0.0.1:{site.port}":
            last[record["id"]] = record
    texts = [one["text"] for one in last.values() if one.get("event") not in ("withdrawn", "gone")]
    return sum(any(title in text for text in texts) for title in TITLES) / len(TITLES)


async def test_hostile_sites_cost_themselves_alone(tmp_path: Path, tell: Tell) -> None:
    async with served(EVILS) as (sites, astray):
        begun = time.monotonic()
        code, shown = await crawled(list(sites.values()), tmp_path)
        seconds = time.monotonic() - begun
    harm = {name: site.harm for name, site in sites.items() if site.harm}
    found = {name: found_in(tmp_path / "objects.jsonl", site) for name, site in sites.items()}
    lost = {name: share for name, share in found.items() if share < 0.98 and EVILS[name].opens}
    tell("hostile sites in one crawl, whose records were lost", len(sites), str(len(lost)))
    tell("forbidden addresses of them that were asked", len(sites), str(len(harm)))
    tell("connections to where they led astray", len(sites), str(len(astray)))
    tell("seconds of that crawl", len(sites), f"{seconds:.0f}")
    assert (1, {}, [], {}) == (code, harm, astray, lost)  # 1: one of them gave nothing
    written = (tmp_path / "objects.jsonl").read_bytes() + (tmp_path / "objects.csv").read_bytes()
    assert [] == [mark for mark in CONTROLS if mark in shown or mark in written]
    assert [] == [
        path.name
        for path in (tmp_path / "data").rglob("*")
        if path.stat().st_mode & 0o777 != (0o700 if path.is_dir() else 0o600)
    ]
    letters = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "upwell", "dead-letters", "list", "-d", "data", "--json"),
        stdout=asyncio.subprocess.PIPE,
        cwd=tmp_path,
    )
    assert b"" == (await letters.communicate())[0]
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    assert used < MOST_MEMORY
