"""Path parts and arguments of a dashboard request, checked, and the errors that refuse one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..params import MOST_ROWS, ROWS


class NotFound(Exception):
    """There is no such thing; the message says what to look at instead."""


class BadRequest(Exception):
    """A parameter does not fit; the message names it."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Parts of the path and arguments of one request."""

    path: Mapping[str, str]
    query: Mapping[str, str]

    def text(self, name: str, default: str = "") -> str:
        """An argument as it stands."""
        return self.query.get(name, default)

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        """An argument that is one of a few words; the first of them where it is not given."""
        value = self.query.get(name, "") or choices[0]
        if value not in choices:
            raise BadRequest(f"{name}: one of {', '.join(choices)}")
        return value

    def rows(self) -> int:
        """How many rows at a time."""
        value = self.query.get("limit", "") or str(ROWS)
        if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MOST_ROWS:
            raise BadRequest(f"limit: a number from 1 to {MOST_ROWS}")
        return int(value)
