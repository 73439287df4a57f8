"""A real Apache Kafka for the tests that need one: started by `docker/kafka/start.sh`."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import pytest
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaError

START = Path(__file__).resolve().parent.parent / "docker" / "kafka" / "start.sh"
READY_S = 60.0
FETCH_S = 600.0


def missing() -> str | None:
    """What this machine lacks to run Kafka; None when nothing."""
    if shutil.which("java") is None:
        return "no java on this machine: Kafka is not tested (install a JDK, 17 or newer)"
    return None


def require_kafka() -> None:
    """Skip the test where Kafka is not wanted or cannot run; fail where it has to."""
    if os.environ.get("UPWELL_NO_KAFKA") == "1":
        pytest.skip("UPWELL_NO_KAFKA=1: Kafka is not tested")
    if (lacking := missing()) is not None:
        if os.environ.get("UPWELL_REQUIRE_KAFKA") == "1":
            pytest.fail(lacking)
        pytest.skip(lacking)


class KafkaServer:
    """One broker on a free port of 127.0.0.1, with its data in a directory of its own.

    Parameters
    ----------
    directory
        For its log and its output (`kafka.out`).
    version
        Of Apache Kafka; None: `KAFKA_VERSION`, or the default of `start.sh`.
    """

    def __init__(self, directory: Path, version: str | None = None) -> None:
        self.directory = directory
        self.port, controller = free_ports(2)
        self.url = f"kafka://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._settings = {
            **os.environ,
            "KAFKA_PORT": str(self.port),
            "KAFKA_CONTROLLER_PORT": str(controller),
            "KAFKA_DATA": str(directory / "data"),
        }
        if version is not None:
            self._settings["KAFKA_VERSION"] = version

    @property
    def open_port(self) -> int:
        """Where it answers whoever asks."""
        return self.port

    @property
    def pid(self) -> int | None:
        """Of the broker, while it runs."""
        return None if self._process is None else self._process.pid

    def also(self, extra: Path, arguments: str) -> None:
        """Further properties, in a file, and arguments of the format of its data."""
        self._settings |= {"KAFKA_EXTRA": str(extra), "KAFKA_FORMAT": arguments}

    def start(self) -> None:
        """Fetch the jars if need be, start, and wait until the broker answers."""
        fetch = {**self._settings, "KAFKA_FETCH": "1"}
        subprocess.run(["sh", str(START)], env=fetch, check=True, timeout=FETCH_S)
        self.directory.mkdir(parents=True, exist_ok=True)
        with (self.directory / "kafka.out").open("ab") as out:
            self._process = subprocess.Popen(
                ["sh", str(START)],
                env=self._settings,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        end = time.monotonic() + READY_S
        while not asyncio.run(self._answers()):
            dead = self._process is None or self._process.poll() is not None
            if dead or time.monotonic() > end:
                output = (self.directory / "kafka.out").read_text("utf-8", "replace")
                raise RuntimeError(f"Kafka did not start:\n{output[-2000:]}")

    async def _answers(self) -> bool:
        admin = AIOKafkaAdminClient(bootstrap_servers=f"127.0.0.1:{self.open_port}")
        try:
            async with asyncio.timeout(5):
                await admin.start()
                return bool((await admin.describe_cluster())["brokers"])
        except (KafkaError, OSError, TimeoutError):
            await asyncio.sleep(0.2)
            return False
        finally:
            await admin.close()

    def kill(self) -> None:
        """End it at once, as a power cut of that machine would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End it in order."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def shared_server(folder: Path) -> Iterator[str]:
    """The URL of one broker for all processes that share a folder.

    The first that asks starts it, the last that ends stops it, by its process id. Each holds a
    lock while it uses it, which the system gives back however a process ends.
    """
    address, number = folder / "kafka.url", folder / "kafka.pid"
    with (folder / "kafka.users").open("w") as users, (folder / "kafka.turn").open("w") as turn:
        with _locked(turn):
            if not address.exists():
                server = KafkaServer(folder / f"kafka-{os.getpid()}")
                server.start()
                number.write_text(str(server.pid))
                address.write_text(server.url)
            fcntl.flock(users, fcntl.LOCK_SH)
        try:
            yield address.read_text()
        finally:
            with _locked(turn), suppress(BlockingIOError, ProcessLookupError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody else uses it
                address.unlink()
                os.kill(int(number.read_text()), signal.SIGTERM)


@contextmanager
def _locked(file: TextIO) -> Iterator[None]:
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def free_ports(n: int) -> list[int]:
    sockets = [socket.socket() for _ in range(n)]
    for made in sockets:
        made.bind(("127.0.0.1", 0))
    ports: list[int] = [made.getsockname()[1] for made in sockets]
    for made in sockets:
        made.close()
    return ports
