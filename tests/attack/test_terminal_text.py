"""What pages say reaches neither a terminal nor a table as anything but text."""

from __future__ import annotations

import pytest

from upwell.terminal import in_a_cell, on_one_line, printable

from .conftest import Tell

pytestmark = pytest.mark.attack
CONTROLS = [
    *(chr(n) for n in (*range(0x20), *range(0x7F, 0xA0))),
    *(chr(n) for n in (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))),
]
SEQUENCES = ["[2J", "]52;c;aGk=", "]8;;http://a.example", "[31m", "P", "c", "x"]
FORMULAS = ["=1+1", "+cmd|x", "-2+3+cmd|x", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "|x", "=A1\n=B1"]


def test_no_control_character_is_shown(tell: Tell) -> None:
    texts = [
        f"a{begun}{one}{ended}b" for one in SEQUENCES for begun in CONTROLS for ended in "\x07\n"
    ]
    through = [text for text in texts if set(on_one_line(text)) & set(CONTROLS)]
    kept = set(CONTROLS) - {"\t", "\n"}
    through += [text for text in texts if set(printable(text)) & kept]
    tell("escape sequences and forged lines to a terminal", len(texts), str(len(through)))
    assert [] == through


def test_no_cell_computes(tell: Tell) -> None:
    cells = [f"{before}{formula}" for formula in FORMULAS for before in ("", "\x00", "\x1b", "‮")]
    through = [cell for cell in cells if in_a_cell(cell)[:1] in set("=+-@\t\r\n＝＋－＠|")]
    tell("formulas in cells of a table", len(cells), str(len(through)))
    assert [] == through
