"""Commands of the design whose feature is not built yet: they say so, exit 2."""

from __future__ import annotations

from collections.abc import Callable

import typer

from upwell.errors import UsageError

COMMANDS = ("bench",)
ANY_ARGUMENTS = {"allow_extra_args": True, "ignore_unknown_options": True}


def refuse(name: str) -> Callable[[typer.Context], None]:
    """A command that says it is not there yet."""

    def command(context: typer.Context) -> None:
        raise UsageError(f"`upwell {name}` is not built yet; docs/status.md says what works")

    command.__doc__ = "Not built yet."
    return command
