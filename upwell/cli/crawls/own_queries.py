"""Queries of the operator's own, which are asked before anything learned."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import ConfigError, UsageError

Query = Annotated[
    list[str] | None,
    typer.Option(
        "--query",
        metavar="Q",
        help="A query to ask first; may be given often. With --watch a search, or the address of "
        "its answer, that is watched in place of the whole site.",
    ),
]
Queries = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A file of queries, one a line, as --query takes them."),
]


def given_queries(query: list[str] | None, queries: Path | None) -> list[str]:
    """The queries of the command line, then those of the file, each once.

    >>> given_queries(["otter ", "heron", "otter"], None)
    ['otter', 'heron']
    """
    listed = [one.strip() for one in query or []] + (_lines(queries) if queries else [])
    return list(dict.fromkeys(one for one in listed if one))


def require_compatible(flags: Mapping[str, Any], asked: list[str]) -> None:
    """A search cannot be watched where no question may be asked.

    >>> require_compatible({"watch": True, "browse_only": True}, ["cello"])
    Traceback (most recent call last):
    ...
    upwell.errors.UsageError: --browse-only asks nothing, and --query is to be asked: leave one out
    """
    if flags.get("browse_only") and asked:
        raise UsageError("--browse-only asks nothing, and --query is to be asked: leave one out")


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError(
            f"cannot read {path}: {why}; give a text file with one query a line"
        ) from error
    return [line.strip() for line in lines if not line.startswith("#")]
