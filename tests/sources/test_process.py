"""A source in a process of its own."""

import signal
import subprocess
import sys
import urllib.request


def test_it_prints_its_url_when_ready_and_ends_on_sigterm() -> None:
    command = [sys.executable, "-m", "upwell.sources", "catalogue", "--size", "20"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        with urllib.request.urlopen(url, timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0
