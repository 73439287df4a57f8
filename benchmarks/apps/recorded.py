"""The pages of a crawl, taken out of its log: when each came, and their bodies as saved pages."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, NamedTuple

from upwell.errors import RecordError
from upwell.streams.codecs import decode, decompress
from upwell.streams.log.open import open_log
from upwell.streams.records import Page
from upwell.streams.topics import PAGES

LARGEST = 16 << 20  # of a body


class Answer(NamedTuple):
    """One request that was answered."""

    at: float  # seconds since the epoch, when it stood in the log
    page: Page


def answers(data: Path) -> list[Answer]:
    """Every answer of a crawl in the order in which they came; robots.txt is none."""
    data = data.resolve()
    return asyncio.run(_answers(f"upwell://{data}")) if (data / "log.sqlite").exists() else []


def record(answers: list[Answer], folder: Path) -> int:
    """Write the pages as `upwell analyse` reads them, and how many there are.

    `pages/*.html` are the bodies as they came, `pages.jsonl` says of each its URL, query, status,
    content type, outcome and the reason of its request.
    """
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "pages.jsonl").open("w", encoding="utf-8") as lines:
        count = 0
        for _, page in answers:
            try:
                body = decompress(page.body, LARGEST)
            except RecordError:
                continue
            if body:
                name = f"{count:06d}.html"
                count += 1
                (folder / "pages" / name).write_bytes(body)
                lines.write(json.dumps(_line(name, page), ensure_ascii=False) + "\n")
    return count


async def _answers(url: str) -> list[Answer]:
    log = open_log(url)
    await log.open()
    try:
        found = []
        for entry in await log.scan(PAGES):
            page = decode(entry.value) if entry.value is not None else None
            if isinstance(page, Page):
                found.append(Answer(entry.timestamp_ms / 1000, page))
    finally:
        await log.close()
    return sorted(found, key=lambda answer: (answer.at, answer.page.number))


def _line(name: str, page: Page) -> dict[str, Any]:
    return {
        "file": name,
        "url": page.final_url or page.url,
        "query": page.query,
        "content_type": page.headers.get("content-type"),
        "status": page.status,
        "outcome": page.outcome,
        "reason": page.reason,
    }
