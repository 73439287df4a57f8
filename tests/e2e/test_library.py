"""A crawl from Python is the command's, may be left and taken up, and README's examples run."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import upwell
from upwell.sources.server import Source, serve
from upwell.streams.sinks.lines import ENDED

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
SIZE = 40
GIVEN: dict[str, Any] = {"allow": ["127.0.0.0/8"], "delay": 0.0}


@pytest.fixture(params=["library", "shop", "notices"])
async def source(request: pytest.FixtureRequest) -> AsyncIterator[Source]:
    """One that is crawled whole: what a budget cuts off differs with the order of answers."""
    async with await serve(request.param, size=SIZE, frozen=True) as found:
        yield found


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    options = ["--allow", "127.0.0.0/8", "--delay", "0", "-d", str(folder)]
    return subprocess.run(
        [sys.executable, "-m", "upwell", *arguments, *(options if arguments[0] == "crawl" else [])],
        capture_output=True, text=True, check=False, timeout=300, cwd=folder.parent,
    )  # fmt: skip


async def changes_of(url: str, folder: Path) -> set[tuple[str, str, int]]:
    return {
        (change.event, change.id, change.version)
        async for change in upwell.crawl(url, directory=folder, **GIVEN)
    }


async def test_its_changes_are_those_of_the_command(source: Source, tmp_path: Path) -> None:
    """What the file of the folder tells, and what the command's objects are."""
    mine = await changes_of(source.url, tmp_path / "python")
    told = await asyncio.to_thread(
        command, tmp_path / "python", "changes", "-d", str(tmp_path / "python")
    )
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert mine == {(line["event"], line["id"], line["version"]) for line in lines}
    await asyncio.to_thread(command, tmp_path / "command", "crawl", source.url)
    theirs = (tmp_path / "command" / "objects.jsonl").read_text().splitlines()
    ids = {json.loads(line)["id"] for line in theirs}
    last = {id: event for event, id, _ in sorted(mine, key=lambda one: one[2])}
    found = {id for id, event in last.items() if event not in ENDED}
    assert len(found & ids) >= 0.9 * max(SIZE, len(found), len(ids))


async def test_a_loop_that_is_left_leaves_a_folder_that_the_command_resumes(
    source: Source, tmp_path: Path
) -> None:
    n = 0
    async with upwell.crawl(source.url, directory=tmp_path / "d", **GIVEN) as changes:
        async for _ in changes:
            n += 1
            if n == 5:
                break
    ended = await asyncio.to_thread(command, tmp_path / "d", "crawl", source.url)
    assert (0, True) == (ended.returncode, "resuming the crawl" in ended.stderr), ended.stderr
    lines = (tmp_path / "d" / "objects.jsonl").read_text().splitlines()
    names = [(line["id"], line["version"]) for line in map(json.loads, lines)]
    assert len(names) == len(set(names)) >= n


async def test_the_examples_of_the_readme_are_typed_and_run(tmp_path: Path) -> None:
    """As a script of its own, without a guard for processes; the address is a bundled source's."""
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.S | re.M
    )
    assert blocks
    for n, block in enumerate(blocks):
        script = tmp_path / f"example_{n}.py"
        script.write_text(block)
        checked = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-m", "mypy", "--strict", str(script)],
            capture_output=True, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
        assert 0 == checked.returncode, checked.stdout
        async with await serve("notices", size=60, frozen=True) as site:
            given = f'"{site.url}", allow=["127.0.0.0/8"], delay=0.0, max_pages=20'
            named = r'"https://library\.example/", contact="[^"]*"'
            script.write_text(re.sub(named, given, block))
            ran = await asyncio.to_thread(
                subprocess.run, [sys.executable, str(script)],
                capture_output=True, text=True, check=False, cwd=tmp_path, timeout=200,
            )  # fmt: skip
        assert (0, True) == (ran.returncode, bool(ran.stdout)), ran.stderr
