"""What stands in `expected.json` is what is read; a case that fails says why, or loses its mark."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.golden import __main__ as commands
from tests.golden.case import Case, cases
from tests.golden.comparison import diff, n_off

_KEYS = {"difference", "came_back", "objects", "outside", "fails", "off"}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_golden_page_is_read_exactly_or_as_far_off_as_it_says(case: Case) -> None:
    reading = case.read()
    off, found = n_off(case.expected, reading), diff(case.expected, reading)
    assert off <= case.off, f"\n{found}"
    assert (case.fails is None) == (not found), "it is read exactly: take its mark out"


def test_every_expectation_has_the_keys_that_the_readme_names() -> None:
    assert {} == {c.name: extra for c in cases() if (extra := set(c.expected) - _KEYS)}
    assert [] == [c.name for c in cases() if not c.expected["difference"]]
    assert [] == [c.name for c in cases() if (c.fails is None) != (c.off == 0)]


def test_there_are_cases_with_and_without_further_pages() -> None:
    with_site = [case for case in cases() if (case.folder / "site").exists()]
    assert len(cases()) >= 60
    assert len(with_site) >= 20
    assert [] == [c.name for c in with_site if not 5 <= _files(c) <= 30]


def _files(case: Case) -> int:
    lines = (case.folder / "site" / "pages.jsonl").read_text("utf-8").splitlines()
    named = {json.loads(line)["file"] for line in lines}
    assert named == {path.name for path in (case.folder / "site").glob("*.html")}
    return len(named)


def test_the_readme_counts_the_cases_that_are_not_marked() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    counted = re.search(r"(\d+) of (\d+) are read exactly", readme)
    assert counted is not None
    unmarked = [case for case in cases() if case.fails is None]
    assert (len(unmarked), len(cases())) == (int(counted[1]), int(counted[2]))


def test_a_wrong_expectation_shows_as_a_diff() -> None:
    case = next(case for case in cases() if case.name == "list-of-definitions")
    expected = json.loads(json.dumps(case.expected))
    expected["objects"][0]["text"] = "A title that is not there"
    found = diff(expected, case.read())
    assert '-   "text": "A title that is not there"' in found


def test_a_new_case_is_saved_with_what_is_read_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    rows = "".join(f"<li><a href=/{n}>otter {n}</a> <b>river {n}</b></li>" for n in range(5))
    page.write_text(f"<h1>Otters</h1><ul>{rows}</ul>", "utf-8")
    monkeypatch.setattr(commands, "CASES", tmp_path)
    arguments = ["golden", "add", str(page), "--query", "otter", "--name", "otters"]
    monkeypatch.setattr("sys.argv", arguments)
    assert commands.main() == 0
    saved = Case(tmp_path / "otters")
    assert saved.query == "otter"
    assert not diff(saved.expected, saved.read())
    assert commands.main() == 2
