"""Logs go to stderr, as JSON lines for machines and as text for people."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from upwell.logs import AGAIN_S, _News, configure


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def test_an_event_is_one_json_line_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", terminal=False)
    structlog.get_logger("upwell.here").info("model_published", site="shop.test", version=7)
    out, err = capsys.readouterr()
    line = json.loads(err)
    assert "" == out
    assert ("model_published", "info", "upwell.here", "shop.test", 7) == (
        line["event"], line["level"], line["logger"], line["site"], line["version"],
    )  # fmt: skip


def test_what_is_below_the_level_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    configure("warning", terminal=False)
    log = structlog.get_logger("upwell.here")
    log.info("quiet")
    log.warning("loud")
    assert ["loud"] == [json.loads(x)["event"] for x in capsys.readouterr().err.splitlines()]


@pytest.mark.parametrize("library", ["faust", "mode", "aiokafka.consumer", "aiokafka"])
def test_libraries_below_say_errors_only(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", terminal=False)
    logging.getLogger(library).warning("rebalancing")
    logging.getLogger(library).error("lost %s", "a node")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [("lost a node", library)] == [(line["event"], line["logger"]) for line in lines]


def test_a_trace_is_part_of_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(terminal=False)
    try:
        raise ValueError("broken")
    except ValueError:
        structlog.get_logger("upwell.here").exception("failed")
    assert "ValueError: broken" in json.loads(capsys.readouterr().err)["exception"]


def test_people_read_text(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", terminal=True)
    structlog.get_logger("upwell.here").info("model_published", site="shop.test")
    told = capsys.readouterr().err
    assert "model_published" in told
    assert not told.startswith("{")


def test_what_a_library_repeats_is_told_once_in_a_while() -> None:
    """Its words without their numbers are what is the same; our own events are all told."""
    at = 0.0
    news = _News(now=lambda: at)

    def is_news(name: str, said: str, number: int) -> bool:
        record = logging.LogRecord(name, logging.ERROR, "", 0, said, (number,), None)
        return news.filter(record)

    lost = [is_news("aiokafka.consumer", "no node %d", n) for n in range(5)]
    assert [True, False, False, False, False] == lost
    assert is_news("aiokafka.consumer", "another fault of %d", 1)
    assert all(is_news("upwell.agents", "request %d", n) for n in range(5))
    at = AGAIN_S
    assert [True, False] == [is_news("aiokafka.consumer", "no node %d", n) for n in range(2)]
