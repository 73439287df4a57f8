"""A whole crawl of a bundled source: the ring with everything in it, stopped when time is over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import struct_rusage
from time import perf_counter, sleep

from upwell.errors import ConfigError

from .figure import Figure

RECORDS = 20_000  # more than are found in the time
LOOK_S = 0.1
STOP_S = 30.0  # for what is on the way
MILLI = 1000.0
_UPWELL = [sys.executable, "-m", "upwell"]


def ring(folder: Path, seconds: float, url: str) -> Iterator[Figure]:
    """Answers a second, and the processor time of one: fetch, read, learn, compare, write."""
    command = [*_UPWELL, "crawl", url, "-d", str(folder), "--allow", "127.0.0.1/32", "--delay", "0"]
    errors = folder.parent / "crawl.err"
    began = perf_counter()
    with errors.open("w") as stream:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=stream, start_new_session=True
        )
        used = _used(process, seconds)
    lasted = perf_counter() - began
    answered = _answered(folder)
    if not answered:
        said = errors.read_text().strip().splitlines()[-1:]
        raise ConfigError(f"the crawl of a bundled source brought nothing: {' '.join(said)}")
    yield Figure("crawl, whole ring", answered / lasted, "pages/s")
    cost = (used.ru_utime + used.ru_stime) * MILLI / answered
    yield Figure("processor time of its page", cost, "ms", higher=False)
    yield Figure("memory of the crawl", used.ru_maxrss / 1024, "MB", higher=False)


def _used(process: subprocess.Popen[bytes], seconds: float) -> struct_rusage:
    """Let it run for so long, stop it as Ctrl-C does, and tell what it and its children used."""
    end, stopped = perf_counter() + seconds, False
    try:
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                return used
            if perf_counter() > end and not stopped:
                process.send_signal(signal.SIGINT)
                stopped = True
            if perf_counter() > end + STOP_S:
                process.kill()
            sleep(LOOK_S)
    except BaseException:
        process.kill()
        process.wait()
        raise


def hello() -> Iterator[Figure]:
    """How long `upwell --help` takes, the fastest of three."""
    times = []
    for _ in range(3):
        began = perf_counter()
        subprocess.run([*_UPWELL, "--help"], stdout=subprocess.DEVNULL, check=True)
        times.append(perf_counter() - began)
    yield Figure("upwell --help", min(times) * MILLI, "ms", higher=False)


def _answered(folder: Path) -> int:
    """Answers that the crawl has; none where they showed no object."""
    done = subprocess.run(
        [*_UPWELL, "status", "-d", str(folder), "--json"], capture_output=True, text=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return sum(line["answered"] for line in lines if "site" in line and line["objects"])
