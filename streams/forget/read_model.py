"""Taking a site's rows out of a read model: a folder's own, or one that a feed fills."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ..sinks.sqlite.database import create, opened_errors

_OF_OBJECTS = "DELETE FROM fields WHERE id IN (SELECT id FROM objects WHERE site = ?)"


def forget_rows(path: Path, site: str) -> int:
    """Take a site out of the file; returns how many objects it had there."""
    with closing(create(path)) as database, opened_errors(path):
        database.execute("PRAGMA secure_delete = ON")
        database.execute("BEGIN IMMEDIATE")
        asked = "SELECT count(*) FROM objects WHERE site = ?"
        (found,) = database.execute(asked, [site]).fetchone()
        database.execute(_OF_OBJECTS, [site])
        for table in ("objects", "changes", "sites"):
            database.execute(f"DELETE FROM {table} WHERE site = ?", [site])
        # its words stand in the index, which is made anew from what is left
        database.execute("INSERT INTO objects_fts (objects_fts) VALUES ('rebuild')")
        database.execute("COMMIT")
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(found)
