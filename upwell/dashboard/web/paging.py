"""Where a list goes on: an opaque cursor, so that nothing is skipped or shown twice."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from typing import Any

import msgspec

from .arguments import BadRequest


def cursor(*last: Any) -> str:
    """The place after a row, from the values it is sorted by.

    >>> after(cursor(3.5, "abc"))
    [3.5, 'abc']
    """
    return urlsafe_b64encode(msgspec.json.encode(last)).decode().rstrip("=")


def after(text: str, n: int = 2) -> list[Any]:
    """The values of the last row before; an empty list at the beginning."""
    if not text:
        return []
    try:
        found = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (Error, ValueError, msgspec.DecodeError):
        found = None
    if not isinstance(found, list) or len(found) != n:
        raise BadRequest("cursor: take it from `next` of the page before")
    return found
