"""`upwell demo`: a bundled source on the loopback address, crawled before your eyes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from upwell.agents.plan.settings import SiteSettings
from upwell.crawling import Order
from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of

from .crawl import run
from .output import read_lines


def demo(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Objects, one JSON object a line.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same source.")] = 1,
    size: Annotated[int, typer.Option(min=10, help="Records in its database.")] = 2000,
) -> None:
    """Crawl a bundled source on this machine.

    Nothing leaves this machine. The source's database is known, so the crawl can be judged.
    """
    console = Console(stderr=True)
    folder = Path(tempfile.mkdtemp(prefix="upwell-demo-"))
    with running_source("catalogue", seed, size) as url:
        console.print(f"a catalogue of {size:,} records answers at {url}", highlight=False)
        order = Order(
            urls=[url],
            settings={site_of(url): SiteSettings(delay_s=0.0)},
            directory=folder,
            output=output,
            allow=("127.0.0.1/32",),
        )
        code = run(order, console)
    found = len({line["id"] for _, line in read_lines(order.objects_file)})
    console.print(
        f"the source holds {size:,} records, the file {found:,} different objects: "
        f"{found / size:.1%}",
        highlight=False,
        soft_wrap=True,
    )
    raise typer.Exit(code)


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
