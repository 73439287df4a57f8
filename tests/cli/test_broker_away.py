"""A broker that goes away: what is said, and how long."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from upwell.cli.crawls.broker_away import (
    AWAY,
    AwayParams,
    fail_or_wait,
    wait_for_broker,
    watch_broker,
)
from upwell.errors import EXIT_START_AGAIN, BrokerError

AT_ONCE = AwayParams(look_s=0.0, again_s=0.0)
URL = "kafka://broker.example:9092"

# Goes away three times, and says with which words it was started.
GOING = """
import sys
from pathlib import Path
from rich.console import Console
from upwell.cli.crawls import broker_away

broker_away.AwayParams.__init__.__defaults__ = (2.0, 2, 0.5, 60.0, 600.0, 3)
with Path(sys.argv[1]).open("a") as starts:
    starts.write(" ".join(sys.argv[2:]) + "\\n")
console = Console(stderr=True)
broker_away.wait_in_new_process("kafka://broker.example:9092", console, float(sys.argv[2]))
"""


class Broker:
    """Answers as it is told, one look after the other."""

    def __init__(self, *answers: bool) -> None:
        self._answers = iter(answers)
        self.asked = 0

    async def answers(self) -> bool:
        self.asked += 1
        return next(self._answers)

    async def opens(self, url: str) -> bool:
        return await self.answers()


async def test_one_look_without_an_answer_is_no_absence() -> None:
    broker, gone = Broker(True, False, True, True, False, False), list[int]()
    await watch_broker(broker, lambda: gone.append(broker.asked), AT_ONCE)
    assert [6] == gone


async def test_who_waits_says_a_line_a_minute_and_how_long_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(AWAY, f"{time.time() - 3_700} 1")
    said, beats = StringIO(), list[int]()
    lasted = await wait_for_broker(
        URL, Console(file=said), asyncio.Event(), lambda: beats.append(1),
        Broker(False, False, False, True).opens, AT_ONCE,
    )  # fmt: skip
    assert ["the broker is still away, for 1 h 1 min"] == said.getvalue().splitlines()
    assert "1 h 1 min" == lasted
    assert 3 == len(beats)


async def test_where_no_broker_was_away_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(AWAY, raising=False)
    assert "" == await wait_for_broker(URL, Console(), asyncio.Event(), list, Broker().opens)


async def test_who_waits_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(AWAY, f"{time.time()} 1")
    stop, broker = asyncio.Event(), Broker(*[False] * 9)
    await wait_for_broker(URL, Console(file=StringIO()), stop, stop.set, broker.opens, AT_ONCE)
    assert 1 == broker.asked


def test_only_a_broker_is_waited_for() -> None:
    class Gone(BaseException): ...

    def gone() -> None:
        raise Gone

    with pytest.raises(Gone):
        fail_or_wait(Console(), gone, "analyse", BrokerError("append failed"))  # type: ignore[arg-type]


@pytest.mark.parametrize("began", ["now", "long ago"])
def test_a_broker_that_goes_away_over_and_over_ends_the_worker_with_70(
    began: str, tmp_path: Path
) -> None:
    """Three times in a row; where it was at work for long in between it is waited for again."""
    script, starts = tmp_path / "going.py", tmp_path / "starts"
    script.write_text(GOING)
    at = time.time() if began == "now" else 0.0
    environment = {**os.environ, AWAY: "1.0 2"}
    with subprocess.Popen(
        [sys.executable, str(script), str(starts), f"{at}"],
        stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        first = process.stderr.readline()
        if began == "long ago":
            process.kill()
    assert first == f"the broker does not answer: {URL}; waiting for it, nothing is lost\n"
    if began == "now":
        assert EXIT_START_AGAIN == process.returncode
        assert 2 == len(re.findall("\n", starts.read_text()))
