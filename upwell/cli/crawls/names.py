"""Names and queries from outside: files that are read here and travel as records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from upwell.config import resolve, settings
from upwell.errors import ConfigError
from upwell.models.queries.names import LOG, cleaned_log, sampled, typed_names
from upwell.models.queries.names.params import CHUNK, MOST_OF_A_LIST
from upwell.streams.records import Names

T = TypeVar("T")

QueryLog = Annotated[
    Path | None,
    typer.Option(
        "--query-log",
        metavar="FILE",
        help="What people asked: a query a line, or query, URL and clicks parted by tabs. Asked "
        "as far as it pays.",
    ),
]
Entities = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Names: type and name a line, parted by a tab. Types that the site mentions are "
        "asked as far as they pay.",
    ),
]


def name_records(flags: Mapping[str, Any], site: str) -> list[Names]:
    """The lists of a site, in records that are small; a sample where a list is long."""
    known = settings(resolve(flags, site=site))
    typed = _read(known.entities, "entities", typed_names) or {}
    every = [name for names in typed.values() for name in names]
    log = _read(known.query_log, "query_log", lambda lines: cleaned_log(lines, site, every)) or []
    lists = {kind: sampled(names) for kind, names in typed.items()}
    if log:
        lists[LOG] = log[:MOST_OF_A_LIST]
    return [
        Names(site=site, type=kind, names=names[start : start + CHUNK])
        for kind, names in lists.items()
        for start in range(0, len(names), CHUNK)
    ]


def _read(path: Path | None, name: str, read: Callable[[Sequence[str]], T]) -> T | None:
    if path is None:
        return None
    try:
        return read(path.read_text("utf-8-sig").splitlines())
    except OSError as error:
        raise ConfigError(f"cannot read {path} ({name}): {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"cannot read {path} ({name}): it is not UTF-8") from error
    except ValueError as error:
        raise ConfigError(f"cannot read {path} ({name}): {error}") from error
