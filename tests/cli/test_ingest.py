"""Saved pages and recorded ones come onto a log, once for good."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import msgspec
import pytest

from tests.records.poison import PER_SITE, QUERIES, answer
from upwell.agents.analyse import ANALYSE
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker, WorkerParams
from upwell.cli.main import run
from upwell.streams.parsers import PoolParams
from upwell.streams.records import Again, DeadLetter, Page, Publish
from upwell.streams.sinks import JsonLines, object_lines
from upwell.streams.topics import PAGES

from .filled import Shell, fill, letter, page, stands

SITES = ["a.example", "b.example"]


@pytest.fixture
def upwell(log_url: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(log_url, capsys)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Two sites; of the second nothing is known but the pages."""
    folder = tmp_path / "saved"
    for site in SITES:
        pages = folder / site / "pages"
        pages.mkdir(parents=True)
        for n in range(PER_SITE):
            (pages / f"{n:02}.html").write_bytes(answer(_query(n), 5 + n % 4))
    told = [
        {"file": f"{n:02}.html", "url": f"http://a.example/find?q={_query(n)}", "query": _query(n)}
        for n in range(PER_SITE)
    ]
    (folder / "a.example" / "pages.jsonl").write_text("\n".join(map(json.dumps, told)))
    return folder


def _query(n: int) -> str:
    return f"{QUERIES[n % len(QUERIES)]}{n}"


def worked(url: str, folder: Path) -> list[tuple[str, int, str]]:
    """Objects after a worker has handled what there is, every line of them."""

    async def work() -> None:
        worker = Worker(
            url,
            folder / "tables",
            [ANALYSE, WATCH],
            sinks=[JsonLines(folder / "objects.jsonl", object_lines)],
            params=WorkerParams(pool=PoolParams(processes=0)),
        )
        await worker.start()
        async with asyncio.timeout(100):
            while not await worker.idle():  # noqa: ASYNC110  the log is on disk
                await asyncio.sleep(0.05)
        await worker.stop()

    asyncio.run(work())
    lines = (folder / "objects.jsonl").read_bytes().splitlines()
    found = [msgspec.json.decode(line) for line in lines]
    return sorted((line["id"], line["version"], line["text"]) for line in found)


def test_what_was_ingested_is_read_and_ingesting_it_again_adds_nothing(
    log_url: str, upwell: Shell, saved: Path, tmp_path: Path
) -> None:
    upwell("ingest", str(saved))
    pages = [record for record in stands(log_url, PAGES) if isinstance(record, Page)]
    assert {(site, n) for site in SITES for n in range(1, PER_SITE + 1)} == {
        (record.site, record.number) for record in pages
    }
    assert 1 == len({record.archive for record in pages})
    assert "http://b.example/00.html" in {record.url for record in pages}

    first = worked(log_url, tmp_path)
    assert len(first) >= sum(5 + n % 4 for n in range(PER_SITE))
    upwell("ingest", str(saved))
    assert first == worked(log_url, tmp_path)
    assert ["ingested", "ingested"] == [s["phase"] for s in upwell.json("sites", "--json")]
    assert [2, 2] == [s["model_version"] for s in upwell.json("sites", "--json")]


def test_a_folder_with_one_more_page_is_another_archive(
    log_url: str, upwell: Shell, saved: Path
) -> None:
    upwell("ingest", str(saved / "b.example"))
    (saved / "b.example" / "pages" / "99.html").write_bytes(answer("mole", 5))
    upwell("ingest", str(saved / "b.example"))
    archives = {r.archive for r in stands(log_url, PAGES) if isinstance(r, Page | Publish)}
    assert 2 == len(archives)


def test_a_replay_onto_another_log_leaves_the_same_objects(
    log_url: str, upwell: Shell, saved: Path, tmp_path: Path
) -> None:
    """Whatever broker they were recorded on; re-readings are not recorded but made anew."""
    recorded = f"upwell://{tmp_path}/recorded/log"
    assert 0 == run(["ingest", str(saved), "--broker", recorded])
    once = worked(recorded, tmp_path / "recorded")
    assert [] != [record for record in stands(recorded, PAGES) if isinstance(record, Again)]
    upwell("replay", str(tmp_path / "recorded" / "log"))
    assert [] == [record for record in stands(log_url, PAGES) if isinstance(record, Again)]
    assert once == worked(log_url, tmp_path / "again")


def test_a_replay_keeps_to_verdicts_and_takes_a_retry_for_its_page(
    upwell: Shell, log_url: str, tmp_path: Path
) -> None:
    """What hung is not tried again; what was handled at last stands there once, as a page."""
    recorded = f"upwell://{tmp_path}/recorded"
    fill(recorded, [page(1), page(2), page(3)])
    places = _places(recorded)
    hung = letter(page(1), 0, "the parser hung for 60 s")
    fill(recorded, [_at(hung, places[1], verdict=True), _at(letter(page(2), 0), places[2])])
    assert 0 == run(["dead-letters", "retry", "--reason", "no page", "--broker", recorded])
    upwell("replay", recorded)
    found = [record for record in stands(log_url, PAGES) if isinstance(record, Page)]
    assert [(1, "unreadable", None), (3, "ok", None), (2, "ok", None)] == [
        (record.number, record.outcome, record.retry) for record in found
    ]
    assert [b"", page(3).body, page(2).body] == [record.body for record in found]


def _places(url: str) -> dict[int, tuple[int, int]]:
    async def scan() -> dict[int, tuple[int, int]]:
        worker = Worker(url, Path("unused"), [])
        await worker.log.open()
        entries = await worker.log.scan(PAGES)
        await worker.log.close()
        return {number: entry[1:3] for number, entry in enumerate(entries, 1)}

    return asyncio.run(scan())


def _at(dead: DeadLetter, place: tuple[int, int], **more: object) -> DeadLetter:
    return msgspec.structs.replace(dead, partition=place[0], offset=place[1], **more)


def test_a_warc_is_replayed_as_an_archive(log_url: str, upwell: Shell, tmp_path: Path) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    block = head + answer("otter", 5)
    fields = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://c.example/find?q=otter\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    path = tmp_path / "saved.warc.gz"
    path.write_bytes(gzip.compress(fields.encode() + block + b"\r\n\r\n"))
    upwell("replay", str(path))
    found, ended = stands(log_url, PAGES)
    assert isinstance(found, Page)
    assert ("c.example", "http://c.example/find?q=otter", 1) == (
        found.site, found.url, found.number,
    )  # fmt: skip
    assert isinstance(ended, Publish)
    assert found.archive == ended.archive
