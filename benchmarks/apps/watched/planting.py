"""What `change.py` of the applications' folder does to a running one, and the truth after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from ..application import Served
from ..environment import of_application

SEED = 1  # of the data set
KINDS = {"change": "changed", "remove": "gone", "add": "new"}  # and what is to be told of each


class Planted(msgspec.Struct, frozen=True):
    """One record that was changed, removed or added; of a change the field, before and after."""

    kind: str
    id: str
    title: str
    urls: list[str]  # paths of its own page
    field: str | None = None
    old: str | None = None
    new: str | None = None

    @property
    def event(self) -> str:
        return KINDS[self.kind]


def plant(
    apps: Path, served: Served, run: Path, counts: dict[str, int], number: int
) -> list[Planted]:
    """Change, remove and add so many records, in this order."""
    command = [sys.executable, str(apps / "change.py"), served.application.name]
    command += ["--port", _port(served), "--round", str(number)]
    found = []
    for kind, count in counts.items():
        lines = _lines([*command, "--kind", kind, "--count", str(count)], run)
        found += [msgspec.json.decode(line, type=Planted) for line in lines]
    return found


def records_at(served: Served, run: Path) -> dict[str, str]:
    """Which record's own page each path is."""
    command = [str(served.application.folder / "truth"), _port(served)]
    records = map(json.loads, _lines(command, run))
    return {path: record["id"] for record in records for path in record["urls"]}


def _port(served: Served) -> str:
    return served.origin.rpartition(":")[2]


def _lines(command: list[str], run: Path) -> list[str]:
    environment = of_application(os.environ, run, SEED)
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()
