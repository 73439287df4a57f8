"""Ctrl-C and SIGTERM: the first drains, the second stops at once; both are safe."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import NoReturn

from rich.console import Console

from upwell.agents.loop.leave import start_again
from upwell.errors import EXIT_INTERRUPTED

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def drain_on_signals(console: Console) -> asyncio.Event:
    """An event of the running loop that the first signal sets.

    The second ends the process without another word: that is a kill -9, which loses nothing.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def drain() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, lambda *_: _leave(console))
        console.print(
            "stopping: what is under way is finished first; Ctrl-C again stops at once",
            highlight=False,
            soft_wrap=True,
        )
        stop.set()

    for number in SIGNALS:
        loop.add_signal_handler(number, drain)
    return stop


def _leave(console: Console) -> NoReturn:
    console.show_cursor(True)
    os._exit(EXIT_INTERRUPTED)


def fail_visibly(console: Console, where: str, error: BaseException) -> NoReturn:
    """The machine failed us: one line for people, the trace in the log, exit code 70."""
    console.show_cursor(True)
    console.print(
        f"upwell: {where} had to stop: {error}\nnothing is lost; start the same command again",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    start_again(where, error)
