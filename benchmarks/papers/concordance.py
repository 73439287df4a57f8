"""The concordance of `docs/papers.md`, and what docstrings say under References, as data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "papers.md"
PAPERS = ("THOR", "OBJ", "WISDOM", "ENT", "TXT")
ROOMS = ("models", "streams", "agents", "upwell", "benchmarks")
COMPUTED = "\n## Unwired\n"  # from here on the page is written by a command
NOT_YET, NOTHING, IN_PART = "not yet", "—", "in part:"

_KINDS = {"definition": "definition", "fig.": "fig.", "table": "table", "eq.": "eq."}
_NUMBER = re.compile(r"[IVX]+(-[A-Z])?|[A-Z]\.\d|[A-Z]|\d+[a-c]?|\d+(\.\d+)+")
_HEADING = "References\n"
_SECTION = re.compile(r"^References\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}\n|\Z)", re.S | re.M)


class Row(NamedTuple):
    """One row of the concordance."""

    part: str  # as docstrings cite it: "THOR V-C", "ENT definition 3"
    title: str  # the whole cell: a section may have several rows, told apart in parentheses
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    benchmarks: tuple[str, ...]  # module names under benchmarks.quality
    runs_in: str
    compared: str  # what the paper prints, ours, and whether they agree
    note: str
    status: str  # stands, in part, not compared, not yet, nothing


class Citation(NamedTuple):
    """A part of a paper, the file that cites it, and the top-level name whose docstring does."""

    part: str
    path: str
    symbol: str  # empty: the module's own docstring


def rows(text: str) -> list[Row]:
    """Every row of every table that begins with the name of a paper."""
    found = []
    for line in text.partition(COMPUTED)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0].split(" ")[0] in PAPERS:
            found.append(_row(cells))
    return found


def _row(cells: list[str]) -> Row:
    title, _, module, test, benchmark, runs_in, compared, note = cells
    verdict = compared.partition(":")[0]
    if module == NOTHING:
        status = "nothing"
    elif NOT_YET in (module, benchmark):
        status = "not yet"
    elif verdict == "not run" or (not module and verdict not in ("yes", "no")):
        status = "not compared"
    else:
        status = "in part" if note.startswith(IN_PART) else "stands"
    (part,) = parts(title)
    return Row(
        part,
        title,
        tuple(re.findall(r"`([^`]+)`", module)),
        tuple(re.findall(r"`([^`]+)`", test)),
        tuple(re.findall(r"benchmarks\.quality (\w+)", benchmark)),
        runs_in,
        compared,
        note,
        status,
    )


def benchmark_path(name: str) -> str:
    """The file of a row of `benchmarks.quality`, in whichever room it is; one that is not there.

    >>> benchmark_path("thesis"), benchmark_path("nothing")
    ('benchmarks/quality/papers/thesis.py', 'benchmarks/quality/nothing.py')
    """
    room = ROOT / "benchmarks" / "quality"
    found = next(room.rglob(f"{name}.py"), room / f"{name}.py")
    return str(found.relative_to(ROOT))


def parts(reference: str) -> list[str]:
    """The parts of papers that one sentence of References names, in one spelling.

    Comments stand in parentheses. What is neither a part nor a comment raises: a citation that
    nobody can look up is none.

    >>> parts("THOR VI-A (filter); definition 2, 3; ENT fig. 10a.")
    ['THOR VI-A', 'THOR definition 2', 'THOR definition 3', 'ENT fig. 10a']
    """
    found = []
    paper = ""
    plain = re.sub(r"\s*\([^)]*\)", "", " ".join(reference.split())).removesuffix(".")
    for piece in plain.split("; "):
        kind = ""
        for item in piece.split(", "):
            *words, number = item.split(" ")
            for word in words:
                if word in PAPERS:
                    paper = word
                elif word in _KINDS:
                    kind = f"{_KINDS[word]} "
                else:
                    raise ValueError(f"no part of a paper: {item!r} in {reference!r}")
            if not paper or not _NUMBER.fullmatch(number):
                raise ValueError(f"no part of a paper: {item!r} in {reference!r}")
            found.append(f"{paper} {kind}{number}")
    return found


def citations() -> list[Citation]:
    """Every part cited under References, with the file it is cited in."""
    return [
        Citation(part, str(path.relative_to(ROOT)), symbol)
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for symbol, reference in _references(path)
        for part in parts(reference)
    ]


def _references(path: Path) -> Iterator[tuple[str, str]]:
    """The text of every References section, with the top-level name it stands under."""
    source = path.read_text("utf-8")
    if _HEADING not in source:
        return
    tree = ast.parse(source)
    yield from (("", text) for text in _SECTION.findall(ast.get_docstring(tree) or ""))
    for top in tree.body:
        for node in ast.walk(top):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for text in _SECTION.findall(ast.get_docstring(node) or ""):
                    yield getattr(top, "name", ""), text
