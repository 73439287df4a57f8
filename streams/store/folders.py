"""Tables are a cache of the log: when they are of another log, they are dropped (DESIGN 4.6)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

BOOT_FILE = "log-id"


def same_log(datadir: Path, boot_id: str) -> bool:
    """Whether the tables of a data directory were filled from this log; remembers it if so.

    No note, or one that cannot be read, counts as another log when there are tables: dropping
    them costs a rebuild, keeping wrong ones would cost the truth.
    """
    note = datadir / BOOT_FILE
    try:
        same = note.read_text("utf-8") == boot_id
    except (OSError, UnicodeDecodeError):
        same = not any(datadir.glob("**/*.db"))
    if same:
        remember(datadir, boot_id)
    return same


def remember(datadir: Path, boot_id: str) -> None:
    """Write down which log the tables are of, whole or not at all."""
    datadir.mkdir(parents=True, exist_ok=True)
    fresh = datadir / (BOOT_FILE + ".new")
    fresh.write_text(boot_id, "utf-8")
    os.replace(fresh, datadir / BOOT_FILE)


def condemn(datadir: Path) -> None:
    """The tables are not to be trusted: without their note the next start drops them.

    They are in use now, so they stay where they are until then.
    """
    (datadir / BOOT_FILE).unlink(missing_ok=True)


def drop_tables(datadir: Path) -> None:
    """Remove every table folder of a data directory, and the note of their log.

    They are moved aside first, so that a death in between leaves no half of a table.
    """
    condemn(datadir)
    for folder in list(datadir.glob("**/*.db")):
        if folder.is_dir():
            aside = folder.with_suffix(".dropped")
            shutil.rmtree(aside, ignore_errors=True)
            os.replace(folder, aside)
    for aside in list(datadir.glob("**/*.dropped")):
        shutil.rmtree(aside, ignore_errors=True)
