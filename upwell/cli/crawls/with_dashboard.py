"""The dashboard of a crawl, in a process of its own for as long as the crawl runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from rich.console import Console

from upwell.crawling import Order, forget
from upwell.streams.web import require_contact
from upwell.terminal import printable


@contextmanager
def dashboard(order: Order, console: Console) -> Iterator[None]:
    """Start it and say its address; it ends with us, also when we are killed.

    A process of its own takes nothing of the crawl's, and cannot stop it. It hears of our end by
    the end of its input, and waits for a log that is not made yet.
    """
    if order.fresh:  # before it could open the log that is to be forgotten
        require_contact(order.urls, order.contact)
        forget(order)
    command = [sys.executable, "-m", "upwell", "serve", "--beside", "-d", str(order.directory)]
    if order.broker:
        command += ["--broker", order.broker]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the crawl: it drains while it can be looked at
    ) as process:
        Thread(target=_say_address, args=(process, console), daemon=True).start()
        try:
            yield
        finally:
            process.terminate()


def _say_address(process: subprocess.Popen[str], console: Console) -> None:
    assert process.stdout is not None
    if address := process.stdout.readline().strip():
        console.print(
            f"dashboard: {printable(address)}", markup=False, highlight=False, soft_wrap=True
        )
