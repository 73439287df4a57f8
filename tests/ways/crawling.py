"""Crawl a bundled source by one way in, and hold its file against the database."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from upwell.sources.database.record import Record
from upwell.sources.kinds.tokens import tokens
from upwell.sources.server import Source, serve
from upwell.sources.ways import WAYS
from upwell.sources.ways.placed import LogIn

SIZE = 400
MAX_PAGES = 1500
LIMIT_S = 240.0
TRAPPED = 1000  # records beside the traps


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a crawl brought: shares of the records and of the requests, and what it said."""

    recall: float
    precision: float
    trapped: float
    n_requests: int
    seconds: float
    exit_code: int | None  # None: cut off by the clock
    said: str

    @property
    def whole(self) -> bool:
        return self.recall >= 0.98


async def score(name: str, seed: int = 1, family: str = "", size: int = 0) -> Outcome:
    """Serve a source behind a way in, crawl it in a process of its own, count.

    `name` may be empty: the family's usual form, the control.
    """
    way = WAYS.get(name)
    chosen = family or (way.family if way else "catalogue")
    size = size or (TRAPPED if name == "traps" else SIZE)
    async with await serve(chosen, 0, seed, size, way=name) as source:
        with tempfile.TemporaryDirectory(prefix="ways") as folder:
            started = time.monotonic()
            options = await options_of(source, name, Path(folder))
            code, said = await _crawl(source.url, Path(folder), options)
            seconds = time.monotonic() - started
            found = (Path(folder) / "objects.jsonl").read_bytes()
        n = source.visits
        recall, precision = counted(source.truth.records(), found)
        trapped = source.site.door.n_trapped / max(1, n)
    return Outcome(recall, precision, trapped, n, seconds, code, said)


async def options_of(source: Source, name: str, folder: Path) -> Sequence[str]:
    """What has to be said beside the address."""
    if name in ("post", "view-state"):
        return ["--allow-post", "1"]
    if name == "by-hand":
        door = source.site.door
        field = door.names["query"]
        return ["--template", f"{source.url.rstrip('/')}{door.search}?{field}={{query}}"]
    if name == "log-in":
        jar = folder / "cookies.txt"
        line = ("127.0.0.1", "FALSE", "/", "FALSE", "0", LogIn.cookie, LogIn.value)
        jar.write_text("# Netscape HTTP Cookie File\n" + "\t".join(line) + "\n")
        return ["--cookies", str(jar)]
    return []


def counted(records: Sequence[Record], data: bytes) -> tuple[float, float]:
    """Shares of the records that stand in an object, and of the objects that are a record."""
    last = {}
    for line in data.splitlines():
        if line.strip():
            found = json.loads(line)
            last[found["id"]] = found
    texts = [one["text"] for one in last.values() if one.get("event") not in ("withdrawn", "gone")]
    titles = {_plain(record.title): record.id for record in records}
    seen: set[int] = set()
    n_true = 0
    for text in map(_plain, texts):
        ids = {number for title, number in titles.items() if title in text}
        seen |= ids
        n_true += bool(ids)
    return len(seen) / len(records), n_true / len(texts) if texts else 1.0


def _plain(text: str) -> str:
    return " ".join(tokens(text))


async def _crawl(url: str, folder: Path, more: Sequence[str]) -> tuple[int | None, str]:
    options = ["--delay", "0", "--allow", "127.0.0.0/8", "--max-pages", str(MAX_PAGES), *more]
    options += ["-d", str(folder / "data"), "-o", str(folder / "objects.jsonl")]
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "upwell", "crawl", url, *options),
            stdout=log,
            stderr=log,
            env={**os.environ, "COLUMNS": "200"},
        )
        try:
            code: int | None = await asyncio.wait_for(process.wait(), LIMIT_S)
        except TimeoutError:
            code = None
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await process.wait()
    (folder / "objects.jsonl").touch()
    return code, (folder / "log").read_text("utf-8", "replace")
