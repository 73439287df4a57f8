"""`python -m upwell.sources NAME`: a source in a process of its own; prints its URL when ready."""

from __future__ import annotations

import argparse
import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Sequence

from upwell.errors import ConfigError

from .server import NAMES, Source, serve
from .site import Course
from .traffic import Conduct
from .ways import WAYS


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m upwell.sources")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2000)
    parser.add_argument("--way", choices=["", *WAYS], default="")
    options = parser.parse_args(arguments)
    try:
        asyncio.run(run(options.name, options.port, options.seed, options.size, way=options.way))
    except ConfigError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


async def run(
    name: str,
    port: int,
    seed: int,
    size: int,
    *,
    frozen: bool = False,
    conduct: Conduct | None = None,
    course: Course | None = None,
    traps: bool = False,
    way: str = "",
    ready: Callable[[Source], None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is told when it answers, else its URL is printed."""
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, done.set)
    source = await serve(
        name, port, seed, size, frozen=frozen, conduct=conduct, course=course, traps=traps, way=way
    )
    gc.freeze()  # no record is garbage, and looking through them all costs a hundred answers
    async with source:
        if ready is None:
            print(source.url, flush=True)
        else:
            ready(source)
        await done.wait()


if __name__ == "__main__":
    sys.exit(main())
