"""Logs: events with fields on stderr, for people on a terminal, as JSON lines for machines.

Everything goes through one handler: our events, and what the libraries below us say. Of
Faust, mode and aiokafka only errors are let through; what they warn of, our own events tell
with more context.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from typing import Literal, get_args

import structlog

from upwell.terminal import on_one_line

Level = Literal["debug", "info", "warning", "error"]
LEVELS: tuple[Level, ...] = get_args(Level)

_TALKATIVE = ("faust", "mode", "aiokafka", "asyncio", "charset_normalizer")
# What aiokafka says of a broker that is away; a worker says it once, with what follows from it.
_AWAY = (
    "Unable connect",
    "Unable to update metadata",
    "Unable to request metadata",
    "KafkaConnectionError",
    "NodeNotReadyError",
    "CoordinatorNotAvailableError",
    "RequestTimedOutError",
    "marking coordinator dead",
)
AGAIN_S = 30.0  # after which a library may say the same again
LONGEST, MOST = 200, 1_000  # characters of what was said, and how many such are remembered


def _clean(
    logger: object, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """What others wrote steers nobody's terminal and begins no line of ours."""
    return {
        name: on_one_line(value) if isinstance(value, str) and name != "exception" else value
        for name, value in event.items()
    }


_SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    _clean,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure(level: Level = "warning", terminal: bool | None = None) -> None:
    """Send logs of this process to stderr; stdout stays for data.

    Parameters
    ----------
    level
        The least that is shown. Commands show warnings; progress is not a log.
    terminal
        Lines for people instead of JSON; None: if stderr is a terminal.
    """
    for_people = sys.stderr.isatty() if terminal is None else terminal
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = _Stderr()
    handler.setFormatter(_formatter(for_people))
    handler.addFilter(_News())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.ERROR)


class _Stderr(logging.Handler):
    """Writes to whatever stderr is now: a live display puts itself in front of it."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)


def _formatter(for_people: bool) -> structlog.stdlib.ProcessorFormatter:
    last: list[structlog.typing.Processor]
    if for_people:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=not os.environ.get("NO_COLOR"),
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    else:
        last = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


class _News(logging.Filter):
    """What a library says over and over is let through once in a while.

    While a broker is away the libraries below us try on, many times a second, and say so each
    time. That it cannot be reached at all is told by the error that ends the command.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._last: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is news."""
        library, said = record.name.partition(".")[0], str(record.msg)
        if library == "aiokafka" and any(word in record.getMessage() for word in _AWAY):
            return False
        if library not in _TALKATIVE:
            return True
        key, now = (record.name, said[:LONGEST]), self._now()
        if now - self._last.get(key, -AGAIN_S) < AGAIN_S:
            return False
        if len(self._last) >= MOST:
            self._last.clear()
        self._last[key] = now
        return True
