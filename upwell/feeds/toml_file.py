"""Sections of feeds in `upwell.toml`, put in and taken out; every other line stays as it is."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from upwell.errors import ConfigError, UsageError

from .settings import FILE, one_feed


def add_feed(name: str, table: Mapping[str, Any], folder: Path | None = None) -> Path:
    """Put a section at the end of the file; returns where that is.

    Raises
    ------
    UsageError
        If there is a feed of that name.
    """
    one_feed(name, table)
    path = (folder or Path.cwd()) / FILE
    text = _read(path)
    if name in _feeds(text, path):
        raise UsageError(f"there is a feed {name} in {path}; remove it first, or choose a name")
    lines = [f"[feed.{name}]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    _replace(path, f"{text}{gap}" + "\n".join(lines) + "\n")
    return path


def remove_feed(name: str, folder: Path | None = None) -> Path:
    """Take a section out; what it filled stays."""
    path = (folder or Path.cwd()) / FILE
    text = _read(path)
    known = _feeds(text, path)
    if name not in known:
        listed = ", ".join(sorted(known)) or "none"
        raise UsageError(f"there is no feed {name} in {path}; there are: {listed}")
    own = re.compile(rf'\s*\[\s*feed\s*\.\s*"?{name}"?\s*\]\s*(#.*)?')
    kept, inside = [], False
    for line in text.splitlines(keepends=True):
        header = re.match(r"\s*\[", line)
        if header:
            inside = own.fullmatch(line.rstrip()) is not None
        if not inside:
            kept.append(line)
    rest = "".join(kept)
    expected = {each: table for each, table in known.items() if each != name}
    if _feeds(rest, path) != expected:
        raise ConfigError(
            f"{path}: the section of {name} is written unusually; take it out by hand"
        )
    _replace(path, rest.rstrip("\n") + "\n" if rest.strip() else "")
    return path


def _feeds(text: str, path: Path) -> dict[str, Any]:
    try:
        return dict(tomllib.loads(text).get("feed", {}))
    except ValueError as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(text, "utf-8")
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        os.replace(beside, path)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error


def _value(value: Any) -> str:
    """A string, a number or a list of strings, as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)
