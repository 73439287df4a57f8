"""A broker that goes away and comes back: a worker lets go of everything, waits, and begins anew.

What a worker has in hand when its broker is gone can be kept nowhere, and its clients would try on
for ever, each with memory and lines of its own. So the worker becomes the same command once more,
which is a kill -9 and loses nothing, and waits there with empty hands: one line when the broker
goes, one a minute, one when it is back.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children
from typing import NoReturn, Protocol

from rich.console import Console

from upwell.agents.loop.restart import start_again
from upwell.errors import BrokerError
from upwell.streams.log.kafka import KafkaLog

from .interrupts import fail_visibly

AWAY = "_UPWELL_BROKER_AWAY"  # since when, and how often already; handed on to who waits


class Asked(Protocol):
    """A log that can tell whether its broker is there."""

    async def answers(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class AwayParams:
    """When a broker is away, and what is said of it."""

    look_s: float = 2.0  # between two looks while it is there
    looks: int = 2  # in a row without an answer: a broker that is busy misses one
    again_s: float = 0.5  # between two tries while it is away
    say_s: float = 60.0
    calm_s: float = 600.0  # at work for so long, the next time counts as the first
    most: int = 20  # times in a row without that: it is not the broker


async def watch_broker(
    log: Asked, gone: Callable[[], object], params: AwayParams | None = None
) -> None:
    """Call `gone` when the broker of a worker at work does not answer any more."""
    params = params or AwayParams()
    missed = 0
    while missed < params.looks:
        await asyncio.sleep(params.look_s)
        missed = 0 if await log.answers() else missed + 1
    gone()


def wait_in_new_process(url: str, console: Console, began: float) -> NoReturn:
    """Say that the broker is gone, and restart as the process that waits for it."""
    _, times = _earlier_restarts()
    if time.time() - began > AwayParams().calm_s:
        times = 0
    if times >= AwayParams().most:
        reason = f"{url} came back {times} times and went away again; look at the broker"
        start_again("broker", BrokerError(reason))
    _say(console, f"the broker does not answer: {url}; waiting for it, nothing is lost")
    os.environ[AWAY] = f"{time.time()} {times + 1}"
    sys.stdout.flush()
    sys.stderr.flush()
    for parser in active_children():  # they would stay behind, as children of who waits
        parser.kill()
    os.execv(sys.executable, sys.orig_argv)


def fail_or_wait(
    console: Console, gone: Callable[[], NoReturn] | None, where: str, error: BaseException
) -> NoReturn:
    """Restart and wait when a failure came of a broker that is away; else fail."""
    if gone is not None and isinstance(error, BrokerError):
        gone()
    fail_visibly(console, where, error)


async def wait_for_broker(
    url: str,
    console: Console,
    stop: asyncio.Event,
    beat: Callable[[], object],
    opens: Callable[[str], Awaitable[bool]] | None = None,
    params: AwayParams | None = None,
) -> str:
    """Wait for the broker if it went away; how long that took in words, "" where it did not.

    Returns early when `stop` is set; `beat` is called at each try.
    """
    since, _ = _earlier_restarts()
    if not since:
        return ""
    params, opens = params or AwayParams(), opens or _opens
    said = 0
    while not stop.is_set() and not await opens(url):
        beat()
        minutes = int((time.time() - since) / params.say_s)
        if minutes > said:
            said = minutes
            _say(console, f"the broker is still away, for {_lasted(time.time() - since)}")
        with suppress(TimeoutError):
            async with asyncio.timeout(params.again_s):
                await stop.wait()
    return _lasted(time.time() - since)


async def _opens(url: str) -> bool:
    log = KafkaLog(url)
    try:
        await log.open()
    except BrokerError:
        return False
    finally:
        await log.close()
    return True


def _earlier_restarts() -> tuple[float, int]:
    """Since when the broker is away, and how often the worker has restarted for it."""
    since, _, times = os.environ.get(AWAY, "0 0").partition(" ")
    return float(since), int(times)


def _lasted(seconds: float) -> str:
    """
    Examples
    --------
    >>> _lasted(8.2), _lasted(75.0), _lasted(7300.0)
    ('8 s', '1 min 15 s', '2 h 1 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
