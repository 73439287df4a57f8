"""Which places an output may fill: new files, files of our own, and what is written through.

What somebody else wrote is never overwritten or cut (DESIGN 6). A file of ours is known by its
first line, or, while that line is not whole, by the manifest that a crawl keeps beside it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import msgspec

from upwell.errors import ConfigError, UsageError

STDOUT = "-"
MANIFEST = ".position"  # beside the file of a crawl: how far it is filled
LONGEST = 64 << 20  # bytes of a first line that are looked at

# What every line of a kind of file of ours says.
_LINES = tuple(
    frozenset(keys.split())
    for keys in (
        "id site page_url version",  # objects
        "event id version at evidence object",  # a feed
        "url cluster pagelets objects outcome",  # readings
        "site file blocks",
        "site file forms",
        "argument prevalence relevant",  # dedup
        "url class keep",
        "step query matches returned",  # select-queries
    )
)
_TABLES = (
    b"site,page,group,",
    b"site,page_url,url,id,version,group,",
    b"event,id,version,site,at,",
)


def is_stream(path: Path) -> bool:
    """Whether lines are written through to it: stdout, a device, a pipe, or a link to one.

    >>> is_stream(Path("-")), is_stream(Path("/dev/null")), is_stream(Path("objects.jsonl"))
    (True, True, False)
    """
    if str(path) == STDOUT:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def behind_links(path: Path) -> Path:
    """The file itself: a link stays one, and what it leads to is written."""
    return Path(os.path.realpath(path))


def require_writable(outputs: Mapping[str, Path | None]) -> None:
    """Refuse outputs, by option, that would destroy something or get into each other's way.

    Raises
    ------
    UsageError
        If one is somebody else's file, or two are one place.
    """
    given = {option: path for option, path in outputs.items() if path is not None}
    for (one, path), (other, second) in combinations(given.items(), 2):
        if str(path) == str(second) == STDOUT:
            raise UsageError(f"{one} and {other} both write to stdout; give one of them a file")
        if not is_stream(path) and behind_links(path) == behind_links(second):
            raise UsageError(f"{one} and {other} are both {path}; give each a file of its own")
    for path in given.values():
        require_ours(path)


def require_ours(path: Path) -> None:
    """Refuse a file that holds something and is not ours."""
    if is_stream(path):
        return
    try:
        with path.open("rb") as file:
            first = file.readline(LONGEST)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return  # new, or no place at all: writing will say so
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}; choose another file") from error
    if first and not (is_line(first) or is_table(first)) and not _is_unfinished(first, path):
        raise UsageError(
            f"{path} is not upwell's own and stays as it is (it begins with {_shown(first)}); "
            "choose another file, or move it away"
        )


def is_table(first: bytes) -> bool:
    """Whether the first line of a file is the header of a table of ours."""
    return first.startswith(_TABLES)


def is_line(first: bytes) -> bool:
    """Whether the first line of a file is a line of ours, as JSON."""
    try:
        line = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(line, dict) and any(keys <= line.keys() for keys in _LINES)


def _is_unfinished(first: bytes, path: Path) -> bool:
    """A crawl that was killed in its first line."""
    file = behind_links(path)
    manifest = file.with_name(file.name + MANIFEST)
    return first.startswith(b'{"') and not first.endswith(b"\n") and manifest.exists()


def _shown(first: bytes) -> str:
    text = first[:40].decode("utf-8", "replace").rstrip("\r\n")
    return repr(text + ("…" if len(first) > 40 else ""))
