"""Who may read what we write: data is its owner's alone, an output is as the user's umask says."""

from __future__ import annotations

import os
from pathlib import Path

_UNNAMED = 0o077  # what nobody named is for its owner alone
_mask: int | None = None


def close_to_others() -> None:
    """From now on this process and its children make files that nobody else can read."""
    global _mask
    if _mask is None:
        _mask = os.umask(_UNNAMED)
        os.umask(_mask | _UNNAMED)


def open_as_named(path: Path) -> None:
    """Give a file that the user named, and that was made just now, the mode the user wants."""
    if _mask is not None:
        path.chmod(0o666 & ~_mask)


def close_folder(folder: Path) -> None:
    """A data folder made before, perhaps by another version, is closed as well."""
    try:
        if folder.is_dir() and folder.stat().st_uid == os.geteuid():
            folder.chmod(0o700)
    except OSError:
        return  # a folder that cannot be closed is the operator's to judge
