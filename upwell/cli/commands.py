"""All commands: where each is, and what `--help` says of it; one file each, read when it is used.

A command's modules bring numpy, lxml and a broker's client. Help and completion need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group


class Place(NamedTuple):
    """The module of a command below `upwell.cli`, and the first sentence of its help."""

    module: str
    summary: str


# In the order in which `--help` shows them. A function of the command's name, or `app` for a
# command of commands.
COMMANDS = {
    "crawl": Place("crawls.crawl", "Turn the database behind a search form into objects."),
    "demo": Place("crawls.demo", "Crawl a bundled source on this machine."),
    "serve": Place("dashboard.serve", "Show a crawl in a browser, while it runs and afterwards."),
    "mcp": Place(
        "dashboard.mcp",
        "Answer an assistant about sites as typed tables, on stdin and stdout.",
    ),
    "report": Place(
        "dashboard.report",
        "Account for every address and form that a site showed: asked, waiting or left out.",
    ),
    "worker": Place("crawls.worker", "Do a share of the work until stopped."),
    "add": Place("crawls.add", "Add sites, or change the settings of known ones."),
    "pause": Place("crawls.pause", "Stop asking a site; what is on the way still arrives."),
    "status": Place("views.status", "Show where each site stands, and why."),
    "sites": Place("views.sites", "List the sites: phase, objects, model, reason."),
    "objects": Place("views.objects", "Write the objects of a site, the newest version of each."),
    "history": Place(
        "views.history",
        "Write every version of one object: what differed, when, and where it was seen.",
    ),
    "changes": Place("views.changes", "Write what happened to objects, one JSON object a line."),
    "schema": Place(
        "views.schema", "Write the columns of a site's objects, one JSON object a line."
    ),
    "explain": Place(
        "views.explain",
        "Tell what was learned of a site, how a page was read, or where an object comes from.",
    ),
    "shell": Place("views.shell", "Read one page with its site's model, step by step."),
    "export": Place(
        "views.columns.export",
        "Write code that reads a site's answers, with the XPaths of what was learned.",
    ),
    "topics": Place(
        "upkeep.topics", "Show the topics: partitions, records, bytes, how long they are kept."
    ),
    "ingest": Place(
        "saved.ingest", "Put saved pages onto the log, where workers read and learn from them."
    ),
    "replay": Place(
        "saved.replay",
        "Put recorded pages onto another log, to be read and learned from once more.",
    ),
    "migrate": Place(
        "upkeep.migrate", "Bring what an earlier version stored into the form of this one."
    ),
    "doctor": Place(
        "upkeep.doctor",
        "Look for what is wrong with this machine, the settings, the broker and the log.",
    ),
    "bench": Place(
        "upkeep.bench", "Measure this machine: reading, learning, the log, and a whole crawl."
    ),
    "analyse": Place("saved.analyse", "Read saved pages: their kind, their answer, its objects."),
    "blocks": Place("saved.blocks", "Find articles and tables of contents of saved pages."),
    "forms": Place("saved.forms", "Find search forms, their query fields and URL templates."),
    "dedup": Place("saved.dedup", "Tell which URL arguments change an answer."),
    "select-queries": Place(
        "select_queries", "Choose queries for a source that returns few of many."
    ),
    "source": Place("source", "Run a bundled deep-web site on this machine."),
    "config": Place("upkeep.config", "Show every setting and where its value came from."),
    "feed": Place(
        "feeds.feed",
        "Say where changes go: files, SQLite, Parquet, RSS, webhooks, Kafka, notifications.",
    ),
    "forget": Place(
        "upkeep.forget",
        "Take a site out of everything: log, learned state, objects, files and feeds.",
    ),
    "dead-letters": Place(
        "upkeep.dead_letters", "Records that could not be handled: list, show, retry, drop them."
    ),
}


class Commands(TyperGroup):
    """The group of all commands: a stub stands for each until it is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name in COMMANDS else command, rest


def loaded(name: str) -> Any:
    """The command itself; its modules are imported."""
    module = import_module(f"{__package__}.{COMMANDS[name].module}")
    if isinstance(group := getattr(module, "app", None), typer.Typer):
        return get_group(group)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name)(getattr(module, name.replace("-", "_")))
    return get_command(app)


def register(app: typer.Typer) -> None:
    """Once for an app, however often it is called."""
    if app.registered_commands:
        return
    for name, place in COMMANDS.items():
        app.command(name, help=place.summary)(_stub)


def _stub() -> None:
    """Stands for a command in lists of them."""
