"""A crawl that the machine failed starts itself again, a bounded number of times (DESIGN 4.8)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from upwell.cli.crawls import restart
from upwell.errors import EXIT_START_AGAIN

FAILING = """
import sys
from pathlib import Path
from upwell.cli.crawls import restart
from upwell.errors import StoreError

restart.WAITS_S = (0.0, 0.0, 0.0)
with Path(sys.argv[1]).open("a") as starts:
    starts.write(" ".join(sys.argv[2:]) + "\\n")
restart.again_or_leave("log", StoreError("the disk is full"))
"""


def test_a_machine_that_goes_on_failing_ends_the_command_with_70(tmp_path: Path) -> None:
    """One start and three more, with the same words but `--fresh`; the reason is said."""
    script, starts = tmp_path / "failing.py", tmp_path / "starts"
    script.write_text(FAILING)
    command = [sys.executable, str(script), str(starts), "crawl", "--fresh", "-d", "here"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert EXIT_START_AGAIN == done.returncode
    assert ["crawl --fresh -d here", *["crawl -d here"] * 3] == starts.read_text().splitlines()
    assert 4 == (done.stdout + done.stderr).count("StoreError: the disk is full")


def test_each_wait_is_longer_than_the_one_before() -> None:
    """A broker that restarts is met again, and half a minute is the end of it."""
    assert sorted(set(restart.WAITS_S)) == list(restart.WAITS_S)
    assert 25 < sum(restart.WAITS_S) < 60
