"""One thing that can be looked at: a page, the same as JSON, and what it may be asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..room import Room
from .arguments import Arguments

API = "/api/v1"


class Parameter(NamedTuple):
    """An argument of a view."""

    name: str
    about: str
    choices: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A row of the table of views.

    Parameters
    ----------
    name
        Of its template, and of the operation in the API.
    path
        Of the page; the JSON stands under `/api/v1` and the same path.
    about
        One sentence.
    load
        What is shown, as values that are JSON.
    parameters
        Arguments beside those of the path.
    page
        False: JSON alone.
    """

    name: str
    path: str
    about: str
    load: Callable[[Room, Arguments], Awaitable[dict[str, Any]]]
    parameters: tuple[Parameter, ...] = ()
    page: bool = True

    @property
    def api(self) -> str:
        """Where its JSON stands."""
        return API + (self.path if self.path != "/" else "/sites")


LIMIT = Parameter("limit", "rows at a time, 50 where nothing is said")
CURSOR = Parameter("cursor", "`next` of the page before")
