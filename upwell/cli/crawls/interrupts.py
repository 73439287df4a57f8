"""Ctrl-C and SIGTERM: the first drains, the second stops at once; both are safe."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import NoReturn

import structlog
from rich.console import Console

from upwell.agents.loop.restart import start_again
from upwell.errors import EXIT_INTERRUPTED, ConfigError

SIGNALS = (signal.SIGINT, signal.SIGTERM)
DRAIN_S = 45.0  # a fetch in flight may take 30

log = structlog.get_logger(__name__)


def drain_on_signals(console: Console) -> asyncio.Event:
    """An event of the running loop that the first signal sets.

    The second ends the process without another word, and so does a drain that does not come to
    its end: that is a kill -9, which loses nothing.
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
        loop.call_later(DRAIN_S, _give_up, console)
        stop.set()

    for number in SIGNALS:
        loop.add_signal_handler(number, drain)
    return stop


def _give_up(console: Console) -> NoReturn:
    waiting = sorted(str(task.get_coro()) for task in asyncio.all_tasks())
    log.warning("drain_takes_too_long", seconds=DRAIN_S, waiting=waiting)
    _leave(console)


def _leave(console: Console) -> NoReturn:
    console.show_cursor(True)
    os._exit(EXIT_INTERRUPTED)


def fail_visibly(
    console: Console,
    where: str,
    error: BaseException,
    end: Callable[[str, BaseException], NoReturn] = start_again,
) -> NoReturn:
    """The machine failed us: one line for people, the trace in the log, exit code 70.

    What the operator asked for and cannot be is refused, with 3: to start again would not help.
    """
    console.show_cursor(True)
    if isinstance(error, ConfigError):
        console.print(f"upwell: {error}", markup=False, highlight=False, soft_wrap=True)
        start_again(where, error)
    console.print(
        f"upwell: {where} had to stop: {error}\nnothing is lost; start the same command again",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    end(where, error)
