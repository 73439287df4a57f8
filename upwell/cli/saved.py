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
from upwell.models.tree.tagtree import TagTree
from upwell.streams.archive import SavedPage, SavedSite, read_sites
from upwell.streams.web.body import looks_like_a_page
from upwell.streams.web.outcomes import NOT_HTML

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
_SNIFFED = 1024
_SAYS = {
    EMPTY: "is empty",
    NOT_HTML: "is no HTML page",
    "unreadable": "cannot be read",
}


def require(paths: list[Path]) -> None:
    """A path that is missing is told before any work."""
    for path in paths:
        if not path.exists():
            raise ConfigError(
                f"{path} does not exist; expected a folder, a .tar.xz or a .warc.gz of saved pages"
            )


def sites_of(paths: list[Path]) -> Iterator[SavedSite]:
    """Sites of every path in the order given; a path that is missing is told before any work.

    What cannot be read is told, and the rest is read. Only when nothing can be read at all is that
    an error of its own.
    """
    require(paths)
    refused: list[ConfigError] = []
    n_pages = 0

    def guarded(pages: Iterator[SavedPage]) -> Iterator[SavedPage]:
        nonlocal n_pages
        try:
            for page in pages:
                n_pages += 1
                yield page
        except ConfigError as error:
            refused.append(error)

    for path in paths:
        try:
            for site in read_sites(path, _say):
                yield site._replace(pages=guarded(site.pages))
        except ConfigError as error:
            refused.append(error)
    if refused and not n_pages:
        last = refused.pop()
        for each in refused:
            _say(str(each))
        raise last
    for each in refused:
        _say(str(each))


def _say(text: str) -> None:
    typer.echo(f"upwell: {text}", err=True)


def outcome(page: SavedPage) -> str:
    """`ok` if there is something to read."""
    if page.outcome != OK:
        return page.outcome
    if not page.body.strip():
        return EMPTY
    return NOT_HTML if _is_binary(page.body[:_SNIFFED]) else OK


def _is_binary(head: bytes) -> bool:
    """Whether a file begins as an archive, image or program does; some NULs a page may have."""
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    many = 10 * head.count(0) > len(head) and not wide
    return many or not looks_like_a_page("text/html", head.replace(b"\0", b""))


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
