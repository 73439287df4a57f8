"""`python -m tests.golden count | recount | show CASE | add PAGE --name NAME ...`."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import upwell
from tests.golden.case import CASES, Case, cases
from tests.golden.comparison import diff, n_off


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("count", help="how many pages are read exactly, and why the others are not")
    verbs.add_parser("recount", help="write how far off the failing cases are, where it is less")
    show = verbs.add_parser("show", help="expected and read, as a diff of JSON")
    show.add_argument("case")
    new = verbs.add_parser("add", help="a new case; its expectation is a draft to correct by hand")
    new.add_argument("page", type=Path)
    new.add_argument("--name", required=True)
    new.add_argument("--query")
    new.add_argument("--url")
    new.add_argument("--site", type=Path, help="further pages of the site, with pages.jsonl")
    asked = parser.parse_args()
    if asked.verb == "count":
        return _count()
    if asked.verb == "recount":
        return _recount()
    if asked.verb == "show":
        return _show(asked.case)
    return _add(asked)


def _count() -> int:
    """Reads all; a case whose mark is wrong is named, and ends it with 1."""
    exact, wrong = 0, 0
    for case in cases():
        fine = not diff(case.expected, case.read())
        exact += fine
        if fine == (case.fails is not None):
            wrong += 1
            print(f"{case.name}: {'passes, take its mark out' if fine else 'FAILS'}")
        elif case.fails is not None:
            print(f"{case.name}: {case.fails}")
    print(f"{exact} of {len(cases())} golden pages are read exactly")
    return 1 if wrong else 0


def _recount() -> int:
    for case in cases():
        off = n_off(case.expected, case.read())
        if case.fails is not None and 0 < off and (off < case.off or not case.off):
            parts = list(case.expected.items())
            at = [key for key, _ in parts].index("fails") + 1
            kept = [(key, value) for key, value in parts if key != "off"]
            text = _spelled(dict([*kept[:at], ("off", off), *kept[at:]]))
            (case.folder / "expected.json").write_text(text, "utf-8")
            print(f"{case.name}: {off} lines off")
    return 0


def _show(name: str) -> int:
    case = Case(CASES / name)
    print(diff(case.expected, case.read()) or f"{name}: read exactly")
    return 0


def _add(asked: argparse.Namespace) -> int:
    folder = CASES / asked.name
    if folder.exists():
        print(f"{folder} is there already")
        return 2
    folder.mkdir()
    (folder / "page.html").write_bytes(asked.page.read_bytes())
    for file in ("query", "url"):
        if getattr(asked, file) is not None:
            (folder / file).write_text(getattr(asked, file) + "\n", "utf-8")
    if asked.site is not None:
        shutil.copytree(asked.site, folder / "site")
    draft = _draft(Case(folder).read())
    (folder / "expected.json").write_text(_spelled(draft), "utf-8")
    print(f"{folder}/expected.json is what is read today: correct it from the page")
    return 0


def _draft(reading: upwell.Reading) -> dict[str, Any]:
    objects = []
    for found in reading.objects:
        values = [str(value) for value in found.fields.values() if value not in found.links]
        title = str(found.fields.get("title", found.text))
        one: dict[str, Any] = {"text": title}
        if found.links:
            one["link"] = found.links[0]
        objects.append(one | {"fields": [value for value in values if value != title]})
    return {"difference": "", "came_back": reading.came_back, "objects": objects, "outside": []}


def _spelled(expected: dict[str, Any]) -> str:
    """One line an object, as the cases have it."""
    lines = []
    for key, value in expected.items():
        if isinstance(value, list) and value:
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f' "{key}": [\n{rows}\n ]')
        else:
            lines.append(f' "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    raise SystemExit(main())
