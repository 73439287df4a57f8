"""The table of what was tried and what came through, at the end of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import pytest

KEY = "attack"


class Tell(Protocol):
    """Adds a line to the table."""

    def __call__(self, attack: str, tried: int, through: str) -> None: ...


class Report(Protocol):
    """What pytest keeps of a test, from whichever process."""

    user_properties: list[tuple[str, object]]


class Terminal(Protocol):
    """Where pytest writes to."""

    stats: dict[str, list[Report]]

    def section(self, title: str) -> None: ...
    def write_line(self, line: str) -> None: ...


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Adds a line to the table: the attack, how often it was tried, what came through."""

    def add(attack: str, tried: int, through: str) -> None:
        record_property(KEY, [attack, tried, through])

    return add


def pytest_terminal_summary(terminalreporter: Terminal) -> None:
    """Print the table."""
    lines = sorted(_lines(terminalreporter))
    if lines:
        terminalreporter.section("attacks")
        terminalreporter.write_line(f"{'attack':<60} {'tried':>7}  through")
        for attack, tried, through in lines:
            terminalreporter.write_line(f"{attack:<60} {tried:>7}  {through}")


def _lines(terminal: Terminal) -> Iterable[tuple[str, int, str]]:
    """Lines that tests wrote; those of one name and without a figure are one."""
    counted: dict[str, list[int]] = {}
    for kind in ("passed", "failed"):
        for report in terminal.stats.get(kind, []):
            for key, value in report.user_properties:
                if key != KEY or not isinstance(value, list):
                    continue
                attack, tried, through = value
                if through:
                    yield attack, tried, through
                    continue
                n = counted.setdefault(attack, [0, 0])
                n[0] += tried
                n[1] += kind == "failed"
    yield from ((attack, n, str(through)) for attack, (n, through) in counted.items())
