"""Ctrl-C and SIGTERM at any moment leave a crawl that the same command takes up again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from upwell.cli.crawls.demo import running_source

SIZE = 120
DEADLINE_S = 60


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_source("catalogue", seed=3, size=SIZE) as found:
        yield found


def started(url: str, folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "upwell", "crawl", url, "-d", "data"]
    command += ["--allow", "127.0.0.1/32", "--delay", "0.02", *more]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)


def until(process: subprocess.Popen[str], said: str) -> str:
    """What it tells up to the line that says something; no clock is asked."""
    assert process.stderr is not None
    told = ""
    for line in process.stderr:
        told += line
        if said in line:
            break
    return told


def ended(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    told = process.stderr.read()
    process.wait(DEADLINE_S)
    return told


def ids(folder: Path) -> list[str]:
    lines = (folder / "data" / "objects.jsonl").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\n") for line in lines)
    found = [json.loads(line) for line in lines]
    return [f"{line['id']} {line['version']}" for line in found]


@pytest.mark.e2e
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_crawl_stopped_three_times_resumes_and_doubles_nothing(
    url: str, tmp_path: Path, number: signal.Signals
) -> None:
    for moment in (
        "a new crawl",
        "looking for" if number == signal.SIGINT else "resuming",
        "asking",
    ):
        process = started(url, tmp_path)
        until(process, moment)
        process.send_signal(number)
        told = ended(process)
        assert 130 == process.returncode, told
        assert "the same command goes on from here" in told
        assert len(set(ids(tmp_path))) == len(ids(tmp_path))
        (counted,) = re.findall(r"^([\d,]+) objects in data/objects.jsonl", told, re.M)
        assert len({each.split()[0] for each in ids(tmp_path)}) == int(counted.replace(",", ""))
    process = started(url, tmp_path)
    assert "resuming the crawl in data" in until(process, "resuming").splitlines()[0]
    told = ended(process)
    assert 0 == process.returncode, told
    found = ids(tmp_path)
    assert len(set(found)) == len(found)
    assert len({each.split()[0] for each in found}) >= 0.9 * SIZE


@pytest.mark.e2e
def test_the_second_signal_stops_at_once(url: str, tmp_path: Path) -> None:
    process = started(url, tmp_path)
    until(process, "first object")
    process.send_signal(signal.SIGINT)
    until(process, "Ctrl-C again stops at once")
    process.send_signal(signal.SIGINT)
    since = time.monotonic()
    ended(process)
    assert 130 == process.returncode
    assert time.monotonic() - since < 10
    ids(tmp_path)  # whole lines only


def test_a_small_budget_ends_with_both_files_where_they_were_asked_for(
    url: str, tmp_path: Path
) -> None:
    files = ["-o", "out/a/objects.jsonl", "--readings", "out/b/pages.jsonl"]
    process = started(url, tmp_path, "--max-pages", "30", *files)
    first = until(process, "crawl in")
    assert "a new crawl in data\n" == first
    told = ended(process)
    assert 0 == process.returncode, told
    assert "the budget of 30 pages is spent" in told
    readings = [json.loads(line) for line in (tmp_path / files[3]).open()]
    assert 30 == len({line["url"] for line in readings})
    read = {(line["outcome"], type(line["cluster"])) for line in readings}
    assert {("ok", int)} == {pair for pair in read if pair[0] != "robots"}
    assert (tmp_path / files[1]).exists()


def test_a_site_without_a_form_fails_with_its_reason(url: str, tmp_path: Path) -> None:
    process = started(f"{url}robots.txt", tmp_path)
    told = ended(process)
    assert 1 == process.returncode, told
    assert "stopped      " in told


@pytest.mark.e2e
def test_a_crawl_tells_its_objects_to_stdout_and_nothing_else(url: str, tmp_path: Path) -> None:
    """Again from the start when it goes on: what reads them needs no memory of its own."""
    command = [sys.executable, "-m", "upwell", "crawl", url, "-d", "data", "-o", "-"]
    command += ["--allow", "127.0.0.1/32", "--delay", "0", "--max-pages"]
    before: set[str] = set()
    for pages in ("30", "32"):
        done = subprocess.run([*command, pages], cwd=tmp_path, capture_output=True, text=True)
        assert 0 == done.returncode, done.stderr
        last = {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}
        found = {name for name, line in last.items() if "event" not in line}
        assert before <= last.keys()
        assert f"{len(found):,} objects on stdout" in done.stderr
        before = found
    assert before
    assert ["data"] == [path.name for path in tmp_path.iterdir()]
    assert not (tmp_path / "data" / "objects.jsonl").exists()


@pytest.mark.e2e
def test_a_crawl_whose_reader_goes_away_stops(url: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upwell", "crawl", url, "-d", "data", "-o", "-"]
    command += ["--allow", "127.0.0.1/32", "--delay", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        told = ended(process)
    assert 130 == process.returncode, told
    assert "the same command goes on from here" in told
    assert "Traceback" not in told
