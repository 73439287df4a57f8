"""Crawl a made site with the command as users type it, and hold its file against the truth."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from aiohttp import web

from .database import Record
from .site import MadeSite

MAX_PAGES = 600
LIMIT_S = 120.0
ENDED = {"withdrawn", "gone"}


class Score(NamedTuple):
    """What a crawl brought."""

    recall: float
    precision: float
    n_doubles: int
    n_changed: int
    n_requests: int
    seconds: float
    exit_code: int | None  # None: cut off by the clock

    @property
    def whole(self) -> bool:
        """Everything came, nothing false, nothing twice, no news of a site that stood still."""
        enough = self.recall >= 0.99 and self.precision >= 0.99
        return enough and self.n_doubles == 0 and self.n_changed == 0


async def score(site: MadeSite, max_pages: int = MAX_PAGES, limit_s: float = LIMIT_S) -> Score:
    """Serve the site, crawl it in a process of its own, count."""
    app = web.Application()
    app.router.add_get("/{path:.*}", site.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        listener = web.TCPSite(runner, "127.0.0.1", 0)
        await listener.start()
        port = runner.addresses[0][1]
        with tempfile.TemporaryDirectory(prefix="faults") as folder:
            started = time.monotonic()
            code = await _crawl(f"http://127.0.0.1:{port}/", Path(folder), max_pages, limit_s)
            seconds = time.monotonic() - started
            lines = _lines((Path(folder) / "objects.jsonl").read_bytes())
            n_changed = await _changed(Path(folder))
    finally:
        await runner.cleanup()
    return counted(site, lines, n_changed, seconds, code)


def counted(
    site: MadeSite, lines: list[dict[str, Any]], n_changed: int, seconds: float, code: int | None
) -> Score:
    """The lines that stand at the end, against the records."""
    last = {line["id"]: line for line in lines}
    standing = [line for line in last.values() if line.get("event") not in ENDED]
    found = Counter(record_of(site, line) for line in standing)
    n_false = found.pop(None, 0)
    return Score(
        recall=len(found) / len(site.records),
        precision=1 - n_false / len(standing) if standing else 1.0,
        n_doubles=sum(found.values()) - len(found),
        n_changed=n_changed,
        n_requests=site.n_requests,
        seconds=seconds,
        exit_code=code,
    )


def record_of(site: MadeSite, line: dict[str, Any]) -> Record | None:
    """The one record whose whole title stands in an object's text; None for none or several.

    An object that names a page as its own must name that of the record.
    """
    text = " ".join(line["text"].lower().split())
    titled = [record for record in site.records if record.title.lower() in text]
    if len(titled) != 1:
        return None
    if line["url"]:
        parts = urlsplit(line["url"])
        if site.record_at(unquote(parts.path), dict(parse_qsl(parts.query))) != titled[0]:
            return None
    return titled[0]


async def _crawl(url: str, folder: Path, max_pages: int, limit_s: float) -> int | None:
    options = ["--delay", "0", "--allow", "127.0.0.0/8", "--max-pages", str(max_pages)]
    options += ["-d", str(folder / "data"), "-o", str(folder / "objects.jsonl")]
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "upwell", "crawl", url, *options, stdout=log, stderr=log
        )
        try:
            return await asyncio.wait_for(process.wait(), limit_s)
        except TimeoutError:
            return None
        finally:
            if process.returncode is None:
                await _stop(process)


async def _stop(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGTERM)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), 20)
        return
    process.kill()
    await process.wait()


async def _changed(folder: Path) -> int:
    """How many events of `upwell changes` say that an object has changed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "upwell", "changes", "-d", str(folder / "data")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    told, _ = await process.communicate()
    return sum(line["event"] == "changed" for line in _lines(told))


def _lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines() if line.strip()]
