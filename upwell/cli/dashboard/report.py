"""`upwell report`: what a site showed and was not taken, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import typer

from upwell.dashboard.account.counting import account_of
from upwell.errors import ConfigError
from upwell.terminal import printable

from ..broker import Broker, Dir, broker_url, connected, known_site, latest


def report(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Its host, as `sites` lists it.")],
    directory: Dir = None,
    broker: Broker = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Account for every address and form that a site showed: asked, waiting or left out.

    Each stands in one place, with one reason; each reason has a count, samples, and the option
    that would let it in. Counted from the stored pages, which takes about a second for a hundred.

    Example: upwell report library.example -d books
    """
    told = asyncio.run(_account(broker_url(directory, broker, must_exist=True), site))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return
    typer.echo(f"{told['site']}: {told['phase']}; {told['reason']}".rstrip("; "))
    for what in ("urls", "forms"):
        for text in _lines(what, told[what]):
            typer.echo(printable(text))


async def _account(url: str, site: str) -> dict[str, Any]:
    async with connected(url) as log:
        sites = await latest(log, "sites")
        name = known_site(site, sites)
        if name not in sites:
            raise ConfigError(f"nothing is asked of {name}: there is nothing to account for")
        return (await account_of(log, sites[name])).summary()


def _lines(what: str, found: dict[str, Any]) -> Iterator[str]:
    name = "addresses" if what == "urls" else "forms"
    yield ""
    yield (
        f"{found['met']:,} {name} met: {found['asked']:,} asked, {found['waiting']:,} waiting, "
        f"{found['left_out']:,} left out"
    )
    for one in found["reasons"]:
        option = f"; to let it in: {one['option']}" if one["option"] else ""
        yield f"{one['count']:>9,} {one['state']}: {one['reason']}{option}"
        for sample in one["samples"]:
            same = f", same as {sample['same_as']}" if "same_as" in sample else ""
            yield f"          {sample['what']}{same}"
