"""`upwell bench`: what this machine does, beside the figures that are packaged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from upwell.bench import MACHINE, Compared, compared, measured
from upwell.bench.ring import RECORDS

from ..output import line

LEAST_S = 10.0


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=LEAST_S, help="About how long it takes in all.")
    ] = 120.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a figure.")] = False,
) -> None:
    """Measure this machine: reading, learning, the log, and a whole crawl.

    Each figure stands beside the one of the machine that upwell was measured on. Costs in P, one
    lxml parse of the same bytes, should be the same on every machine; the rest says how much yours
    does. All sources are bundled; nothing leaves this machine.

    Example: upwell bench --seconds 30
    """
    from ..crawls.demo import running_source  # with all that a crawl needs

    console = Console(stderr=True, highlight=False)
    with (
        running_source("catalogue", seed=1, size=RECORDS) as url,
        console.status("starting") as shown,
    ):
        say = shown.update if console.is_terminal else console.print
        found = [compared(figure) for figure in measured(seconds, url, say)]
    if as_json:
        for one in found:
            typer.echo(line(_json(one)))
        return
    Console(highlight=False).print(_table(found))
    typer.echo(f"x: times as good as {MACHINE}")
    for one in found:
        if one.is_dearer:
            typer.echo(
                f"{one.figure.name}: {one.figure.ratio:.1f} P where {one.stored_ratio:.1f} are "
                "stored; `upwell doctor` says whether the compiled kernel is in use"
            )


def _table(found: Sequence[Compared]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("WHAT", no_wrap=True)
    for heading in ("HERE", "", "STORED", "X", "P HERE", "P STORED"):
        table.add_column(heading, justify="left" if not heading else "right", no_wrap=True)
    for one in found:
        name, value, unit, ratio, _ = one.figure
        numbers = (value, one.stored, one.times, ratio, one.stored_ratio)
        here, stored, times, cost, should = ("" if n is None else _shown(n) for n in numbers)
        table.add_row(name, here, unit, stored, times, cost, should)
    return table


def _shown(number: float) -> str:
    """
    Examples
    --------
    >>> _shown(0.0512), _shown(1.25), _shown(23.4), _shown(12345.6)
    ('0.0512', '1.25', '23.4', '12,346')
    """
    return f"{number:,.0f}" if number >= 1000 else f"{number:#.3g}".rstrip(".")


def _json(one: Compared) -> dict[str, Any]:
    return {
        **one.figure._asdict(),
        "stored": one.stored,
        "stored_ratio": one.stored_ratio,
        "times": one.times,
    }
