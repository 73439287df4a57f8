"""Change each number of a room by half and twice, and see which tests notice.

python -m benchmarks.mutate [--keep] [--unit] [--plateau] ROOM ...
python -m benchmarks.mutate --count

A room is a folder, `models/urls`; shares are changed by their odds. The room's own tests come
first, then the golden pages, then the short laws; `--unit` stops after the first. A change that
none of them notices survives: the number means nothing that anybody checks. `--plateau` looks how
far each number may move before one of them does. Nothing is written into the tree but, with
`--keep`, `mutate.json` and `plateaus.json` of `benchmarks/results`, from which `make papers` fills
`docs/status.md`. `--count` says how many decimal numbers each room of `models` holds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.commit import commit_and_day

from . import plateaus
from .census import census_table
from .numbers import ROOT, Number, changed, numbers_of
from .plugin import VARIABLE
from .results import Mutant, Room, keep

TESTS = {  # of rooms whose tests do not stand in the folder of the same name
    "agents/plan": ["tests/agents/test_ring.py", "tests/faults"],
    "models/queries/reported": ["tests/queries/test_reported.py"],
    "models/objects": ["tests/objects/test_evidence_limits.py", "tests/objects"],
    "models/urls/pager": [
        "tests/urls/pager/test_pager_limits.py",
        "tests/urls/pager/test_pager.py",
        "tests/urls/test_verdicts.py",
    ],
    "models/urls/browsing": ["tests/agents/test_browsing.py"],
    "models/urls/manners": ["tests/urls/test_manners_limits.py", "tests/urls/test_manners.py"],
    "models/pagelets": ["tests/pagelets/test_pagelet_limits.py", "tests/pagelets"],
    "models/templates": ["tests/templates/test_template_limits.py", "tests/templates"],
    "models/site/kinds": ["tests/site/test_kind_limits.py", "tests/site/test_kind_decision.py"],
    "models/site/terms": ["tests/site/test_terms.py"],
    "models/site/contents": [
        "tests/site/test_contents_limits.py",
        "tests/site/test_contents.py",
        "tests/agents/test_contents.py",
    ],
}
FURTHER = ["tests/golden", "tests/laws"]
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
_OPTIONS = "-x -p benchmarks.mutate.plugin -p no:cacheprovider -p no:xdist --tb=no -rfE -m".split()
_LEFT_OUT = "not crash and not e2e and not browser and not kafka"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the survivors by room; 2 when a room's tests fail without any change."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutate", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="folders: models/urls agents/plan ...")
    parser.add_argument("--unit", action="store_true", help="the room's own tests alone")
    parser.add_argument("--plateau", action="store_true", help="how far each number may move")
    parser.add_argument("--count", action="store_true", help="decimal numbers of each room")
    parser.add_argument("--keep", action="store_true", help="store what was found")
    chosen = parser.parse_args(arguments)
    if chosen.count:
        print("\n".join(census_table()))
    commit, date = commit_and_day()
    for room in chosen.rooms:
        suites = [tests_of(room), *([] if chosen.unit else [FURTHER])]
        for suite in suites:
            if failure := first_failure(suite):
                print(f"{room}: {failure} fails without any change")
                return 2
        if chosen.plateau:
            found = []
            for number in numbers_of(room):
                found.append(plateau_of(number, suites))
                one = found[-1]
                print(
                    f"  {one.path} {one.name} {one.value:g}: {one.low:.3g} .. {one.high:.3g}",
                    flush=True,
                )
            if chosen.keep:
                plateaus.keep(room, plateaus.Room(commit, date, found))
            continue
        mutants = []
        for number in numbers_of(room):
            for value in changed(number.value):
                mutants.append(tried(number, value, suites))
                print(_line(mutants[-1]), flush=True)
        survivors = [one for one in mutants if not one.noticed_by]
        share = len(survivors) / max(1, len(mutants))
        print(f"{room}: {len(survivors)} of {len(mutants)} changes survive ({share:.0%})")
        if chosen.keep:
            keep(room, Room(commit, date, not chosen.unit, mutants))
    return 0


def tests_of(room: str) -> list[str]:
    """The examples in a room, and the tests in the folder of its name or of the room around it.

    >>> tests_of("models/pagelets/reading")
    ['models/pagelets/reading', 'tests/pagelets']
    """
    folders = (f"tests/{name}" for name in reversed(room.split("/")))
    own = next(folder for folder in folders if (ROOT / folder).is_dir())
    return [room, *(TESTS.get(room) or [own])]


def tried(number: Number, value: float, suites: Sequence[Sequence[str]]) -> Mutant:
    """One change, and the first test that notices it."""
    change = f"{number.module}:{number.name}={json.dumps(value)}"
    failures = (first_failure(suite, change) for suite in suites)
    noticed = next(filter(None, failures), "")
    return Mutant(number.path, number.name, number.value, value, noticed)


def plateau_of(number: Number, suites: Sequence[Sequence[str]]) -> plateaus.Plateau:
    """How far one number may move both ways."""

    def notices(value: float) -> bool:
        return bool(tried(number, value, suites).noticed_by)

    low, open_below = plateaus.edge(number.value, False, notices)
    high, open_above = plateaus.edge(number.value, True, notices)
    low, high = sorted((low, high))  # of what is negative
    return plateaus.Plateau(*number, low, high, open_below, open_above)


def first_failure(suite: Sequence[str], change: str = "") -> str:
    """The first test that fails; nothing when all pass."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *_OPTIONS, _LEFT_OUT, *suite],
        cwd=ROOT,
        env=os.environ | {VARIABLE: change, "UPWELL_SHORT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    found = _FAILED.search(done.stdout)
    return found.group(1) if found else f"pytest ended with {done.returncode}"


def _line(one: Mutant) -> str:
    name = f"{one.path} {one.name} {one.value:g} -> {one.changed:.3g}"
    return f"  {name}: {one.noticed_by or 'SURVIVES'}"


if __name__ == "__main__":
    sys.exit(main())
