"""Workers under a supervisor, which starts again what ended with 70, as a container would."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from pathlib import Path

from upwell.errors import EXIT_START_AGAIN

ROOT = Path(__file__).resolve().parents[2]
STARTS = 40  # a worker that needs more of them is not getting anywhere
FIRST_S, LONGEST_S = 0.2, 5.0  # the pause doubles from one early end to the next
LONG_S = 20.0  # who ran for as long begins with the first pause again
STOP_S = 60.0
AGAIN = (EXIT_START_AGAIN, -signal.SIGUSR1)  # the latter: asked to before it could listen


class Supervised:
    """One worker as a process of its own, started again for as long as it ends with 70.

    Parameters
    ----------
    command
        Arguments of the program, by default the Python of this environment.
    environment
        All that it has; None: that of the tests.
    folder
        Where it runs.
    """

    def __init__(
        self,
        *command: str,
        program: str = sys.executable,
        environment: Mapping[str, str] | None = None,
        folder: Path = ROOT,
    ) -> None:
        self._command: Sequence[str] = (program, *command)
        given = os.environ if environment is None else environment
        self._environment = {**given, "PYTHONPATH": str(ROOT)}
        self._folder = folder
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.again = 0

    async def start(self, *more: str) -> None:
        """Run the command, with more arguments this time, and keep it running."""
        command = [*self._command, *more]
        self._process = process = await self._run(command)
        self._keeping = asyncio.create_task(self._keep(command, process))

    async def stop(self) -> None:
        """As a container is stopped: SIGTERM, and it has to drain."""
        self.leave_alone()
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                ended = await process.wait()
        finally:
            await _end(process)
        assert ended in (0, EXIT_START_AGAIN, -signal.SIGTERM), f"stopped, it ended with {ended}"

    async def kill(self) -> None:
        """`kill -9`, by pid."""
        try:
            self.leave_alone()
        finally:
            if self._process is not None:
                await _end(self._process)

    def doom(self) -> None:
        """Tell it to die at the point it was started with (SIGUSR1), and start it no more."""
        self.leave_alone()
        self.tell(signal.SIGUSR1)

    async def dies(self, within_s: float) -> bool:
        """Whether it kills itself in time; if not it is killed."""
        self.leave_alone()
        process = self._process
        if process is None:
            return False
        try:
            async with asyncio.timeout(within_s):
                return await process.wait() == -signal.SIGKILL
        except TimeoutError:
            return False
        finally:
            await _end(process)

    def leave_alone(self) -> None:
        """Start it no more."""
        self.check()
        if self._keeping is not None:
            self._keeping.cancel()
            self._keeping = None

    def check(self) -> None:
        """Raise if it ended in a way that nobody starts again."""
        if self._keeping is not None and self._keeping.done():
            self._keeping.result()

    def tell(self, number: signal.Signals) -> None:
        """Send a signal, if it runs just now."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def _run(self, command: Sequence[str]) -> Process:
        return await asyncio.create_subprocess_exec(
            *command, cwd=self._folder, env=self._environment
        )

    async def _keep(self, command: Sequence[str], process: Process) -> None:
        clock = asyncio.get_running_loop().time
        pause_s, began = FIRST_S, clock()
        while True:
            ended = await process.wait()
            assert ended in AGAIN, f"ended by itself with {ended}"
            self.again += 1
            assert self.again < STARTS, "started again and again"
            pause_s = FIRST_S if clock() - began > LONG_S else min(2 * pause_s, LONGEST_S)
            await asyncio.sleep(pause_s)
            began = clock()
            self._process = process = await self._run(command)


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
        await process.wait()
