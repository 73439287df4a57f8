"""`upwell config`: every setting, its value, and where that came from."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from upwell.config import Settings, resolve


def config(
    site: Annotated[
        str | None, typer.Option("--site", help='As for this site: [site."host"] counts too.')
    ] = None,
) -> None:
    """Show each setting with its value and its origin: flag, UPWELL_*, upwell.toml, default."""
    table = Table(box=None, pad_edge=False)
    for name in ("setting", "value", "from", "what"):
        table.add_column(name, no_wrap=name != "what")
    for name, setting in resolve(site=site).items():
        about = Settings.model_fields[name].description or ""
        value = "-" if setting.value is None else str(setting.value)
        table.add_row(name, value, setting.origin, about)
    Console().print(table)
