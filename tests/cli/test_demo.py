"""The demo on a terminal: its source answers until a key is pressed, then nothing is left of it."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest


@pytest.mark.e2e
@pytest.mark.timeout(300)
def test_the_source_stays_up_until_a_key_is_pressed_and_the_folder_goes(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    settings = os.environ | {"TMPDIR": str(tmp_path), "TERM": "xterm", "COLUMNS": "200"}
    process = subprocess.Popen(
        [sys.executable, "-m", "upwell", "demo", "--size", "60"],
        stdin=theirs, stdout=theirs, stderr=theirs, env=settings, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        shown = until(ours, "upwell crawl https://")
        (url,) = re.findall(r"records answers at (http://\S+)", shown)
        assert {"objects", "schema", "explain", "changes", "crawl"} <= set(
            re.findall(r"^ +upwell (\w+) ", shown, re.M)
        )
        assert process.poll() is None
        assert 200 == urllib.request.urlopen(url).status
        (folder,) = tmp_path.glob("upwell-demo-*")
        os.write(ours, b" ")
        assert f"{folder} is removed" in until(ours, "is removed")
        assert 0 == process.wait(30)
        assert not folder.exists()
        assert "Warning" not in shown
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)
        os.close(ours)


def until(terminal: int, said: str) -> str:
    """What is shown up to some words, without what colours it."""
    shown = ""
    while said not in shown:
        try:
            more = os.read(terminal, 65_536)
        except OSError:  # the other side has ended
            raise AssertionError(shown) from None
        shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", more.decode("utf-8", "replace"))
    return shown
