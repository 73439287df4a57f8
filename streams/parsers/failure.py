"""Why a record cannot be handled."""

from __future__ import annotations

import traceback
from typing import NamedTuple

from upwell.errors import RecordError

_TRACE_CHARS = 4000
_REASON_CHARS = 1000  # a message may quote the whole record


class Failure(NamedTuple):
    """A reason for people, and the trace for whoever mends it.

    Examples
    --------
    >>> Failure.of(RecordError("empty value")).reason
    'empty value'
    >>> Failure.of(ValueError("no such page")).reason
    'ValueError: no such page'
    """

    reason: str
    trace: str = ""
    verdict: bool = False  # of a clock or a death: what is tried again may end otherwise

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        kind = "" if isinstance(error, RecordError) else f"{type(error).__name__}: "
        trace = "".join(traceback.format_exception(error))
        return cls(f"{kind}{error}"[:_REASON_CHARS], trace[-_TRACE_CHARS:])
