"""An application is a folder: `start`, `stop`, `truth` and `selectors.json`."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .environment import FOLDER, of_application

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("start", "stop", "truth", "selectors.json")
START_S = 900.0  # for installing, filling and serving
STOP_S = 60.0
TRUTH_S = 300.0


class Absent(Exception):
    """There is nothing to measure on, or it does not start."""


@dataclass(frozen=True, slots=True)
class Application:
    """One folder.

    Parameters
    ----------
    folder
        Where its scripts are.
    page
        Path of the page a crawl begins at; None: where `start` says that it is ready.
    """

    folder: Path
    page: str | None = None

    @property
    def name(self) -> str:
        return self.folder.name


@dataclass(frozen=True, slots=True)
class Served:
    """An application that answers."""

    application: Application
    origin: str  # http://127.0.0.1:port
    page: str  # path of the page a crawl begins at
    truth: Path  # JSON lines, read from the application's own store


def applications_folder() -> Path:
    """`UPWELL_APPS`, or the folder beside the checkout."""
    named = os.environ.get(FOLDER)
    folder = Path(named) if named else ROOT.parent / "shared" / "apps"
    if not (folder / "bench.py").is_file():
        where = f"{FOLDER} names" if named else f"{FOLDER} is not set, so it is looked for in"
        raise Absent(f"no real applications: {where} {folder}, which has no bench.py")
    return folder.resolve()


def applications(folder: Path, names: Sequence[str] = ()) -> list[Application]:
    """Those of a folder by name; `names` picks some, a path names one that stands elsewhere."""
    found = {path.parent.name: path.parent for path in sorted(folder.glob("*/selectors.json"))}
    elsewhere = {Path(name).name: Path(name).resolve() for name in names if "/" in name}
    missing = sorted({Path(name).name for name in names} - {*found, *elsewhere})
    if missing:
        raise Absent(
            f"no application {', '.join(missing)} in {folder}; there are {', '.join(found)}"
        )
    every = {**found, **elsewhere}
    chosen = [every[Path(name).name] for name in names] or list(found.values())
    for path in chosen:
        lacking = [name for name in NEEDED if not (path / name).is_file()]
        if lacking:
            raise Absent(f"{path} is no application: it has no {', '.join(lacking)}")
    return [Application(path, start_page(path)) for path in chosen]


def start_page(folder: Path) -> str | None:
    """Where a crawl begins, if the folder's files say so.

    Looked for in `selectors.json` (`start`), in `NOTES.md` ("start at `/path`") and in the column
    *start page* of the table of the README beside the folder.
    """
    stated = json.loads((folder / "selectors.json").read_text("utf-8")).get("start")
    notes = re.search(r"\bstart at `(/[^`]*)`", _text(folder / "NOTES.md"), re.IGNORECASE)
    listed = _cell(_text(folder.parent / "README.md"), folder.name, "start page")
    return stated or (notes and notes[1]) or (listed and listed.strip("`")) or None


@contextmanager
def serving(
    application: Application, folder: Path, seed: int, objects: int | None = None
) -> Iterator[Served]:
    """The application with a data set's seed, on a free port, its data below `folder`.

    `objects` is how many it holds, about; by default as many as it comes with.

    At the end `stop` ends the process group that `start` began, by the pid that `start` wrote down.
    """
    environment = of_application(os.environ, folder, seed)
    port = free_port()

    def call(script: str, within_s: float, *more: str) -> subprocess.CompletedProcess[str]:
        return _run([str(application.folder / script), str(port), *more], environment, within_s)

    try:
        started = call("start", START_S, *([str(objects)] if objects else ()))
        ready = re.search(r"^READY (http://[^/\s]+)(/\S*)?", started.stdout, re.MULTILINE)
        if ready is None:
            last = started.stderr.strip().splitlines()[-3:]
            raise Absent(f"{application.name} does not start: {' | '.join(last) or 'it is silent'}")
        truth = folder / f"{application.name}.truth.jsonl"
        truth.write_text(call("truth", TRUTH_S).stdout, "utf-8")
        if not truth.stat().st_size:
            raise Absent(f"{application.name} tells no truth")
        yield Served(application, ready[1], application.page or ready[2] or "/", truth)
    except subprocess.TimeoutExpired as error:
        raise Absent(f"{application.name}: {error}") from error
    finally:
        call("stop", STOP_S)


def _run(
    command: list[str], environment: dict[str, str], within_s: float
) -> subprocess.CompletedProcess[str]:
    """A script to its end; one that is left early leaves nothing that it began."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # the server itself begins another one
    )
    try:
        out, err = process.communicate(timeout=within_s)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def _cell(text: str, row: str, column: str) -> str | None:
    """A cell of the first table of a text that has this column, in the row that begins so."""
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in text.splitlines()]
    head = next((cells for cells in rows if column in cells), None)
    found = next((cells for cells in rows if head and cells[0] == row), None)
    return found[head.index(column)] if head and found and len(found) == len(head) else None
