"""Saved pages for the offline commands: sites of all paths, pages counted and parsed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import EXIT_FAILED, ConfigError
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree
from upwell.streams.archive import SavedPage, SavedSite, read_sites

from .output import write_lines

Paths = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH",
        help="A folder of .html files, a folder of sites, a .tar.xz of either, or a .warc.gz.",
    ),
]
OK = "ok"
EMPTY = "empty"  # a file without a single visible byte
EVERY_S = 0.1


def sites_of(paths: list[Path]) -> Iterator[SavedSite]:
    """Sites of every path in the order given; a path that is missing is told before any work."""
    require(paths)
    for path in paths:
        yield from read_sites(path)


def require(paths: list[Path]) -> None:
    """Say at once which path is not there."""
    for path in paths:
        if not path.exists():
            raise ConfigError(
                f"{path} does not exist; expected a folder, a .tar.xz or a .warc.gz of saved pages"
            )


def outcome(page: SavedPage) -> str:
    """`ok` if there is something to read."""
    return EMPTY if page.outcome == OK and not page.body.strip() else page.outcome


def tree_of(page: SavedPage) -> TagTree:
    """The page, parsed, its links resolved where its URL is known."""
    return parse(page.body, page.content_type or "", page.url or "")


def write_pages(output: Path | None, lines: Iterable[dict[str, Any]]) -> None:
    """Write a line a page and say how many could be read; exit code 1 if none."""
    n_read, files = 0, set()

    def counted() -> Iterator[dict[str, Any]]:
        nonlocal n_read
        for line in lines:
            place = line["site"], line["file"]
            if place not in files:
                files.add(place)
                n_read += line["outcome"] == OK
            yield line

    write_lines(output, counted())
    to_file = output is not None and str(output) != "-"
    if to_file or n_read < len(files):
        typer.echo(f"read {n_read:,} of {len(files):,} pages", err=True)
    if n_read == 0:
        raise typer.Exit(EXIT_FAILED)


class Counting:
    """Counts pages on stderr while they are read, if a person is watching and stdout is not."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._shown = sys.stderr.isatty() and not sys.stdout.isatty()
        self._at = 0.0
        self.n = 0

    def __call__(self, pages: Iterable[SavedPage]) -> Iterator[SavedPage]:
        for page in pages:
            self.n += 1
            if self._shown and time.monotonic() - self._at > EVERY_S:
                self._at = time.monotonic()
                print(f"\r{self._doing}: {self.n:,} pages", end="", file=sys.stderr, flush=True)
            yield page
        if self._shown:
            print(f"\r{self._doing}: {self.n:,} pages", end="\r", file=sys.stderr, flush=True)
