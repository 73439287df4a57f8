"""In a network that answers every address: no connection that nobody allowed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Tell

pytestmark = pytest.mark.attack


def in_own_network(*arguments: str) -> dict[str, list[str]]:
    """What the script in a network of its own saw; where none is given the test fails."""
    unshare = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-Urn"]
    script = str(Path(__file__).with_name("anyip.py"))
    done = subprocess.run(
        [*unshare, sys.executable, script, *arguments], capture_output=True, text=True, timeout=400
    )
    assert done.returncode == 0, f"no network of its own here: {done.stderr[-2000:]}"
    seen: dict[str, list[str]] = json.loads(done.stdout)
    return seen


@pytest.mark.parametrize("allow", [[], ["127.0.0.1/32"]])
def test_no_trick_of_an_address_leads_inside(allow: list[str], tell: Tell) -> None:
    seen = in_own_network(*allow)
    with_list = f"with --allow {allow[0]}" if allow else "without an allow-list"
    tell(f"addresses that lead inside, {with_list}", len(seen["tried"]), str(len(seen["inside"])))
    assert len(seen["tried"]) >= 924
    assert seen["public"], "nothing was connected at all: the network answers nobody"
    assert [] == seen["inside"]
    assert bool(allow) == bool(seen["named"])
