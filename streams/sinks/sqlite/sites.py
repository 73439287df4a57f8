"""Where each site stands, as plan says it last."""

from __future__ import annotations

import sqlite3

import msgspec

from ...records import AnyRecord, SiteStatus
from ...topics import SITES
from .table import Table


class SitesTable(Table):
    """The table `sites`; the newest record of a site is the whole truth."""

    topic = SITES

    def _put(self, database: sqlite3.Connection, record: AnyRecord) -> None:
        if not isinstance(record, SiteStatus):
            return
        row = [
            record.site,
            record.url,
            record.phase,
            record.reason,
            record.issued,
            record.answered,
            record.outstanding,
            record.objects,
            record.model_version,
            record.at,
            msgspec.json.encode(msgspec.structs.asdict(record)).decode(),
        ]
        marks = ", ".join("?" * len(row))
        database.execute(f"INSERT OR REPLACE INTO sites VALUES ({marks})", row)

    def _clear(self, database: sqlite3.Connection) -> None:
        database.execute("DELETE FROM sites")
