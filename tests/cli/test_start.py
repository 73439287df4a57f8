"""The command says hello before it has loaded what only its work needs."""

from __future__ import annotations

import subprocess
import sys
from inspect import cleandoc

import pytest

from upwell.cli.commands import COMMANDS, loaded

HEAVY = {"numpy", "lxml", "faust", "river", "scipy", "aiohttp", "aiokafka", "rocksdict"}


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


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_with_the_first_sentence_of_its_help(name: str) -> None:
    assert COMMANDS[name].summary == cleandoc(loaded(name).help or "").split("\n\n")[0]
