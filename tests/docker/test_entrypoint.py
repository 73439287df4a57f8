"""What the image starts does its work, with the environment and the commands of compose.yml.

There is no engine here: the entrypoint runs on this machine, `kafka:9092` is a broker of the
tests, and `/data` is a folder.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.agents.toy import until
from tests.cli.filled import Shell
from tests.e2e.crawls import LOOPBACK, coverage, doubled, lines
from tests.e2e.supervised import Supervised
from upwell.sources import serve

from . import dockerfile
from .compose import load

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]

ROOT = Path(__file__).resolve().parents[2]
IMAGE = dockerfile.stages(ROOT / "docker" / "Dockerfile")[-1]
SIZE = 150


class Container:
    """A service of compose.yml as processes of this machine."""

    def __init__(self, name: str, number: int, folder: Path, broker: str) -> None:
        outside = {"UPWELL_ALLOW": LOOPBACK, "UPWELL_CONTACT": "me@example.org"}
        self.service: dict[str, Any] = load(ROOT / "docker/compose.yml", outside)["services"][name]
        self.data = folder / f"{name}-{number}" / "data"
        self.home = folder / f"{name}-{number}" / "home"
        self._broker = broker
        self.data.mkdir(parents=True)
        self.home.mkdir()

    def environment(self) -> dict[str, str]:
        """The image's, then the service's, and nothing of whoever runs the test."""
        said = {**dockerfile.environment(IMAGE), **self.service["environment"]}
        given = {name: self.here(str(value)) for name, value in said.items()}
        return {**given, "HOME": str(self.home), "PATH": os.environ["PATH"]}

    def command(self) -> list[str]:
        """The entrypoint with the service's command."""
        (program,) = dockerfile.exec_form(dockerfile.last(IMAGE, "ENTRYPOINT"))
        words = shlex.split(self.service["command"])
        return [str(Path(sys.executable).parent / program), *map(self.here, words)]

    def here(self, text: str) -> str:
        """A word of the files, as it has to be on this machine."""
        text = text.replace("kafka://kafka:9092", self._broker)
        return text.replace("/data", str(self.data)) if text.startswith("/data") else text

    def healthy(self) -> bool:
        """What the image's health check says."""
        _, _, test = dockerfile.last(IMAGE, "HEALTHCHECK").partition("CMD ")
        words = [word.replace("/data", str(self.data)) for word in dockerfile.exec_form(test)]
        return subprocess.run(words, check=False, env=self.environment()).returncode == 0


@pytest.mark.kafka
def test_the_services_crawl_a_source_and_write_its_objects(
    tmp_path: Path, kafka_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    broker = f"{kafka_url}docker-"
    asyncio.run(_crawled(tmp_path, broker, Shell(broker, capsys)))


async def _crawled(tmp_path: Path, broker: str, shell: Shell) -> None:
    async with await serve(seed=5, size=SIZE) as source:
        deliver = await _work(tmp_path, broker, shell, source.url)
        found = lines(deliver.data / "objects.jsonl")
        assert [] == doubled(found)
        assert coverage(found, source.truth) >= 0.95


@asynccontextmanager
async def _up(containers: Sequence[Container]) -> AsyncIterator[None]:
    """All services at once, as an engine runs them: what ends with 70 is started again."""
    running = []
    for one in containers:
        program, *words = one.command()
        running.append(
            Supervised(*words, program=program, environment=one.environment(), folder=one.data)
        )
    try:
        for service in running:
            await service.start()
        yield
        for service in running:
            await service.stop()
    finally:
        for service in running:
            await service.kill()


async def _work(tmp_path: Path, broker: str, shell: Shell, url: str) -> Container:
    """Until nothing is left to do."""
    deliver = Container("deliver", 1, tmp_path, broker)
    replicas = Container("worker", 0, tmp_path, broker).service["deploy"]["replicas"]
    workers = [Container("worker", n, tmp_path, broker) for n in range(1, replicas + 1)]
    containers = [deliver, *workers]
    await asyncio.to_thread(shell, "add", url, "--delay", "0")
    assert [False] * len(containers) == [one.healthy() for one in containers]
    async with _up(containers):
        await until(_often(lambda: all(one.healthy() for one in containers)), within_s=120)
        await until(_often(lambda: _done(shell.json("status", "--json"))), within_s=240)
    assert [[]] * len(containers) == [list(one.home.iterdir()) for one in containers]
    return deliver


def _often(true: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    """Asked in a thread: it starts processes, and the source has to answer meanwhile."""

    async def asked() -> bool:
        return await asyncio.to_thread(true)

    return asked


def _done(told: list[dict[str, Any]]) -> bool:
    parked = [line for line in told if line.get("phase") == "parked"]
    lags = [line["lag"] for line in told if "lag" in line]
    return bool(parked) and len(lags) >= 5 and not any(lags)


def test_what_is_sent_to_the_engine_makes_the_wheel(tmp_path: Path) -> None:
    """The first stage of the image, with what Dockerfile.dockerignore lets through."""
    context = tmp_path / "context"
    context.mkdir()
    ignore = (ROOT / "docker/Dockerfile.dockerignore").read_text("utf-8").splitlines()
    for name in [line[1:] for line in ignore if line.startswith("!")]:
        if (ROOT / name).is_dir():
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, context / name, symlinks=True, ignore=skip)
        else:
            shutil.copy(ROOT / name, context / name)
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir"]
    subprocess.run([*command, str(tmp_path), str(context)], check=True, capture_output=True)
    held = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    for name in ("upwell/cli/main.py", "upwell/streams/app.py", "upwell/agents/worker.py"):
        assert name in held
    assert [name for name in held if name.endswith("entry_points.txt")]
