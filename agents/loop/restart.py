"""Leaving at once: what the machine causes ends the process, as kill -9 would."""

from __future__ import annotations

import logging
import os
import sys
from typing import NoReturn

import structlog

from upwell.errors import EXIT_START_AGAIN, ConfigError

log = structlog.get_logger(__name__)


def start_again(where: str, error: BaseException) -> NoReturn:
    """Say why, and end with 70: "start me again"; with 3 where the operator has to act first.

    An exception that leaves a Faust agent acknowledges the records it held, and they are
    lost. Dying without a commit loses nothing.
    """
    if isinstance(error, ConfigError):
        log.error("refused", where=where, reason=str(error))
    else:
        log.error("leaving_to_be_started_again", where=where, reason=repr(error), exc_info=error)
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(error.exit_code if isinstance(error, ConfigError) else EXIT_START_AGAIN)
