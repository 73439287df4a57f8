"""Workers as processes of their own, started as from a shell and stopped as a supervisor does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

UPWELL = (sys.executable, "-m", "upwell")
ROOT = Path(__file__).resolve().parents[2]
STOP_S = 60


@contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str] | None = None, folder: Path = ROOT
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that gets SIGTERM in the end and has to drain; an environment is all it has."""
    given = {**(os.environ if environment is None else environment), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=folder, env=given)
    try:
        yield process
        assert process.poll() is None, f"ended by itself with {process.returncode}"
        process.send_signal(signal.SIGTERM)
        assert 0 == process.wait(STOP_S)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def until(true: Callable[[], bool], within_s: float = 120.0) -> None:
    """Wait for what other processes bring about."""
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)
