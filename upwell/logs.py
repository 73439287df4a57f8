"""Logs: events with fields on stderr, for people on a terminal, as JSON lines for machines.

Everything goes through one handler: our events, and what the libraries below us say. Of
Faust, mode and aiokafka only errors are let through; what they warn of, our own events tell
with more context.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import Literal, get_args

import structlog

Level = Literal["debug", "info", "warning", "error"]
LEVELS: tuple[Level, ...] = get_args(Level)

_TALKATIVE = ("faust", "mode", "aiokafka", "asyncio", "charset_normalizer")
_SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
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
    handler.addFilter(_is_news)
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


def _is_news(record: logging.LogRecord) -> bool:
    """A broker that cannot be reached is told once, by the error that ends the command."""
    return not (record.name.startswith("aiokafka") and str(record.msg).startswith("Unable connect"))
