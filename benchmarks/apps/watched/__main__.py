"""Real applications watched while records change: `python -m benchmarks.apps.watched NAME ...`.

Each is started on a port and in a folder of its own and crawled by the installed
`upwell crawl --watch`. In each round records are changed, removed and added behind its back; the
round ends when all of it was told, or its time is over.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..application import Absent, Application, Served, applications, applications_folder, serving
from ..crawling import CONTACT, LEAVE_S, OURS, upwell
from ..environment import of_product
from .judging import EVENTS, Judged, judged, record_of
from .planting import SEED, Planted, plant, records_at

LOOK_S = 5.0  # between two looks at what was told


def main(arguments: list[str] | None = None) -> int:
    """Print what was told of each; 1 when something was missed or told falsely."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.apps.watched", description=__doc__)
    parser.add_argument("apps", nargs="*", help="which; all by default")
    parser.add_argument("--objects", type=int, default=120, help="that each application holds")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--change", type=int, default=10, help="records changed in a round")
    parser.add_argument("--remove", type=int, default=2)
    parser.add_argument("--add", type=int, default=2)
    parser.add_argument("--visits", type=int, default=7_200, help="of pages, an hour")
    parser.add_argument("--within", type=float, default=400.0, help="seconds of a round")
    parser.add_argument("--harvest", type=float, default=900.0, help="seconds until it watches")
    parser.add_argument("--keep", action="store_true", help="leave the crawl's folder there")
    chosen = parser.parse_args(arguments)
    folder = applications_folder()
    failed = False
    for application in applications(folder, chosen.apps):
        site = Path(tempfile.mkdtemp(prefix="upwell-watched-"))
        print(f"{application.name}: in {site}", file=sys.stderr, flush=True)
        try:
            found = watched(application, folder, site, chosen)
            print(table(application.name, found), flush=True)
            failed |= any(one.missed or one.wrong for one in found.values())
        except Absent as error:
            print(f"{application.name}: {error}", file=sys.stderr)
            failed = True
        finally:
            if not chosen.keep:
                shutil.rmtree(site, ignore_errors=True)
    return int(failed)


def watched(
    application: Application, apps: Path, site: Path, chosen: argparse.Namespace
) -> dict[str, Judged]:
    """One application, through its rounds."""
    counts = {"change": chosen.change, "remove": chosen.remove, "add": chosen.add}
    planted: list[Planted] = []
    run = site / "run"
    run.mkdir()
    with serving(application, run, SEED, chosen.objects) as served, _crawling(served, site, chosen):
        records = records_at(served, run)
        _wait(lambda: _phase(site) == "watch", chosen.harvest, "it does not come to watch")
        before = len(_events(site))
        known = {record_of(line, records) for line in _events(site)} & {*records.values()}
        print(f"{application.name}: {len(known)} of {len({*records.values()})} records are known")
        for number in range(1, chosen.rounds + 1):
            planted += plant(apps, served, run, counts, number)
            records |= records_at(served, run)

            def told() -> bool:
                found = judged(_events(site)[before:], planted, records)  # noqa: B023
                return not any(one.missed for one in found.values())

            began = time.monotonic()
            _wait(told, chosen.within)
            print(f"  round {number}: {time.monotonic() - began:.0f} s", flush=True)
        return judged(_events(site)[before:], planted, records)


def table(name: str, found: dict[str, Judged]) -> str:
    """Lines for people."""
    rows = [f"{name:<12} {'planted':>8} {'told':>6} {'R':>6} {'P':>6} {'false':>6}"]
    for event in EVENTS:
        one = found[event]
        recall = one.told / max(1, one.planted)
        precision = one.told / max(1, one.told + one.false)
        counts = f"{one.planted:8} {one.told:6} {recall:6.3f} {precision:6.3f} {one.false:6}"
        rows.append(f"  {event:<10} {counts}")
        rows += [f"    missed: {name}" for name in one.missed]
        rows += [f"    false: {name}" for name in one.wrong]
    right, wrong = found["changed"].fields
    rows.append(f"  fields told of true changes: {right} say what was planted, {wrong} do not")
    return "\n".join(rows)


@contextmanager
def _crawling(served: Served, site: Path, chosen: argparse.Namespace) -> Iterator[None]:
    command = [upwell(), "crawl", f"{served.origin}{served.page}", "-d", "data", "--watch"]
    command += ["--set", f"revisits={chosen.visits}", "--delay", "0", "--allow", OURS]
    with (site / "out").open("wb") as out, (site / "err").open("wb") as err:
        process = subprocess.Popen(
            [*command, "--contact", CONTACT],
            cwd=site,
            env=of_product(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(LEAVE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(is_so: Callable[[], bool], within_s: float, or_else: str = "") -> None:
    """Until it is, or the time is over, which is an error where a reason is given."""
    end = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > end:
            if or_else:
                raise Absent(or_else)
            return
        time.sleep(LOOK_S)


def _phase(site: Path) -> str:
    lines = _asked(site, "status", "--json")
    return next((line["phase"] for line in lines if "phase" in line), "")


def _events(site: Path) -> list[dict[str, Any]]:
    return _asked(site, "changes")


def _asked(site: Path, *command: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [upwell(), *command, "-d", "data"],
        cwd=site,
        env=of_product(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    sys.exit(main())
