"""`upwell crawl` starts itself again when the machine failed it: a few times, later each time."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from typing import NoReturn

import structlog

from upwell.agents.loop.restart import start_again

STARTS = "_UPWELL_STARTED_AGAIN"  # how often already, handed on to the next start
WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0)  # a broker restarts within them, a full disk does not
CALM_S = 600.0  # after so long the next failure counts as the first
FRESH = "--fresh"  # what was started over goes on

log = structlog.get_logger(__name__)
_began = time.monotonic()


def again_or_leave(where: str, error: BaseException) -> NoReturn:
    """Become the same command once more, or end with 70 when that did not help."""
    times = 0 if time.monotonic() - _began > CALM_S else int(os.environ.get(STARTS, "0"))
    if times >= len(WAITS_S):
        start_again(where, error)
    log.error("the_machine_failed", where=where, exc_info=error)
    print(f"upwell: starting again in {WAITS_S[times]:.0f} s", file=sys.stderr, flush=True)
    with suppress(ValueError):  # not in the main thread
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # the loop that would hear them has stopped
    time.sleep(WAITS_S[times])
    os.environ[STARTS] = str(times + 1)
    os.execv(sys.executable, [word for word in sys.orig_argv if word != FRESH])
