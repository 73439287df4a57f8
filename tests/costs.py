"""Processor time of a piece of work, with as little of other work in it as can be had."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def collector_off() -> Iterator[None]:
    """No garbage is collected inside, nor before: with a large heap that alone takes a second."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def processor_seconds(
    work: Callable[[], object], times: int = 3, enough: float | None = None
) -> float:
    """The least processor time that one of `times` runs of `work` took.

    `enough`: below this it is not run again; the least can only be less.
    """
    least = float("inf")
    with collector_off():
        for _ in range(times):
            began = time.process_time()
            work()
            least = min(least, time.process_time() - began)
            if enough is not None and least < enough:
                break
    return least
