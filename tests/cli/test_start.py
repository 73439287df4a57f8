"""The command says hello before it has loaded what only its work needs."""

from __future__ import annotations

import subprocess
import sys
from inspect import cleandoc

import pytest

from upwell.cli.commands import COMMANDS, loaded

HEAVY = {"numpy", "lxml", "faust", "river", "scipy", "aiohttp", "aiokafka", "rocksdict"}


WORK = {"faust", "river", "scipy", "mode", "rocksdict"}
WORKERS = {"crawl", "demo", "worker", "serve", "add"}
MOST_KB = 40_000  # of memory, to say hello


def test_help_loads_nothing_that_only_the_work_needs() -> None:
    probe = "import sys; from upwell.cli.main import run; run(['--help']); print(*sys.modules)"
    printed = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    ).stdout
    assert not HEAVY & set(printed.splitlines()[-1].split())


def test_completion_loads_only_the_command_that_is_completed() -> None:
    probe = (
        "import sys; from upwell.cli import commands as c; import typer;"
        "app = typer.Typer(cls=c.Commands); c.register(app); group = typer.main.get_command(app);"
        "context = group.make_context('upwell', [], resilient_parsing=True);"
        "assert [i.value for i in group.shell_complete(context, 'stat')] == ['status'];"
        "print(*sys.modules)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    ).stdout
    assert not HEAVY & set(printed.split())


def test_what_only_crawls_and_workers_need_is_loaded_by_them_alone() -> None:
    """Faust, the tables and what field health brings, one command after the other."""
    others = [name for name in COMMANDS if name not in WORKERS]
    probe = (
        "import sys; from upwell.cli.commands import loaded\n"
        f"for name in {others}: loaded(name); print(name, *({WORK} & set(sys.modules)))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    ).stdout
    assert others == printed.splitlines()


def test_help_takes_little_memory() -> None:
    probe = (
        "from pathlib import Path; from upwell.cli.main import run; run(['--help']);"
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    ).stdout
    assert int(printed.split()[-1]) <= MOST_KB


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_with_the_first_sentence_of_its_help(name: str) -> None:
    assert COMMANDS[name].summary == cleandoc(loaded(name).help or "").split("\n\n")[0]
