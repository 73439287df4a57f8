"""One crawl by the installed command, and when each line of its file came."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .environment import of_product
from .following import Follower

LEAVE_S = 60.0  # for the first and for the second signal
OURS = "127.0.0.0/8"  # also what a page must not lead to, so that harm shows
CONTACT = "bench@example.org"


@dataclass(frozen=True, slots=True)
class Crawl:
    """What one crawl left.

    Parameters
    ----------
    folder
        Holds `data`, `objects.jsonl`, `readings.jsonl`, `out` and `err`.
    began, ended
        Seconds since the epoch.
    arrivals
        When each line of `stream.jsonl` came: every line that the file of objects ever had.
    """

    folder: Path
    exit: int
    began: float
    ended: float
    arrivals: list[float]

    @property
    def objects(self) -> Path:
        return self.folder / "objects.jsonl"

    @property
    def stream(self) -> Path:
        return self.folder / "stream.jsonl"

    @property
    def readings(self) -> Path:
        return self.folder / "readings.jsonl"

    @property
    def data(self) -> Path:
        return self.folder / "data"


def crawl(url: str, folder: Path, max_pages: int, within_s: float) -> Crawl:
    """Crawl with default settings, but without delay and with this machine's addresses allowed."""
    command = [upwell(), "crawl", url, "-d", "data", "-o", "objects.jsonl"]
    command += ["--readings", "readings.jsonl", "--max-pages", str(max_pages)]
    command += ["--delay", "0", "--allow", OURS, "--contact", CONTACT]
    follower, end = Follower(folder / "objects.jsonl", folder / "stream.jsonl"), threading.Event()
    watcher = threading.Thread(target=follower.until, args=(end,), daemon=True)
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        began = time.time()
        process = subprocess.Popen(
            command,
            cwd=folder,  # no upwell.toml of somebody else
            env=of_product(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        watcher.start()
        try:
            code = _wait(process, within_s)
        finally:
            _end(process)
            ended = time.time()
            end.set()
            watcher.join()
    follower.look(ended)
    return Crawl(folder, code, began, ended, follower.arrivals)


def upwell() -> str:
    """The command that is installed beside this interpreter."""
    return str(Path(sys.executable).parent / "upwell")


def events(crawl: Crawl) -> Counter[str]:
    """How often each event stands in `upwell changes`; kept as `changes.jsonl`."""
    path = crawl.folder / "changes.jsonl"
    with path.open("wb") as file:
        _upwell(crawl, "changes", file)
    with path.open("rb") as lines:
        return Counter(str(json.loads(line)["event"]) for line in lines)


def standing(crawl: Crawl) -> dict[str, Any]:
    """What `upwell status` says of the site."""
    path = crawl.folder / "status.jsonl"
    with path.open("wb") as file:
        _upwell(crawl, "status", file, "--json")
    sites = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return next((site for site in sites if "phase" in site), {})


def _upwell(crawl: Crawl, verb: str, out: Any, *options: str) -> None:
    subprocess.run(
        [upwell(), verb, "-d", "data", *options],
        cwd=crawl.folder,
        env=of_product(os.environ),
        stdout=out,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def _wait(process: subprocess.Popen[bytes], within_s: float) -> int:
    """The exit code; a crawl that does not end in time is asked to, and then asked again."""
    for patience in (within_s, LEAVE_S, LEAVE_S):
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
    return process.wait(LEAVE_S)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
        process.wait()
