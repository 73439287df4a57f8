"""Pages in folders: `*.html`, or sites with `pages/*.html` and an optional `pages.jsonl`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from upwell.errors import ConfigError

_ENDINGS = (".html", ".htm")


class SavedPage(NamedTuple):
    """A page as it was saved. What is not known is None."""

    file: str  # base name
    body: bytes
    url: str | None = None
    query: str | None = None
    content_type: str | None = None
    outcome: str = "ok"  # or "unreadable": the file is there and cannot be read


def site_folders(folder: Path) -> list[tuple[str, Path]]:
    """(name of the site, folder of its pages), in byte order of the paths.

    A folder that holds pages is a site; if it is called `pages` the site is the folder above.
    """
    found = []
    for at, folders, files in os.walk(folder):
        folders.sort(key=os.fsencode)
        if any(_is_page(file) for file in files):
            pages = Path(at)
            found.append(((pages.parent if pages.name == "pages" else pages).name, pages))
    return sorted(found, key=lambda site: os.fsencode(site[1]))


def pages_of(folder: Path) -> Iterator[SavedPage]:
    """Pages of one site, in byte order of their names, with what `pages.jsonl` says of them."""
    beside = folder.parent if folder.name == "pages" else folder
    told = _told(beside / "pages.jsonl")
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _is_page(entry.name) and entry.is_file()]
    for name in sorted(names, key=os.fsencode):
        line = told.get(name, {})
        try:
            body, outcome = (folder / name).read_bytes(), "ok"
        except OSError:
            body, outcome = b"", "unreadable"
        yield SavedPage(
            name, body, line.get("url"), line.get("query"), line.get("content_type"), outcome
        )


def _is_page(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)


def _told(path: Path) -> dict[str, dict[str, str | None]]:
    """Lines of `pages.jsonl` by file; a file without a line is a page of which nothing is known."""
    if not path.is_file():
        return {}
    told: dict[str, dict[str, str | None]] = {}
    with path.open(encoding="utf-8") as lines:
        for number, text in enumerate(lines, 1):
            if not text.strip():
                continue
            line = _line(text, path, number)
            told[os.path.basename(line["file"])] = {
                name: value if isinstance(value := line.get(name), str) else None
                for name in ("url", "query", "content_type")
            }
    return told


def _line(text: str, path: Path, number: int) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{path}, line {number}: not JSON ({error})") from None
    if not isinstance(line, dict) or not isinstance(line.get("file"), str):
        raise ConfigError(f'{path}, line {number}: expected an object with "file", a base name')
    return line
