"""`upwell forget`: nothing of a site is left in a folder, and the others go on."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rocksdict import Options, Rdict

from tests.cli.filled import change, fill, finding, letter, page, status
from upwell.agents.part import unpack
from upwell.agents.state.head import decode_head
from upwell.cli.crawls.demo import running_source
from upwell.cli.main import run
from upwell.errors import EXIT_CONFIG, EXIT_DONE, StoreError
from upwell.streams.codecs import decode, decompress
from upwell.streams.log.embedded.lock import WorkerLock
from upwell.streams.records import DeadLetter, ModelPublished, Page
from upwell.streams.store import MARK_BYTES

EVERY = 4  # of the places in which a command is killed
ROOT = Path(__file__).resolve().parents[2]
FEEDS = """
[feed.lines]
kind = "jsonl"
to = "crawl/feed.jsonl"
[feed.table]
kind = "csv"
to = "crawl/feed.csv"
[feed.news]
kind = "rss"
to = "crawl/feed.xml"
[feed.atoms]
kind = "atom"
to = "crawl/atom.xml"
[feed.base]
kind = "sqlite"
to = "crawl/feed.sqlite"
[feed.columns]
kind = "parquet"
to = "crawl/parquet"
rows = 20
"""


class Crawled(NamedTuple):
    """A folder with two sites, and where they are asked."""

    home: Path
    urls: tuple[str, str]

    @property
    def sites(self) -> tuple[str, str]:
        return self.urls[0].split("/")[2], self.urls[1].split("/")[2]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    home = tmp_path_factory.mktemp("forget")
    (home / "upwell.toml").write_text(FEEDS)
    with (
        running_source("catalogue", 3, 60) as one,
        running_source("films", 4, 60) as other,
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.chdir(home)
        found = Crawled(home, (one, other))
        assert crawl(found.urls, 40) == EXIT_DONE
        yield found


@pytest.fixture
def folder(crawled: Crawled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of its own for each test."""
    shutil.copytree(crawled.home, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "crawl"


def crawl(urls: tuple[str, ...], pages: int) -> int:
    asked = f"-d crawl --allow 127.0.0.1/32 --delay 0 --max-pages {pages}"
    outputs = "--warc crawl/warc --readings crawl/readings.jsonl --csv crawl/all.csv"
    return run(["crawl", *urls, *asked.split(), *outputs.split()])


def words(folder: Path, site: str) -> set[str]:
    """What the objects of one site say, and no page of another."""
    own = {w for line in lines(folder) if line["site"] == site for w in found_in(line["text"])}
    return {site, *(own - ours() - said(folder, besides=site))}


def said(folder: Path, besides: str) -> set[str]:
    """Words of the pages of all sites but one."""
    with closing(sqlite3.connect(folder / "log.sqlite")) as log:
        rows = log.execute(
            "select value from record join part on part.id=record.part"
            " where topic='pages' and key not in (?, x'')",
            [besides.encode()],
        ).fetchall()
    pages = [record for (value,) in rows if isinstance(record := decode(value), Page)]
    bodies = (decompress(page.body, 64 << 20) for page in pages if page.body)
    return {word for body in bodies for word in found_in(body.decode("utf-8", "replace"))}


def found_in(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{7,}", text)


@cache
def ours() -> set[str]:
    """Words of our own: keys of records, words that are asked."""
    rooms = [ROOT / room for room in ("streams", "agents", "models")]
    paths = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".txt")]
    return {word for path in paths for word in found_in(path.read_text("utf-8"))}


def holding(folder: Path, searched: set[str]) -> dict[str, set[str]]:
    """The places of a folder in which any of the words stands, packed or not."""
    found: dict[str, set[str]] = {}
    any_of = re.compile("|".join(map(re.escape, sorted(searched))))
    for name, content in contents(folder):
        if there := set(any_of.findall(content.decode("utf-8", "replace"))):
            found[name] = found.get(name, set()) | there
    return found


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file as it lies there, and what is packed in it."""
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not path.name.startswith(("OPTIONS", "LOG")):  # RocksDB's own
            yield name, path.read_bytes()
        if path.suffix == ".gz":
            yield name, gzip.decompress(path.read_bytes())
        if path.suffix == ".db" and path.is_dir():
            with closing(Rdict(str(path), Options(raw_mode=True))) as table:
                table.compact_range(None, None)
                for key, value in table.items():
                    yield f"{name} {key!r}", key + value
                    yield f"{name} {key!r}", opened(value)
    with closing(sqlite3.connect(folder / "log.sqlite")) as log:
        rows = log.execute(
            "select topic, key, value from record join part on part.id=record.part"
        ).fetchall()
    for topic, key, value in rows:
        yield f"log {topic}", (key or b"") + (value or b"") + unpacked(topic, value or b"")


def unpacked(topic: str, value: bytes) -> bytes:
    if topic.endswith("-changelog"):
        return opened(value)
    record = decode(value) if value else None
    if isinstance(record, Page):
        return decompress(record.body, 64 << 20)
    return unpack(record.model) if isinstance(record, ModelPublished) else b""


def opened(value: bytes) -> bytes:
    """What a part of a table holds, or the state in a head."""
    with suppress(StoreError, IndexError):
        return unpack(value[MARK_BYTES:])
    with suppress(Exception):
        return decode_head(value[MARK_BYTES:]).user or b""
    return b""


def test_nothing_of_a_site_is_left_in_the_folder(
    crawled: Crawled, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, other = crawled.sites
    searched = words(folder, site)
    assert len(searched) > 20
    before = holding(folder, searched)
    assert {"objects.jsonl", "readings.jsonl", "all.csv", "feed.csv", "feed.xml"} <= before.keys()
    assert any(name.startswith("tables") for name in before)
    assert EXIT_DONE == run(["forget", site, "-d", "crawl"])
    assert {} == holding(folder, searched)
    assert holding(folder, {other}).keys() > {"objects.jsonl", "feed.xml", "log pages"}
    told = capsys.readouterr().out
    for place in ("objects.jsonl", "objects.sqlite", "feed.xml", "warc", "parquet", "of the log"):
        assert place in told


@pytest.mark.e2e
def test_the_other_site_keeps_its_objects_and_goes_on(crawled: Crawled, folder: Path) -> None:
    site, other = crawled.sites
    searched = words(folder, site)
    before = [line for line in lines(folder) if line["site"] == other]
    assert EXIT_DONE == run(["forget", site, "-d", "crawl"])
    assert before == lines(folder)
    assert EXIT_DONE == crawl(crawled.urls[1:], 60)
    after = lines(folder)
    lost = {line["id"] for line in before} - {line["id"] for line in after}
    with closing(sqlite3.connect(folder / "objects.sqlite")) as database:
        ended = {id_ for (id_,) in database.execute("SELECT id FROM objects WHERE present = 0")}
    assert lost <= ended  # a later model takes them for none, or tells them by another id
    assert {other} == {line["site"] for line in after}
    names = [(line["id"], line["version"]) for line in after]
    assert len(set(names)) == len(names)
    assert {} == holding(folder, searched - said(folder, besides=site))
    assert EXIT_DONE == run(["doctor", "--deep", "-d", "crawl"])
    assert "" == "".join(str(one) for one in dead_letters(folder))


@pytest.mark.e2e
def test_a_forgotten_site_begins_anew(crawled: Crawled, folder: Path) -> None:
    site, _ = crawled.sites
    first = {line["id"] for line in lines(folder) if line["site"] == site}
    assert EXIT_DONE == run(["forget", site, "-d", "crawl"])
    assert EXIT_DONE == crawl(crawled.urls[:1], 40)
    found = [line for line in lines(folder) if line["site"] == site]
    assert first & {line["id"] for line in found}
    assert 1 == min(line["version"] for line in found)


def test_it_waits_for_no_crawl_but_refuses(
    crawled: Crawled, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, _ = crawled.sites
    before = (folder / "objects.jsonl").read_bytes()
    lock = WorkerLock(folder)
    lock.acquire()
    assert EXIT_CONFIG == run(["forget", site, "-d", "crawl"])
    lock.release()
    said = capsys.readouterr().err.splitlines()
    assert 1 == len(said)
    assert f"in use by process {os.getpid()}; stop it first" in said[0]
    assert before == (folder / "objects.jsonl").read_bytes()


@pytest.mark.crash
def test_after_a_kill_anywhere_it_is_run_again(
    crawled: Crawled, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file, a note or a table takes its place by `os.replace`: it is killed before these."""
    site, _ = crawled.sites
    searched = {site, *sorted(words(folder, site))[:9]}
    whole = tmp_path / "whole"
    folder.rename(whole)
    for step in range(0, 1000, EVERY):
        shutil.copytree(whole, folder)
        if not killed(["forget", site, "-d", "crawl"], step):
            break
        if (folder / "forgetting.json").exists():
            assert EXIT_CONFIG == crawl(crawled.urls[1:], 60)
            assert f"`upwell forget {site}" in capfd.readouterr().err
        assert EXIT_DONE == run(["forget", site, "-d", "crawl"])
        assert {} == holding(folder, searched)
        shutil.rmtree(folder)
    assert step > 10


def killed(command: list[str], step: int) -> bool:
    """Whether a command died where it would have replaced its n-th file."""
    child = os.fork()
    if not child:
        replace, left = os.replace, iter(range(step))

        def dying(*places: str) -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            replace(*places)

        os.replace = dying  # type: ignore[assignment]
        os._exit(run(command))
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def test_an_unknown_site_is_told_the_nearest(
    crawled: Crawled, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert EXIT_CONFIG == run(["forget", f"{crawled.sites[0]}0", "-d", "crawl"])
    assert f"the nearest is {crawled.sites[0]}" in capsys.readouterr().err


def test_a_file_elsewhere_is_named_and_a_strangers_is_left_alone(
    crawled: Crawled, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site, _ = crawled.sites
    for ending in ("", ".position"):
        (folder / f"readings.jsonl{ending}").rename(tmp_path / f"elsewhere.jsonl{ending}")
    (tmp_path / "mine.txt").write_text(site)
    refused = run(["forget", site, "-d", "crawl", "--also", "mine.txt"])
    assert EXIT_CONFIG == refused
    assert "not upwell's own" in capsys.readouterr().err
    assert EXIT_DONE == run(["forget", site, "-d", "crawl"])
    assert "1 other output, elsewhere or gone" in capsys.readouterr().out


def test_dead_letters_of_a_site_go_with_it(tmp_path: Path) -> None:
    url, site = f"upwell://{tmp_path}/log", "library.example"
    fill(url, [page(1), finding(1), status(), status("other.example"), change("a1", 1)])
    fill(url, [letter(page(1), 0), letter(b"no record of library.example", 1)])
    assert EXIT_DONE == run(["forget", site, "-d", f"{tmp_path}/log"])
    assert {} == holding(tmp_path / "log", {site, "a1 in version"})
    assert {"log sites"} <= holding(tmp_path / "log", {"other.example"}).keys()


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "objects.jsonl").read_text().splitlines()]


def dead_letters(folder: Path) -> list[DeadLetter]:
    with closing(sqlite3.connect(folder / "log.sqlite")) as log:
        rows = log.execute(
            "select value from record join part on part.id=record.part where topic='dead-letters'"
        ).fetchall()
    return [record for (value,) in rows if isinstance(record := decode(value), DeadLetter)]
