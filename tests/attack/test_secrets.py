"""What is brought along to a site stands in no file, no record and no line."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from upwell.streams.codecs import decode
from upwell.streams.log.open import open_log
from upwell.streams.topics import FINDINGS, PAGES, REQUESTS

from .conftest import Tell
from .farm import WORDS, Evil, served

pytestmark = pytest.mark.attack
SECRETS = ("brought-in-a-header-7f3a", "brought-in-a-cookie-91bc")


async def test_what_is_brought_along_is_written_nowhere(tmp_path: Path, tell: Tell) -> None:
    jar = tmp_path / "jar.txt"
    jar.write_text(f"127.0.0.1\tFALSE\t/\tFALSE\t0\tpass\t{SECRETS[1]}\n")
    broken = {"/s": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"}
    async with served({"site": Evil(), "broken": Evil(places=broken)}) as (sites, _):
        for name, site in sites.items():
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "upwell", "-v", "crawl", site.url, "-d", name),
                *("-o", f"{name}.jsonl", "--delay", "0", "--allow", "127.0.0.0/8"),
                *("--max-pages", "15", "--query", WORDS[0], "--patience", "3"),
                *("--cookies", str(jar), "--header", f"Authorization: Bearer {SECRETS[0]}"),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                cwd=tmp_path,
            )
            said, _ = await asyncio.wait_for(process.communicate(), 120)
            (tmp_path / f"{name}.said").write_bytes(said)
            assert all(secret.encode() in site.last for secret in SECRETS)
    jar.unlink()
    texts = _texts(tmp_path)
    records = await _records(tmp_path / "site")
    through = [s for s in SECRETS if any(s in text for text in (*texts, *records))]
    tell("secrets looked for in files, lines and records", len(texts), str(len(through)))
    assert len(records) > 20
    assert [] == through


def _texts(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.read_bytes().decode("latin-1") for path in files]


async def _records(folder: Path) -> list[str]:
    log = open_log(f"upwell://{folder}")
    await log.open()
    try:
        found = [await log.scan(topic) for topic in (REQUESTS, PAGES, FINDINGS)]
    finally:
        await log.close()
    return [repr(decode(entry.value)) for entries in found for entry in entries if entry.value]
