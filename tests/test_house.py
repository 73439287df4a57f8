"""The house keeps its own rules: small files, small functions, every wheel holds every module."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections import Counter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from benchmarks.mutate.numbers import numbers_of

ROOT = Path(__file__).resolve().parent.parent
TOP = set(
    ".ci .gitignore ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE MANIFEST.in Makefile"
    " README.md agents benchmarks changelog.d constraints.txt docker docs models pyproject.toml"
    " setup.cfg setup.py streams tests upwell".split()
)
ROOMS = ["models", "streams", "agents", "upwell", "tests", "benchmarks"]


def _sources() -> list[Path]:
    tracked = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    paths = [ROOT / name for name in tracked if name.split("/")[0] in ROOMS]
    return [path for path in paths if path.exists()]


def test_no_file_is_longer_than_400_lines() -> None:
    long = {
        str(path.relative_to(ROOT)): n
        for path in _sources()
        if (n := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert {} == long


def test_no_function_is_longer_than_60_lines_of_code() -> None:
    """Docstrings do not count: they are for reading, not for following."""
    long = {}
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body
                first = body[0]
                text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
                lines = (node.end_lineno or 0) - node.lineno + 1
                if text:
                    lines -= (first.end_lineno or 0) - first.lineno + 1
                if lines > 60:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = lines
    assert {} == long


def test_no_function_is_called_by_a_participle_that_leaves_open_who_did_what() -> None:
    """A noun for what is returned, an imperative for what is done."""
    bare = {"told", "held", "said", "met", "noted", "brought", "heard"}
    found = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path in _sources()
        if path.relative_to(ROOT).parts[0] in {"models", "agents", "streams", "upwell"}
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.lstrip("_") in bare
    ]
    assert [] == found


def test_nothing_stands_beside_what_belongs_at_the_top() -> None:
    """A crawl that somebody tried in the tree is not committed with it."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:  # no checkout, but what was packed of one
        return
    assert set() == {line.partition("/")[0] for line in listed.stdout.splitlines()} - TOP


def test_there_is_no_utils() -> None:
    names = {"utils.py", "util.py", "helpers.py", "misc.py", "common_utils.py"}
    assert [] == [str(path) for path in _sources() if path.name in names]


# Rooms that are still too full: what they may hold until they are parted. The families are sites
# of different make, one a file.
OVERFULL = {
    "upwell/sources/families": 16,
}


def test_no_room_holds_more_than_a_dozen_files() -> None:
    """Without `__init__`: who looks for a thing reads a dozen names at the most."""
    files = [path for path in _sources() if path.name != "__init__.py"]
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in files)
    rooms = {room: n for room, n in counts.items() if not room.startswith("tests")}
    assert {} == {room: n for room, n in rooms.items() if n > OVERFULL.get(room, 12)}
    assert [] == [room for room in OVERFULL if rooms[room] <= 12]


@pytest.mark.e2e
@pytest.mark.timeout(170)
def test_the_wheel_holds_exactly_the_modules_of_the_tree(tmp_path: Path) -> None:
    """Built from a copy of what git tracks, so that nothing untracked can help."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    copy = tmp_path / "copy"
    for name in filter(None, tracked):
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            target.symlink_to(source.readlink())
        elif source.exists():
            target.write_bytes(source.read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "-o", str(tmp_path / "dist"), str(copy)],
        env=os.environ | {"UPWELL_PURE": "1"},  # without the kernels, which take as long to build
        capture_output=True,
        check=True,
    )
    wheel = next((tmp_path / "dist").glob("*.whl"))
    held = {n for n in zipfile.ZipFile(wheel).namelist() if n.endswith(".py")}
    expected = set()
    for name in filter(None, tracked):
        room, _, rest = name.partition("/")
        if name.endswith(".py") and room in {"models", "streams", "agents"}:
            expected.add(f"upwell/{room}/{rest}")
        elif name.endswith(".py") and room == "upwell":
            expected.add(name)
    assert expected == held
    with tarfile.open(next((tmp_path / "dist").glob("*.tar.gz"))) as archive:
        sent = {name.partition("/")[2] for name in archive.getnames()}
    kernels = {f"upwell/{name}" for name in tracked if name.endswith((".pyx", ".pxi"))}
    assert kernels
    assert kernels | {"setup.py"} <= sent


def test_every_dependency_of_the_core_is_imported_by_it() -> None:
    """What nothing uses is not installed with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split(r"[\[<>=;! ]", each)[0].lower() for each in project["dependencies"]}
    modules = {
        name: {top for top, of in packages_distributions().items() if name in map(str.lower, of)}
        for name in names
    }
    rooms = ("models", "streams", "agents", "upwell")
    sources = [path.read_text("utf-8") for room in rooms for path in (ROOT / room).rglob("*.py")]
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", "\n".join(sources), re.M))
    assert [] == sorted(name for name, tops in modules.items() if not tops & imported)


# Rooms that are being rebuilt say it when they are done.
REBUILT = ("models/pagelets/reading", "models/pages", "models/site")


def test_every_number_of_a_params_file_says_what_it_means() -> None:
    """Beside it, above it, or in the docstring of its class."""
    silent = []
    files = {path for path in _sources() if path.name.endswith("params.py")}
    for room in sorted({str(path.parent.relative_to(ROOT)) for path in files}):
        for number in numbers_of(room):
            if number.path.startswith(REBUILT):
                continue
            held, _, name = number.name.rpartition(".")
            text = (ROOT / number.path).read_text("utf-8")
            if held:
                (node,) = (n for n in ast.parse(text).body if getattr(n, "name", "") == held)
                assert isinstance(node, ast.ClassDef)
                if re.search(rf"\b{name}\b", ast.get_docstring(node) or ""):
                    continue
            if not re.search(rf"^( *(\w+ = )*{name}\b.*#| *#.*\n *{name}\b)", text, re.M):
                silent.append(f"{number.path} {number.name}")
    assert [] == silent
