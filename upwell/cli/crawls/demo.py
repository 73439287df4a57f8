"""`upwell demo`: a bundled source on the loopback address, crawled before your eyes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.crawling import Order
from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of
from upwell.streams.sinks import require_writable

from .crawl import code_of, crawled
from .with_dashboard import dashboard


def demo(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Objects, one JSON object a line.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same source.")] = 1,
    size: Annotated[int, typer.Option(min=10, help="Records in its database.")] = 2000,
) -> None:
    """Crawl a bundled source on this machine.

    Nothing leaves this machine. The source's database is known, so the crawl can be judged. On a
    terminal it is shown in a browser at the address it prints, and the source stays up until a key
    is pressed, with what to try next; the folder of the crawl is removed at the end.
    """
    console = Console(stderr=True)
    say = partial(console.print, markup=False, highlight=False, soft_wrap=True)
    require_writable({"-o": output})
    with (
        tempfile.TemporaryDirectory(prefix="upwell-demo-") as folder,
        running_source("catalogue", seed, size) as url,
    ):
        say(f"a catalogue of {size:,} records answers at {url}")
        order = Order(
            urls=[url],
            settings={site_of(url): SiteSettings(delay_s=0.0)},
            directory=Path(folder),
            output=output,
            allow=("127.0.0.1/32",),
        )
        watched = sys.stdin.isatty() and console.is_terminal
        with dashboard(order, console) if watched else nullcontext():
            outcome = crawled(order, console)
            found = sum(outcome.n_objects.values())
            share = f"{found:,} objects were found: {found / size:.1%}"
            say(f"the source holds {size:,} records, {share}")
            if watched:
                for text in _next(url, folder):
                    say(text)
                _wait_for_a_key()
    if output is None:
        say(f"{folder} is removed; `upwell demo -o objects.jsonl` keeps the objects")
    raise typer.Exit(code_of(order, outcome))


def _next(url: str, folder: str) -> Iterator[str]:
    """Print what to try while the source is still there."""
    site = site_of(url)
    yield "\nsource and dashboard stay up until you press a key; look at both, and try elsewhere:"
    yield f"  upwell objects {site} -d {folder} --csv -"
    yield f"  upwell schema {site} -d {folder}"
    yield f"  upwell explain {site} -d {folder}"
    yield f"  upwell changes -d {folder}"
    yield f"  upwell crawl {url} -d {folder} --allow 127.0.0.1/32 --delay 0"
    yield "then crawl a site of your own: upwell crawl https://… --contact WHO"


def _wait_for_a_key() -> None:
    with suppress(KeyboardInterrupt, EOFError):
        typer.getchar()


@contextmanager
def running_source(name: str, seed: int, size: int) -> Iterator[str]:
    """A bundled source in its own process; its URL."""
    command = [sys.executable, "-m", "upwell.sources", name]
    command += ["--seed", str(seed), "--size", str(size)]
    # Ctrl-C is for the crawl: it drains while the source still answers
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            if not url.startswith("http"):
                raise ConfigError(f"the bundled source {name} did not start; see above")
            yield url
        finally:
            process.terminate()
