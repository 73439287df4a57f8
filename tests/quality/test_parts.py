"""Parts of a measurement: what was measured once is not measured again."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.quality.parts import kept


class Part(NamedTuple):
    values: list[float]
    name: str


def test_a_part_is_measured_once(tmp_path: Path) -> None:
    part, calls = Part([1.0, float("inf")], "jobs"), []

    def work() -> Part:
        calls.append(1)
        return part

    assert [part, part] == [kept(tmp_path / "health" / "jobs", Part, work) for _ in range(2)]
    assert 1 == len(calls)


def test_a_part_that_fails_is_measured_again(tmp_path: Path) -> None:
    def fails() -> Part:
        raise ValueError

    with pytest.raises(ValueError):
        kept(tmp_path / "jobs", Part, fails)
    assert [] == [*tmp_path.iterdir()]
