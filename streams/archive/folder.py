"""Pages in folders: `*.html`, or sites with `pages/*.html` and an optional `pages.jsonl`."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

_ENDINGS = (".html", ".htm")


class SavedPage(NamedTuple):
    """A page as it was saved. What is not known is None."""

    file: str  # base name
    body: bytes
    url: str | None = None
    query: str | None = None
    content_type: str | None = None
    outcome: str = "ok"  # or "unreadable": the file is there and cannot be read


def site_folders(folder: Path, tell: Callable[[str], object]) -> list[tuple[str, Path]]:
    """(name of the site, folder of its pages), in byte order of the paths.

    A folder that holds pages is a site; if it is called `pages` the site is the folder above.
    Links to folders are followed, each folder once; one that cannot be listed is told.
    """
    found: list[tuple[str, Path]] = []
    met: set[tuple[int, int]] = set()
    todo = [folder]
    while todo:
        at = todo.pop()
        try:
            known = at.stat()
            if (known.st_dev, known.st_ino) in met:
                continue
            met.add((known.st_dev, known.st_ino))
            with os.scandir(at) as entries:
                listed = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            tell(f"{at} cannot be listed: {error.strerror}")
            continue
        todo += [Path(entry.path) for entry in reversed(listed) if entry.is_dir()]
        if any(_is_page(entry.name) and not entry.is_dir() for entry in listed):
            found.append(((at.parent if at.name == "pages" else at).name, at))
    return sorted(found, key=lambda site: os.fsencode(site[1]))


def pages_of(folder: Path, tell: Callable[[str], object]) -> Iterator[SavedPage]:
    """Pages of one site, in byte order of their names, with what `pages.jsonl` says of them.

    Of a line that cannot be read its file and number are told; its page is one of which nothing
    is known.
    """
    beside = folder.parent if folder.name == "pages" else folder
    told = _index_lines(beside / "pages.jsonl", tell)
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if _is_page(entry.name) and not entry.is_dir()]
    for name in sorted(names, key=os.fsencode):
        line = told.get(name, {})
        body = _body(folder / name)
        yield SavedPage(
            name,
            body or b"",
            line.get("url"),
            line.get("query"),
            line.get("content_type"),
            "unreadable" if body is None else "ok",
        )


def _body(path: Path) -> bytes | None:
    """The bytes of a file; None where it cannot be read or is no file, as a pipe."""
    try:
        return path.read_bytes() if stat.S_ISREG(path.stat().st_mode) else None
    except OSError:
        return None


def _is_page(name: str) -> bool:
    return name.lower().endswith(_ENDINGS)


def _index_lines(path: Path, tell: Callable[[str], object]) -> dict[str, dict[str, str | None]]:
    """The lines of `pages.jsonl` by file name; what is wrong with a line is reported."""
    if not path.is_file():
        return {}
    told: dict[str, dict[str, str | None]] = {}
    try:
        with path.open("rb") as lines:
            for number, text in enumerate(lines, 1):
                line = _line(text) if text.strip() else {}
                if isinstance(line, str):
                    tell(f"{path}, line {number}: {line}")
                elif line:
                    told[os.path.basename(line["file"])] = {
                        name: value if isinstance(value := line.get(name), str) else None
                        for name in ("url", "query", "content_type")
                    }
    except OSError as error:
        tell(f"{path} cannot be read: {error.strerror}")
    return told


def _line(text: bytes) -> dict[str, Any] | str:
    """The object of a line, or what is wrong with it."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"not JSON ({error})"
    if not isinstance(line, dict) or not isinstance(line.get("file"), str):
        return 'expected an object with "file", a base name'
    return line
