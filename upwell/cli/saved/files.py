"""Saved pages for the offline commands: sites of all paths, pages counted and parsed."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from upwell.errors import EXIT_FAILED, ConfigError
from upwell.models.tree.parse import Engine, parse
from upwell.models.tree.raw.no_page import outcome_of
from upwell.models.tree.tagtree import TagTree
from upwell.streams.archive import EXPECTED, STDIN, SavedPage, SavedSite, read_sites
from upwell.streams.web.outcomes import NOT_HTML
from upwell.terminal import on_one_line

from ..output import write_lines

Paths = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH",
        help="A folder of .html files, a folder of sites, a .tar.xz or .zip of either, a .warc.gz, "
        ".wacz or .mhtml, a single page, or - for stdin.",
    ),
]
OK = "ok"
EMPTY = "empty"  # a file without a single visible byte
EVERY_S = 0.1
LINE_EVERY_S = 30.0
_SAYS = {
    EMPTY: "is empty",
    NOT_HTML: "is no HTML page",
    "unreadable": "cannot be read",
}


def require(paths: list[Path]) -> None:
    """A path that is missing is told before any work."""
    for path in paths:
        if path != STDIN and not path.exists():
            raise ConfigError(f"{path} does not exist; expected {EXPECTED}")


def sites_of(paths: list[Path]) -> Iterator[SavedSite]:
    """Sites of every path in the order given; a path that is missing is told before any work.

    What cannot be read is told, and the rest is read. Only when nothing can be read at all is that
    an error of its own.
    """
    require(paths)
    refused: list[ConfigError] = []
    any_page = False
    for path in paths:
        try:
            for site in read_sites(path, _say):
                guarded = _Guarded(site.pages, refused)
                yield site._replace(pages=guarded)
                any_page = any_page or guarded.any_page
        except ConfigError as error:
            refused.append(error)
    if refused and not any_page:
        last = refused.pop()
        for each in refused:
            _say(str(each))
        raise last
    for each in refused:
        _say(str(each))


class _Guarded:
    """Pages up to where they cannot be read."""

    def __init__(self, pages: Iterable[SavedPage], refused: list[ConfigError]) -> None:
        self._pages = pages
        self._refused = refused
        self.any_page = False

    def __iter__(self) -> Iterator[SavedPage]:
        try:
            for page in self._pages:
                self.any_page = True
                yield page
        except ConfigError as error:
            self._refused.append(error)


def _say(text: str) -> None:
    typer.echo(f"upwell: {on_one_line(text)}", err=True)


def outcome(page: SavedPage) -> str:
    """`ok` if there is something to read."""
    return page.outcome if page.outcome != OK else outcome_of(page.body)


def tree_of(page: SavedPage, engine: Engine = "lxml") -> TagTree:
    """The page, parsed, its links resolved where its URL is known."""
    return parse(page.body, page.content_type or "", page.url or "", engine=engine)


def write_pages(output: Path | None, lines: Iterable[dict[str, Any]], silent: bool = False) -> None:
    """Write a line a page and say how many could be read; exit code 1 if none.

    `silent`: the lines are read, but go nowhere.
    """
    n_read, files = 0, set()

    def counted() -> Iterator[dict[str, Any]]:
        nonlocal n_read
        for line in lines:
            place = line["site"], line["file"]
            if place not in files:
                files.add(place)
                n_read += line["outcome"] == OK
                if line["outcome"] != OK:
                    _say(f"{'/'.join(place)} {_SAYS.get(line['outcome'], line['outcome'])}")
            yield line

    if silent:
        deque(counted(), maxlen=0)
    else:
        write_lines(output, counted())
    to_file = silent or (output is not None and str(output) != "-")
    if to_file or n_read < len(files):
        typer.echo(f"read {n_read:,} of {len(files):,} pages", err=True)
    if n_read == 0:
        raise typer.Exit(EXIT_FAILED)


class Counting:
    """Counts pages on stderr while they are read.

    A person who is watching sees the count grow, unless lines go to the same screen; a file of
    messages gets a line now and then.

    Parameters
    ----------
    doing
        What is done with them.
    free
        Whether stdout is free, because what is written goes to a file.
    """

    def __init__(self, doing: str, free: bool = False) -> None:
        self._doing = doing
        self._free = free
        self._live = sys.stderr.isatty() and (free or not sys.stdout.isatty())
        self._at = time.monotonic() if not self._live else 0.0
        self.n = 0

    def anew(self, doing: str) -> Counting:
        """A count from nothing, for what is done with the pages next."""
        return Counting(doing, self._free)

    def __call__(self, pages: Iterable[SavedPage]) -> Iterator[SavedPage]:
        every = EVERY_S if self._live else LINE_EVERY_S
        for page in pages:
            self.n += 1
            if time.monotonic() - self._at > every:
                self._at = time.monotonic()
                self._tell("" if self._live else "\n")
            yield page
        if self._live:
            self._tell("\r")

    def _tell(self, end: str) -> None:
        begin = "\r" if self._live else ""
        print(f"{begin}{self._doing}: {self.n:,} pages", end=end, file=sys.stderr, flush=True)
