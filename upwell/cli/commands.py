"""All commands, registered on the app; one file each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from . import not_built, select_queries, source
from .crawls import add, crawl, demo, pause, worker
from .saved import analyse, blocks, dedup, forms, ingest, replay
from .upkeep import config, dead_letters, doctor, topics
from .views import changes, explain, objects, schema, sites, status

# In the order in which `--help` shows them.
COMMANDS: dict[str, Callable[..., Any]] = {
    "crawl": crawl.crawl,
    "demo": demo.demo,
    "worker": worker.worker,
    "add": add.add,
    "pause": pause.pause,
    "status": status.status,
    "sites": sites.sites,
    "objects": objects.objects,
    "changes": changes.changes,
    "schema": schema.schema,
    "explain": explain.explain,
    "topics": topics.topics,
    "ingest": ingest.ingest,
    "replay": replay.replay,
    "doctor": doctor.doctor,
    "analyse": analyse.analyse,
    "blocks": blocks.blocks,
    "forms": forms.forms,
    "dedup": dedup.dedup,
    "select-queries": select_queries.select_queries,
    "source": source.source,
    "config": config.config,
}

# Commands of commands.
GROUPS: dict[str, typer.Typer] = {"dead-letters": dead_letters.app}


def register(app: typer.Typer) -> None:
    """Once for an app, however often it is called."""
    if app.registered_commands:
        return
    for name, command in COMMANDS.items():
        app.command(name)(command)
    for name, group in GROUPS.items():
        app.add_typer(group, name=name)
    for name in not_built.COMMANDS:
        app.command(name, hidden=True, context_settings=not_built.ANY_ARGUMENTS)(
            not_built.refuse(name)
        )
