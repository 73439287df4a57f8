"""The reference pages that follow from the code: `python -m docs.generate` rewrites them."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from upwell import errors
from upwell.cli.commands import COMMANDS, loaded
from upwell.cli.main import run
from upwell.cli.upkeep.config import shown_value
from upwell.config import SITE_SETTINGS, Settings
from upwell.dashboard.metrics.names import METRICS
from upwell.feeds import FeedSettings
from upwell.streams.contract import WIRE, asyncapi, comments, json_schema, kinds
from upwell.streams.topics import DAY_S, GIB, TOPICS, Topic

FOLDER = Path(__file__).resolve().parent / "reference"
MADE = "<!-- Made by `make docs` from the code; edit the code. -->\n"


def pages() -> dict[str, str]:
    """Name and text of every generated page."""
    makers = {"cli": cli, "config": config, "topics": topics, "exit-codes": exit_codes}
    makers |= {"metrics": metrics}
    found = {f"{name}.md": "\n".join([MADE, *make(), ""]) for name, make in makers.items()}
    documents = {"records.schema.json": json_schema(), "asyncapi.json": asyncapi()}
    return found | {name: _json(document) for name, document in documents.items()}


def cli() -> Iterator[str]:
    yield "# Commands\n"
    yield _fenced(_help())
    for name in COMMANDS:
        yield f"\n## upwell {name}\n"
        yield _fenced(_help(name))
        for inner in getattr(loaded(name), "commands", ()):
            yield f"\n### upwell {name} {inner}\n"
            yield _fenced(_help(name, inner))


def config() -> Iterator[str]:
    yield "# Settings\n"
    yield "A setting comes from the first of these that names it: flag, `UPWELL_*` variable,"
    yield '`[site."host"]` in `upwell.toml` (where the table says so), `upwell.toml`, default.'
    yield "`upwell config` shows each with its origin.\n"
    yield "| setting | variable | of a site | default | what |"
    yield "|---|---|---|---|---|"
    for name, about in Settings.model_fields.items():
        of_site = "yes" if name in SITE_SETTINGS else ""
        default = f"`{shown_value(about.get_default())}`"
        yield _row(f"`{name}`", f"`UPWELL_{name.upper()}`", of_site, default, about.description)

    yield "\n## Feeds\n"
    yield "A section `[feed.NAME]` of `upwell.toml`, as `upwell feed add` writes it.\n"
    yield "| setting | default | what |"
    yield "|---|---|---|"
    for name, feed in FeedSettings.model_fields.items():
        if name != "name":
            default = "" if feed.is_required() else f"`{shown_value(feed.get_default())}`"
            yield _row(f"`{name}`", default, feed.description)


def topics() -> Iterator[str]:
    yield "# Topics and records\n"
    yield WIRE
    yield "For programs: [JSON Schema](records.schema.json) of the records and"
    yield "[AsyncAPI 3](asyncapi.json) of the topics.\n"
    yield "| topic | key | kinds of record | partitions | kept | written by | read by |"
    yield "|---|---|---|---|---|---|---|"
    for topic in TOPICS:
        named = ", ".join(f"[{kind.__name__}](#{kind.__name__.lower()})" for kind in topic.records)
        yield _row(
            f"`{topic.name}`",
            topic.key,
            named,
            topic.partitions,
            _kept(topic),
            ", ".join(topic.written_by),
            ", ".join(topic.read_by),
        )
    said = comments()
    for kind in kinds():
        yield f"\n## {kind.__name__}\n"
        yield f"{cleandoc(kind.__doc__ or '')}\n"
        yield "| field | type | default | what |"
        yield "|---|---|---|---|"
        for field in msgspec.structs.fields(kind):
            what = said.get((kind.__name__, field.name)) or said.get(("Record", field.name), "")
            yield _row(f"`{field.name}`", f"`{_type(field.type)}`", _default(field), what)


def metrics() -> Iterator[str]:
    yield "# Metrics\n"
    yield "Prometheus text at `/metrics` of `upwell serve` (with its token) and of every"
    yield "`upwell worker --metrics-port N` (without). No label names a URL or an object.\n"
    yield "| metric | kind | labels | told by | what |"
    yield "|---|---|---|---|---|"
    for one in METRICS:
        labels = ", ".join(f"`{label}`" for label in one.labels)
        yield _row(f"`{one.name}`", one.kind, labels, ", ".join(one.told_by), one.about)


def exit_codes() -> Iterator[str]:
    yield "# Exit codes\n"
    yield "| code | name | when |"
    yield "|---|---|---|"
    for name, when in _WHEN.items():
        yield f"| {getattr(errors, name)} | {name.removeprefix('EXIT_').lower()} | {when} |"


_WHEN = {
    "EXIT_DONE": "Everything that was asked for is done.",
    "EXIT_FAILED": "A site gave nothing, or no saved page could be read.",
    "EXIT_USAGE": "The command line is off.",
    "EXIT_CONFIG": "A setting, a path or a file that was named does not fit.",
    "EXIT_BROKER": "No broker answers.",
    "EXIT_START_AGAIN": "The machine failed, or the folder is in use: start again.",
    "EXIT_INTERRUPTED": "Ctrl-C or SIGTERM; the same command goes on from there.",
}


def _help(*command: str) -> str:
    os.environ["COLUMNS"] = "80"
    text = io.StringIO()
    with redirect_stdout(text):
        run([*command, "--help"])
    return "\n".join(line.rstrip() for line in text.getvalue().strip().splitlines())


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _kept(topic: Topic) -> str:
    if topic.compact:
        return "newest of each key" + (" after 24 h" if topic.compact_after_s else "")
    kept = f"{(topic.retention_s or 0) / DAY_S:g} days"
    return f"{kept} or {topic.retention_bytes // GIB} GiB" if topic.retention_bytes else kept


def _type(kind: Any) -> str:
    text = kind.__name__ if isinstance(kind, type) and not hasattr(kind, "__args__") else str(kind)
    return text.replace("typing.", "").replace("|", "\\|")


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "required"
    if field.default is not msgspec.NODEFAULT:
        return f"`{field.default!r}`"
    return "empty" if field.default_factory in (list, dict) else "-"


def main() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
