"""Every way a command can end has its code and one clear line on stderr (DESIGN 6)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from upwell.cli.main import run
from upwell.crawling import claimed
from upwell.errors import StoreError
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.log.embedded.storage import Storage
from upwell.streams.log.port import Log

SITE = "http://127.0.0.1:9/"

# arguments, code, what stderr says
CASES: list[tuple[list[str], int, str]] = [
    (["--version"], 0, ""),
    (["config"], 0, ""),
    (["source", "list"], 0, ""),
    ([], 2, "Usage: upwell"),
    (["crwl"], 2, "Did you mean 'crawl'?"),
    (["crawl"], 2, "Missing argument"),
    (["crawl", SITE, "--max-pages", "many"], 2, "--max-pages"),
    (["crawl", "shop.example"], 2, "https://shop.example/"),
    (["crawl", "http://"], 2, "is no URL"),
    (["add", "ftp://shop.example"], 2, "https://shop.example/"),
    (["add", "https://shop.example/"], 3, "--contact"),
    (["forget", "shop.example"], 3, "there is no crawl"),
    (["forget", "shop.example", "--broker", "kafka://127.0.0.1:1"], 2, "retention takes its pages"),
    (["dead-letters", "retry", "-d", "log"], 2, "say --all"),
    (["topics", "pagse", "-d", "log"], 2, "no topic pagse"),
    (["crawl", "https://shop.example/"], 3, "--contact WHO"),
    (["crawl", SITE, "--allow", "127.0.0.1/99"], 3, "is not a network such as 127.0.0.0/8"),
    (["crawl", SITE, "--queries", "missing.txt"], 3, "missing.txt"),
    (["crawl", SITE, "--broker", "amqp://x"], 3, "expected upwell:///directory"),
    (["status", "--broker", "kafka://me:secret@one:9"], 3, "'kafka://***@one:9'"),
    (["crawl", SITE, "--fresh", "--broker", "kafka://x:1"], 3, "--fresh"),
    (["crawl", SITE, "-d", "file"], 3, "cannot use the folder file"),
    (["status"], 3, "there is no crawl in"),
    (["explain", "shop.example"], 3, "there is no crawl in"),
    (["objects", "shop.example"], 3, "there is no crawl in"),
    (["objects", "shop.example", "-d", "log"], 3, "no site is called 'shop.example'"),
    (["pause", "shop.example", "-d", "log"], 3, "there is none yet"),
    (["schema", "shop.example", "-d", "log"], 3, "no site is called"),
    (["changes"], 3, "there is no crawl in"),
    (["changes", "-d", "worker"], 3, "is of a worker on a broker; say which with --broker"),
    (["topics"], 3, "there is no crawl in"),
    (["dead-letters", "list"], 3, "there is no crawl in"),
    (["dead-letters", "show", "0:0", "-d", "log"], 3, "no dead letter 0:0 waits"),
    (["ingest", "missing"], 3, "missing does not exist"),
    (["replay", "missing"], 3, "there is no crawl in"),
    (["replay", "missing.warc"], 3, "missing.warc does not exist"),
    (["replay", "log", "-d", "log"], 3, "is the log itself"),
    (["analyse", "missing"], 3, "missing does not exist"),
    (["blocks", "missing"], 3, "missing does not exist"),
    (["forms", "missing"], 3, "missing does not exist"),
    (["forms", "https://shop.example/"], 3, "--contact WHO"),
    (["dedup", "missing"], 3, "cannot read missing"),
    (["select-queries", "missing"], 3, "cannot read missing"),
    (["select-queries", "empty"], 3, "holds no documents"),
    (["select-queries", "docs.jsonl", "--band", "9"], 2, "LO:HI"),
    (["source", "bookshop"], 3, "there are: archive"),
    (["analyse", "blank"], 1, "read 0 of 1 pages"),
    (["forms", SITE, "--allow", "127.0.0.1/32"], 1, "could not be opened"),
    (["doctor", "--broker", "kafka://127.0.0.1:9"], 1, ""),
    (["topics", "--broker", "kafka://127.0.0.1:9"], 4, "no Kafka broker answers at 127.0.0.1:9"),
    (["status", "--broker", "kafka://127.0.0.1:9"], 4, "no Kafka broker answers at 127.0.0.1:9"),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Storage(tmp_path / "log").close()
    for name in ("file", "empty", "blank/a.html", "worker/objects.sqlite"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("")
    Path("docs.jsonl").write_text(json.dumps({"id": 1, "text": "a word"}) + "\n")


@pytest.mark.parametrize(("arguments", "code", "said"), CASES, ids=lambda case: str(case)[:60])
def test_a_command_ends_with_its_code_and_says_why(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == run(arguments)
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told


def test_a_broker_that_is_absent_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Libraries below would tell it as well."""
    assert 4 == run(["status", "--broker", "kafka://127.0.0.1:9"])
    assert 1 == len(capsys.readouterr().err.splitlines())


def test_two_crawls_do_not_share_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """The second names the first and leaves its files alone, with --fresh as well."""
    Path("data").mkdir()
    kept = '{"id": "a", "site": "s", "page_url": "http://s/", "version": 1}\n'
    Path("data/objects.jsonl").write_text(kept)
    lock = WorkerLock(Path("data"))
    lock.acquire()
    try:
        for more in ([], ["--fresh"]):
            assert 70 == run(["crawl", SITE, "-d", "data", *more])
            assert "is in use by process" in capsys.readouterr().err
            assert kept == Path("data/objects.jsonl").read_text()
    finally:
        lock.release()


async def test_two_workers_on_a_broker_do_not_share_a_folder(tmp_path: Path) -> None:
    """Their tables would be in each other's way; the second hears so in one line."""

    class Elsewhere:
        async def open(self) -> None: ...

        async def close(self) -> None: ...

    log = cast(Log, Elsewhere())
    async with claimed(log, tmp_path / "worker"):
        with pytest.raises(StoreError, match="is in use by process"):
            async with claimed(log, tmp_path / "worker"):
                pass
    async with claimed(log, tmp_path / "worker"):
        pass


def test_settings_of_a_broken_file_end_the_commands_that_need_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("upwell.toml").write_text("delay_s = 1\n")
    assert 3 == run(["config"])
    assert "the nearest is delay" in capsys.readouterr().err
    assert 0 == run(["select-queries", "docs.jsonl", "--band", "1:9", "--count", "1"])
