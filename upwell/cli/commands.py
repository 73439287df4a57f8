"""All commands, registered on the app; one file each."""

from __future__ import annotations

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


def register(app: typer.Typer) -> None:
    """In the order in which `--help` shows them."""
    if app.registered_commands:
        return
    live = "Crawl and watch"
    app.command(rich_help_panel=live)(crawl.crawl)
    app.command(rich_help_panel=live)(demo.demo)
    app.command(rich_help_panel=live)(worker.worker)
    app.command(rich_help_panel=live)(add.add)
    app.command(rich_help_panel=live)(status.status)
    app.command(rich_help_panel=live)(explain.explain)
    saved = "Saved pages and experiments"
    app.command(rich_help_panel=saved)(analyse.analyse)
    app.command(rich_help_panel=saved)(blocks.blocks)
    app.command(rich_help_panel=saved)(forms.forms)
    app.command(rich_help_panel=saved)(dedup.dedup)
    app.command("select-queries", rich_help_panel=saved)(select_queries.select_queries)
    other = "Other"
    app.command(rich_help_panel=other)(source.source)
    app.command(rich_help_panel=other)(config.config)
    for name in later.COMMANDS:
        app.command(name, hidden=True, context_settings=later.ANY_ARGUMENTS)(later.refuse(name))
