"""A note that a site is being taken out of a folder: who finds it goes on with that first.

Files, log and tables cannot be written in one step. While the note is there no worker starts, so
nothing is made of a half of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from upwell.errors import ConfigError

FILE = "forgetting.json"


class _Note(msgspec.Struct):
    site: str


def begin(folder: Path, site: str) -> None:
    """Write the note that a site is being forgotten, whole or not at all."""
    beside = folder / f"{FILE}.new"
    beside.write_bytes(msgspec.json.encode(_Note(site)))
    os.replace(beside, folder / FILE)


def finish(folder: Path) -> None:
    """Remove the note: nothing of the site is left."""
    (folder / f"{FILE}.new").unlink(missing_ok=True)
    (folder / FILE).unlink(missing_ok=True)


def unfinished(folder: Path) -> str | None:
    """The site that is being forgotten in a folder; None: none is."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=_Note).site
    except FileNotFoundError:
        return None


def require_finished(folder: Path) -> None:
    """Refuse a folder in which forgetting a site was broken off.

    Raises
    ------
    ConfigError
        If it was.
    """
    if (site := unfinished(folder)) is not None:
        raise ConfigError(
            f"{folder}: forgetting {site} was broken off; finish it with "
            f"`upwell forget {site} --dir {folder}`"
        )
