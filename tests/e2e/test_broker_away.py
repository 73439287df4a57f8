"""A broker stops in mid-harvest and is back: its worker says so, nothing is lost or doubled."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kafka_server import KafkaServer, require_kafka
from upwell.cli.crawls.demo import running_source

from .crawls import LOOPBACK, SHORT

pytestmark = [pytest.mark.e2e, pytest.mark.kafka, pytest.mark.timeout(900)]

AWAY_S = 8.0 if SHORT else 120.0
TIMES = 1 if SHORT else 3
WITHIN_S = 120.0
BACK_S = 60.0  # ten on a machine of its own
GROWN_MB = 50


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KafkaServer]:
    require_kafka()
    made = KafkaServer(tmp_path / "kafka")
    made.start()
    yield made
    made.stop()


class Speaking:
    """A worker, and what it has said."""

    def __init__(self, broker: str, folder: Path) -> None:
        self.objects = folder / "objects.jsonl"
        self.said: list[str] = []
        options = ["-d", str(folder), "--allow", LOOPBACK, "-o", str(self.objects)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upwell", "worker", "--broker", broker, *options],
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.said.extend(iter(self.process.stderr.readline, ""))

    @property
    def names(self) -> list[tuple[str, int]]:
        """Objects in the file, by their id and version."""
        text = self.objects.read_text("utf-8") if self.objects.exists() else ""
        whole = text[: text.rfind("\n") + 1].splitlines()
        return [(line["id"], line["version"]) for line in map(json.loads, whole)]

    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def until(self, more: int, within_s: float) -> None:
        """So many more lines than there are."""
        wanted, end = len(self.names) + more, time.monotonic() + within_s
        while len(self.names) < wanted:
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.1)


@contextmanager
def _worker(broker: str, folder: Path) -> Iterator[Speaking]:
    one = Speaking(broker, folder)
    try:
        yield one
    finally:
        one.process.send_signal(signal.SIGINT)
        one.process.wait(60)


def test_a_broker_goes_away_and_comes_back(server: KafkaServer, tmp_path: Path) -> None:
    with running_source("catalogue", 3, 3000) as url, _worker(server.url, tmp_path / "w") as worker:
        add = [sys.executable, "-m", "upwell", "add", url, "--broker", server.url]
        subprocess.run([*add, "--delay", "0.05"], check=True, capture_output=True)
        for _ in range(TIMES):
            worker.until(50, WITHIN_S)
            before = worker.memory_mb()
            server.kill()
            time.sleep(AWAY_S)
            assert worker.memory_mb() < before + GROWN_MB
            server.start()
            worker.until(1, BACK_S)
    said = [line for line in worker.said if "broker" in line]
    assert TIMES == sum("the broker does not answer" in line for line in said)
    assert TIMES == sum("the broker is back after" in line for line in said)
    # beside these: a line a minute, "working" at the start, and that it was told to stop
    assert len(worker.said) <= TIMES * (2 + 2 * (1 + int(AWAY_S // 60))) + 2, worker.said
    assert len(worker.names) == len(set(worker.names))
