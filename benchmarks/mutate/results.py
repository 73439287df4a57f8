"""What was found of each room: `benchmarks/results/mutate.json`, and the tables made of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.quality.stored import RESULTS, write

FILE = RESULTS / "mutate.json"


class Mutant(msgspec.Struct, frozen=True):
    """One change of one number, and the first test that noticed it, if any did."""

    path: str
    name: str
    value: float
    changed: float
    noticed_by: str


class Room(msgspec.Struct, frozen=True):
    """All changes of a room's numbers, at one commit; by its own tests alone, or all of them."""

    commit: str
    date: str
    all_tests: bool
    mutants: list[Mutant]


def kept(path: Path = FILE) -> dict[str, Room]:
    """What was found of each room when it was last looked at."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Room]) if path.exists() else {}


def keep(name: str, room: Room, path: Path = FILE) -> None:
    """Put one room in; the others stay."""
    write(path, dict(sorted({**kept(path), name: room}.items())))


def rooms_table(rooms: dict[str, Room]) -> Iterator[str]:
    """A line a room: its numbers, the changes that nothing noticed, and their share."""
    yield "| room | numbers | changes | survive | share | tests | day | commit |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, room in rooms.items():
        n = len(room.mutants)
        survive = sum(not one.noticed_by for one in room.mutants)
        numbers = len({(one.path, one.name) for one in room.mutants})
        tests = "the room's, golden pages, laws" if room.all_tests else "the room's"
        share = f"{survive / max(1, n):.0%}"
        commit = room.commit[:8] + "+" * room.commit.endswith("+")
        cells = (f"`{name}`", numbers, n, survive, share, tests, room.date, commit)
        yield f"| {' | '.join(map(str, cells))} |"


def survivors_table(rooms: dict[str, Room]) -> Iterator[str]:
    """A line a number of which a change survives."""
    yield "| number | value | unnoticed at |"
    yield "|---|---|---|"
    for room in rooms.values():
        held: dict[tuple[str, str, float], list[float]] = {}
        for one in room.mutants:
            if not one.noticed_by:
                held.setdefault((one.path, one.name, one.value), []).append(one.changed)
        for (path, name, value), at in held.items():
            values = ", ".join(f"{changed:.3g}" for changed in at)
            yield f"| `{path}` `{name}` | {value:g} | {values} |"
