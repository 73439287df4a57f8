"""Stored state of another version: refused by name, never misread and never put on a record.

A version that stores heads or parts in another form has another `FORMAT`. Where a reducer's own
state changes its form, opening it fails; that is no fault of the record that asked for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from upwell.errors import ConfigError

FORMAT = 2  # of heads and of parts; 1 had no byte that says so


@contextmanager
def opening(key: str) -> Iterator[None]:
    """Around whatever decodes stored state of a key.

    >>> with opening("shop.example"):
    ...     msgspec.msgpack.decode(b"\\x93", type=list[int])
    Traceback (most recent call last):
    ...
    upwell.errors.ConfigError: the state of shop.example was stored by another version of upwell \
(Input data was truncated): stop the worker and run `upwell migrate`; or put its recorded pages \
on a new log with `upwell replay OLD -d NEW` and go on there, or start over with \
`upwell crawl URL --fresh`
    """
    try:
        yield
    except msgspec.MsgspecError as error:
        raise another_version(key, str(error)) from error


def another_version(key: str, found: str) -> ConfigError:
    """What the operator can do about it."""
    return ConfigError(
        f"the state of {key} was stored by another version of upwell ({found}): stop the worker "
        "and run `upwell migrate`; or put its recorded pages on a new log with "
        "`upwell replay OLD -d NEW` and go on there, or start over with `upwell crawl URL --fresh`"
    )
