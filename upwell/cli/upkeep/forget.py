"""`upwell forget`: a site leaves a folder, with all that was learned and found of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from upwell.errors import ConfigError, UsageError
from upwell.feeds import feeds_in
from upwell.feeds.building import is_file
from upwell.pace import counted
from upwell.streams.forget import (
    Erased,
    Output,
    addresses,
    erase,
    files_of,
    named,
    sites_in,
    unknown_readers,
)
from upwell.streams.log import forgetting
from upwell.streams.log.address import EMBEDDED, parse_address, without_secrets

from ..broker import Broker, Dir, broker_url, exclusive, known_site

_CONFIG = Path("upwell.toml")

Also = Annotated[
    list[Path] | None,
    typer.Option("--also", metavar="PATH", help="An output of this crawl outside its folder."),
]


def forget(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    also: Also = None,
    broker: Broker = None,
) -> None:
    """Take a site out of everything: log, learned state, objects, files and feeds.

    Tells what it took. Other sites stay as they are and go on. No crawl may run in the folder; what
    was broken off is finished by the same command. What was sent to webhooks, notifications and
    topics is not ours any more.

    Example: upwell forget library.example -d books
    """
    url = broker_url(directory, broker, must_exist=True)
    address = parse_address(url)
    if address.scheme != EMBEDDED:
        raise UsageError(
            f"a site is forgotten in a folder, not on {without_secrets(url)}: Kafka's topics "
            "cannot be rewritten. `upwell pause` ends asking it, retention takes its pages after 7 "
            "days, and `-d DIR` forgets it in the folder of an embedded log"
        )
    with exclusive(address.directory):
        for line in _forgotten(address.directory, site, also or []):
            typer.echo(line)


def _forgotten(folder: Path, asked: str, also: list[Path]) -> Iterator[str]:
    """Everything is taken, files first and the log last; a line for each place that had something.

    Until the last step the log still knows the site, so what is broken off can be done again.
    """
    begun = forgetting.unfinished(folder)
    site = known_site(asked, {*sites_in(folder), *([begun] if begun else [])})
    if begun not in (None, site):
        raise ConfigError(f"{folder}: first finish with {begun}: upwell forget {begun} -d {folder}")
    outputs = list(_outputs(folder, also, addresses(folder, site)))
    elsewhere = unknown_readers(folder, [output.path for output in outputs])
    forgetting.begin(folder, site)
    yield f"forgetting {site}"
    for output in outputs:
        if taken := output.forget(site):
            yield f"  {counted(taken, output.what)} of {_shown(output.path, folder)}"
    from upwell.streams.store import drop_tables  # with Faust and RocksDB

    erased = erase(folder, site)
    drop_tables(folder / "tables")
    forgetting.finish(folder)
    yield from _of_log(erased)
    yield from _left(site, elsewhere)


def _outputs(folder: Path, also: list[Path], pages: set[str]) -> Iterator[Output]:
    """The outputs of the folder, of feeds in upwell.toml, and those named; each once."""
    feeds = [Path(feed.to) for feed in feeds_in() if is_file(feed) and Path(feed.to).exists()]
    seen: set[Path] = set()
    for output in (*files_of(folder, pages), *named([*feeds, *also], pages)):
        if (path := output.path.resolve()) not in seen:
            seen.add(path)
            yield output


def _of_log(erased: Erased) -> Iterator[str]:
    n = sum(erased.records.values())
    per = ", ".join(f"{topic} {count:,}" for topic, count in erased.records.most_common())
    yield f"  {counted(n, 'record')} of the log, {erased.size / 1e6:,.1f} MB: {per or 'none left'}"
    yield "  the tables: the next crawl fills them again from the log, for the other sites"
    if not erased.rewritten:
        yield "  log.sqlite keeps its size, too little space to rewrite it; what was there is zeros"


def _left(site: str, elsewhere: int) -> Iterator[str]:
    """Lines on what only its owner can take away."""
    if elsewhere:
        yield (
            f"this crawl has filled {counted(elsewhere, 'other output')}, elsewhere or gone; "
            "name those that are left with --also, and run this again"
        )
    if _CONFIG.exists() and site in _CONFIG.read_text("utf-8", "replace"):
        yield f"{_CONFIG} speaks of {site}; that is yours to take out"


def _shown(path: Path, folder: Path) -> Path:
    return path.relative_to(folder) if path.is_relative_to(folder) and path != folder else path
