"""A number is changed in a copy of the code; a change that no test notices survives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.mutate.__main__ import first_failure, tried
from benchmarks.mutate.census import census, decimals
from benchmarks.mutate.numbers import ROOT, Number, numbers_of, replaced
from benchmarks.mutate.plateaus import Plateau, edge, plateaus_table
from benchmarks.mutate.plateaus import Room as Plateaus
from benchmarks.mutate.results import Mutant, Room, rooms_table, survivors_table

NUMBER = Number("models/change/params.py", "ODD_ORDINALS", 0.7)


def test_numbers_of_modules_and_of_classes_are_found() -> None:
    assert NUMBER in numbers_of("models/change")
    held = {number.name for number in numbers_of("models/frontier")}
    assert {"YieldParams.belief", "CreditParams.most"} <= held


def test_a_number_is_replaced_and_nothing_else() -> None:
    source = "A = 1 << 4\nclass C:\n    a: int = 3  # of something\n    b = -2.5\n"
    held: dict[str, object] = {}
    exec(compile(replaced(source, "C.b", 9), "copy", "exec"), held)
    assert (16, 3, 9) == (held["A"], held["C"].a, held["C"].b)  # type: ignore[attr-defined]
    with pytest.raises(LookupError):
        replaced(source, "C.c", 9)


def test_who_reads_the_number_reads_the_changed_one_and_the_file_stays() -> None:
    before = (ROOT / NUMBER.path).read_bytes()
    code = (
        "import benchmarks.mutate.plugin\n"
        "from upwell.models.change.object_text import ODD_ORDINALS\n"
        "print(ODD_ORDINALS)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"UPWELL_MUTANT": f"{NUMBER.module}:ODD_ORDINALS=0.25"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0.25" == done.stdout.strip()
    assert before == (ROOT / NUMBER.path).read_bytes()


@pytest.mark.timeout(120)
def test_a_change_is_noticed_by_the_first_test_that_fails(tmp_path: Path) -> None:
    test = tmp_path / "test_number.py"
    test.write_text(
        "from upwell.models.change.object_text import ODD_ORDINALS\n"
        "def test_it(): assert ODD_ORDINALS < .75\n"
    )
    suite = [str(test)]
    assert "" == first_failure(suite)
    assert tried(NUMBER, 0.8, [suite]).noticed_by.endswith("test_number.py::test_it")
    assert "" == tried(NUMBER, 0.5, [suite]).noticed_by


def test_the_tables_count_what_survives() -> None:
    mutants = [Mutant("a.py", "A", 4, 2, ""), Mutant("a.py", "A", 4, 8, "t")]
    rooms = {"models/a": Room("0123456789+", "2031-05-01", True, mutants)}
    assert "| `models/a` | 1 | 2 | 1 | 50% |" in list(rooms_table(rooms))[-1]
    assert "| `a.py` `A` | 4 | 2 |" == list(survivors_table(rooms))[-1]


def test_a_plateau_ends_before_the_first_value_that_a_test_notices() -> None:
    tried: list[float] = []

    def notices(value: float) -> bool:
        tried.append(value)
        return value > 21 or value < 3

    assert (21, False) == edge(8, True, notices)
    assert (3, False) == edge(8, False, notices)
    share, is_open = edge(0.5, True, lambda value: value < 0.5)
    assert (True, True) == (0.9 < share < 1, is_open)
    assert len(tried) == len(set(tried))


def test_the_table_of_plateaus_says_where_nothing_was_noticed() -> None:
    held = Plateau("a.py", "A", 8, 3, 256, open_above=True)
    line = [*plateaus_table({"models/a": Plateaus("0123456789", "2031-05-01", [held])})][-1]
    assert "| `a.py` `A` | 8 | 3 | 256 and above | 01234567 |" == line


def test_decimal_numbers_are_counted_where_they_stand() -> None:
    assert 2 == decimals("a = 0.5  # .25\nb = [x * 1.0, -0.2, 3, 0.0]")
    assert {"models/change"} <= {count.room for count in census()}
