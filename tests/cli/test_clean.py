"""What people see is clean, and what nobody named is for its owner alone."""

from __future__ import annotations

import csv
import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from upwell.cli.table import Table
from upwell.logs import configure
from upwell.terminal import in_a_cell, on_one_line, printable

NASTY = "a\x1b]52;c;aGk=\x07b\x9b2Jc‮d\u061ce\u2028f\ng"


@given(st.text())
def test_no_control_character_reaches_people(text: str) -> None:
    shown = on_one_line(text)
    assert all(char.isprintable() or not char.isascii() for char in shown)
    assert not set(shown) & {"\x1b", "\x9b", "‮", "\n", "\u2028", "\u061c"}
    assert printable(printable(text)) == printable(text)


@given(st.sampled_from("=+-@\t\r＝|"), st.text("abc(1)+;,", min_size=1))
def test_a_cell_that_is_no_number_begins_no_formula(sign: str, rest: str) -> None:
    cell = in_a_cell(sign + rest)
    assert cell[:1] not in {"=", "@", "\t", "\r", "＝", "|"}
    if not any(char.isdigit() for char in rest) or "(" in rest or "a" in rest:
        assert cell[:1] not in {"+", "-"}


@pytest.mark.parametrize("number", ["-5,00", "+3", "-1.234,56 €", "-12 %", "+49 30 1234", "-€5"])
def test_a_number_stays_a_number(number: str) -> None:
    assert number == in_a_cell(number)


def test_a_table_has_neither_formulas_nor_controls(tmp_path: Path) -> None:
    table = Table(["site"])
    table.put({"site": "a.org"}, {"=1+1": "=HYPERLINK(1)", "price": "-5,00", "x": NASTY}, [])
    table.write(tmp_path / "o.csv")
    header, row = csv.reader(io.StringIO((tmp_path / "o.csv").read_text("utf-8")))
    assert "'=1+1" in header
    assert {"'=HYPERLINK(1)", "-5,00"} <= set(row)
    assert "\x1b" not in "".join(row)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_log_line_is_one_line(capsys: pytest.CaptureFixture[str], terminal: bool) -> None:
    configure("info", terminal=terminal)
    structlog.get_logger("t").info("page", url=NASTY, **{"title": "x\nforged=1"})
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert not set(said) & {"\x07", "\x9b", "‮"}


def test_a_data_folder_is_its_owners_and_an_output_as_the_umask_says(tmp_path: Path) -> None:
    page = tmp_path / "in" / "a.html"
    page.parent.mkdir()
    page.write_text("<p>x")
    script = "import os; os.umask(0o022); from upwell.cli.main import main; main()"
    out = tmp_path / "o.jsonl"
    for arguments in (["analyse", str(page.parent), "-o", str(out)], ["add", "http://127.0.0.1/"]):
        folder = ["-d", str(tmp_path / "data")] if arguments[0] == "add" else []
        command = [sys.executable, "-c", script, *arguments, *folder]
        subprocess.run(command, check=True, capture_output=True)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").rglob("*")}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert modes
    assert {0} == {mode & 0o077 for mode in modes.values()}
    assert stat.S_IMODE(out.stat().st_mode) == 0o644
    assert os.geteuid() == out.stat().st_uid
