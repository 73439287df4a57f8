"""What the pages name is there: files, verbs of make, commands, options."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import upwell
from upwell.cli.commands import COMMANDS, loaded

ROOT = Path(__file__).resolve().parent.parent
TOP = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
ROOMS = "models|streams|agents|upwell|tests|benchmarks|docs|docker"


def _text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def _code(text: str) -> list[str]:
    """Lines of fenced blocks, and what stands between backticks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.S | re.M)
    plain = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return [line for block in blocks for line in block.splitlines()] + re.findall(
        r"`([^`\n]+)`", plain
    )


@cache
def _options() -> dict[str, set[str]]:
    """The options of every command, as the parser knows them; a group has those of its own."""
    return {name: _spelled(loaded(name)) for name in COMMANDS}


def _commands(group: Any) -> list[tuple[str, Any]]:
    return list(getattr(group, "commands", {}).items())


def _spelled(command: Any) -> set[str]:
    own = {spelled for option in command.params for spelled in option.opts} | {"--help"}
    return own.union(*[_spelled(inner) for _, inner in _commands(command)])


def test_the_readme_is_short() -> None:
    """Its figures are lines; tables and the ledger of what works stand in `docs/status.md`."""
    assert len(_text("README.md").split()) <= 900


@pytest.mark.parametrize("name", NAMES)
def test_every_link_and_every_path_leads_to_a_file(name: str) -> None:
    text = _text(name)
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[\w-]+)?\)", text)
    paths = re.findall(rf"`((?:{ROOMS})/[\w./-]+)`", text)
    missing = [link for link in links if not ((ROOT / name).parent / link).exists()]
    missing += [path for path in paths if not (ROOT / path).exists()]
    assert [] == missing


@pytest.mark.parametrize("name", NAMES)
def test_every_verb_of_make_is_one(name: str) -> None:
    verbs = set(re.findall(r"^([a-z][a-z0-9-]*):", _text("Makefile"), re.M))
    verbs |= set(re.findall(r"^([a-z][a-z0-9-]*):", _text("docker/kafka/kafka.mk"), re.M))
    named = {found for line in _code(_text(name)) for found in re.findall(r"^make (\w+)", line)}
    assert set() == named - verbs


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith("docs/reference")])
def test_every_command_in_a_page_exists_with_its_options(name: str) -> None:
    unknown = []
    for line in _code(_text(name)):
        found = re.match(r"upwell ([a-z-]+)(?: (.*))?$", line.split("  #")[0].strip())
        if found is None:
            continue
        options = re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", found.group(2) or "")
        known = _options().get(found.group(1))
        if known is None:
            unknown.append(line)
        else:
            unknown += [f"{line}: {option}" for option in options if option not in known]
    assert [] == unknown


@pytest.mark.parametrize("name", NAMES)
def test_every_module_that_a_page_runs_exists(name: str) -> None:
    runs = [
        re.match(r"python -m (benchmarks\.(?:quality|speed))(?: (\w+))?", line)
        for line in _code(_text(name))
    ]
    missing = [
        run.group(0)
        for run in runs
        if run is not None
        and not any(
            (ROOT / run.group(1).replace(".", "/")).rglob(f"{run.group(2) or '__main__'}.py")
        )
    ]
    assert [] == missing


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_upwell_in_python_exists(name: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", _text(name), re.S | re.M)
    named = {found for block in blocks for found in re.findall(r"\bupwell\.(\w+)", block)}
    assert set() == {found for found in named if not hasattr(upwell, found)}


def test_every_decision_has_a_number_of_its_own() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("*.md"))
    titles = [int(page.read_text("utf-8").removeprefix("# ").partition(".")[0]) for page in pages]
    assert list(range(1, len(pages) + 1)) == titles == [int(page.name[:4]) for page in pages]
