"""How far each number of a room may move before a test notices.

From a number outwards by doublings (of the odds of a share) up to `FARTHEST`, then by halving the
last step: the widest range found in which no value tried is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import exp, log
from pathlib import Path

import msgspec

from benchmarks.quality.stored import RESULTS, write

FILE = RESULTS / "plateaus.json"
FARTHEST = 5  # doublings
CLOSE = 3  # halvings of the last step

Notices = Callable[[float], bool]  # whether a test fails with this value


class Plateau(msgspec.Struct, frozen=True):
    """The range of a number that no test notices; open: nothing was noticed as far as tried."""

    path: str
    name: str
    value: float
    low: float
    high: float
    open_below: bool = False
    open_above: bool = False


class Room(msgspec.Struct, frozen=True):
    """The plateaus of a room's numbers, at one commit."""

    commit: str
    date: str
    plateaus: list[Plateau]


def edge(value: float, upwards: bool, notices: Notices) -> tuple[float, bool]:
    """The last value on one side that nothing notices, and whether none was noticed at all.

    >>> edge(8, True, lambda tried: tried > 21), edge(0.5, False, lambda tried: False)[1]
    ((21, False), True)
    """
    sign, notices = (1 if upwards else -1), cache(notices)
    good, bad = 0.0, 0.0

    def tells(doublings: float) -> bool:
        tried = moved(value, sign * doublings)
        return tried != value and notices(tried)

    for doublings in range(1, FARTHEST + 1):
        if tells(doublings):
            bad = float(doublings)
            break
        good = float(doublings)
    for _ in range(CLOSE if bad else 0):
        middle = (good + bad) / 2
        good, bad = (good, middle) if tells(middle) else (middle, bad)
    return moved(value, sign * good), not bad


def moved(value: float, doublings: float) -> float:
    """A number so many times doubled, of a share its odds; whole numbers stay whole.

    >>> moved(8, -1), moved(3, 0.5), round(moved(0.5, 1), 3), moved(-2.0, 1)
    (4, 4, 0.667, -4.0)
    """
    factor = exp(doublings * log(2))
    if isinstance(value, int):
        return round(value * factor)
    if 0 < value < 1:
        odds = value / (1 - value) * factor
        return odds / (1 + odds)
    return value * factor


def kept(path: Path = FILE) -> dict[str, Room]:
    """The plateaus of each room when it was last looked at."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Room]) if path.exists() else {}


def keep(name: str, room: Room, path: Path = FILE) -> None:
    """Put one room in; the others stay."""
    write(path, dict(sorted({**kept(path), name: room}.items())))


def plateaus_table(rooms: dict[str, Room]) -> Iterator[str]:
    """A line a number."""
    yield "| number | value | no test notices from | to | commit |"
    yield "|---|---|---|---|---|"
    for room in rooms.values():
        for one in room.plateaus:
            low = f"{one.low:.3g}{' and below' * one.open_below}"
            high = f"{one.high:.3g}{' and above' * one.open_above}"
            cells = (f"`{one.path}` `{one.name}`", f"{one.value:g}", low, high, room.commit[:8])
            yield f"| {' | '.join(cells)} |"
