"""All commands, registered on the app; one file each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from . import (
    add,
    analyse,
    blocks,
    config,
    crawl,
    dedup,
    demo,
    explain,
    forms,
    later,
    select_queries,
    source,
    status,
    worker,
)

# In the order in which `--help` shows them.
COMMANDS: dict[str, Callable[..., Any]] = {
    "crawl": crawl.crawl,
    "demo": demo.demo,
    "worker": worker.worker,
    "add": add.add,
    "status": status.status,
    "explain": explain.explain,
    "analyse": analyse.analyse,
    "blocks": blocks.blocks,
    "forms": forms.forms,
    "dedup": dedup.dedup,
    "select-queries": select_queries.select_queries,
    "source": source.source,
    "config": config.config,
}


def register(app: typer.Typer) -> None:
    """Once for an app, however often it is called."""
    if app.registered_commands:
        return
    for name, command in COMMANDS.items():
        app.command(name)(command)
    for name in later.COMMANDS:
        app.command(name, hidden=True, context_settings=later.ANY_ARGUMENTS)(later.refuse(name))
