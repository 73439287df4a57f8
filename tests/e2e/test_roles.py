"""Workers with different roles share one broker, and nothing is lost between them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.cli.filled import Shell
from upwell.models.urls.canonical import site_of
from upwell.sources import serve

from .crawls import LOOPBACK, coverage, doubled, lines
from .workers import UPWELL, running, until

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(400)]

SIZE = 150
_numbers = count(1)

SPLITS = [
    ["fetch", "plan,analyse,watch,deliver"],
    ["plan", "fetch", "analyse", "watch", "deliver"],
]


@pytest.fixture
def broker(kafka_url: str) -> str:
    return f"{kafka_url}/r{next(_numbers)}-"


@pytest.fixture
def shell(broker: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(broker, capsys)


def _worker(broker: str, folder: Path, roles: str) -> list[str]:
    more = ["-o", str(folder / "objects.jsonl")] if "deliver" in roles else []
    options = ["--roles", roles, "--broker", broker, "-d", str(folder), "--allow", LOOPBACK]
    return [*UPWELL, "worker", *options, *more]


@pytest.mark.parametrize("split", SPLITS, ids="|".join)
def test_a_source_is_covered_by_workers_that_share_out_the_roles(
    tmp_path: Path, broker: str, shell: Shell, split: list[str]
) -> None:
    """Every request is answered, every object delivered, nothing waits in the end."""
    asyncio.run(_covered(tmp_path, broker, shell, split))


async def _covered(tmp_path: Path, broker: str, shell: Shell, split: list[str]) -> None:
    async with await serve(seed=5, size=SIZE) as source:
        await asyncio.to_thread(_work, tmp_path, broker, shell, split, source.url)
        site, *readers = await asyncio.to_thread(shell.json, "status", "--json")
        found = lines(tmp_path / "0" / "objects.jsonl")
        truth = source.truth
    assert site_of(source.url) == site["site"]
    assert (site["issued"], 0) == (site["answered"], site["outstanding"])
    assert {0} == {reader["lag"] for reader in readers if "lag" in reader}
    assert {"requests", "pages", "findings", "objects", "changes"} == {
        reader["topic"] for reader in readers if "lag" in reader
    }
    assert {"dead_letters": 0} == readers[-1]
    assert [] == doubled(found)
    assert coverage(found, truth) >= 0.95


def _work(tmp_path: Path, broker: str, shell: Shell, split: list[str], url: str) -> None:
    shell("add", url, "--delay", "0")
    with ExitStack() as stack:
        for number, roles in enumerate(sorted(split, key=lambda roles: "deliver" not in roles)):
            command = _worker(broker, tmp_path / str(number), roles)
            stack.enter_context(running(command))
        until(lambda: _done(shell.json("status", "--json")), within_s=240)


def _done(told: list[dict[str, Any]]) -> bool:
    parked = [line for line in told if line.get("phase") == "parked"]
    lags = [line["lag"] for line in told if "lag" in line]
    return bool(parked) and len(lags) >= 5 and not any(lags)
