"""Where a folder holds what a crawl has written, and what takes a site out of each place.

A file is replaced as a whole, then the note of its length. A death in between leaves a file that is
shorter than its note: done again, the file counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from upwell.errors import ConfigError

from ..archive.warc_files import MANIFEST as WARC
from ..feeds.parquet import MANIFEST as PARQUET
from ..feeds.parquet import Manifest, forget_rows_of
from ..feeds.syndication import forget_items
from ..sinks.ownership import LONGEST, MANIFEST, is_line, is_table
from ..sinks.sqlite.database import is_ours
from .lines import forget_lines, forget_table_rows
from .read_model import forget_rows
from .warc import forget_pages

_BEGUN = ".new"  # of a file that was about to take another's place: begun again, it is replaced
_TABLES = "tables"  # of the workers, below a folder


class Output(NamedTuple):
    """A place that a crawl has filled."""

    path: Path
    what: str  # one of what it holds
    forget: Callable[[str], int]  # takes a site out of it; how many of these it had


def files_of(folder: Path, pages: Collection[str] = ()) -> Iterator[Output]:
    """Every place of ours in a folder; `pages`: addresses of the site's pages, as the log knows."""
    if (found := output(folder, pages)) is not None:
        yield found
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink() and path.name != _TABLES:
            yield from files_of(path, pages)
        elif path.is_file() and (found := output(path, pages)) is not None:
            yield found


def output(path: Path, pages: Collection[str] = ()) -> Output | None:
    """What a file or folder is, if it is ours."""
    if (path / WARC).is_file():
        return Output(path, "page", partial(forget_pages, path, pages=pages))
    if _is_parquet(path):
        return Output(path, "event", partial(forget_rows_of, path))
    if not path.is_file() or path.name.endswith((MANIFEST, _BEGUN)):
        return None
    if is_ours(path):
        return Output(path, "object", partial(forget_rows, path))
    with path.open("rb") as file:
        first = file.readline(LONGEST)
    if is_line(first):
        return Output(path, "line", partial(forget_lines, path))
    if is_table(first):
        return Output(path, "row", partial(forget_table_rows, path))
    if first.startswith(b"<?xml") and path.with_name(path.name + MANIFEST).is_file():
        return Output(path, "item", partial(forget_items, path))
    return None


def named(paths: Collection[Path], pages: Collection[str] = ()) -> Iterator[Output]:
    """The places that somebody names beside a folder.

    Raises
    ------
    ConfigError
        If one is not there, or is not ours.
    """
    for path in paths:
        found = output(path, pages) if path.exists() else None
        if found is None:
            why = "is not upwell's own and stays as it is" if path.exists() else "is not there"
            raise ConfigError(f"{path} {why}; name an output of this crawl")
        yield found


def _is_parquet(path: Path) -> bool:
    try:
        msgspec.json.decode((path / PARQUET).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        return False
    return True
