"""Commands and options of the design whose feature is not built yet: they say so, exit 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from upwell.errors import UsageError

COMMANDS = (
    "forget",
    "bench",
)
ANY_ARGUMENTS = {"allow_extra_args": True, "ignore_unknown_options": True}


def refuse(name: str) -> Callable[[typer.Context], None]:
    """A command that says it is not there yet."""

    def command(context: typer.Context) -> None:
        raise UsageError(f"`upwell {name}` is not built yet; docs/status.md says what works")

    command.__doc__ = "Not built yet."
    return command


def not_yet(options: dict[str, Any]) -> None:
    """Refuse options that were given although their feature is not built yet."""
    given = [name for name, value in options.items() if value]
    if given:
        names = ", ".join(given)
        raise UsageError(f"{names}: not built yet; docs/status.md says what works")
