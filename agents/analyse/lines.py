"""One whole reading of a page, as it goes to the readings topic."""

from __future__ import annotations

from typing import Any

from upwell.models.pages.came_back import without_page
from upwell.models.site import Reading
from upwell.models.site.reading import UNKNOWN
from upwell.streams.records import Page, PageRead

from ..reducer import Send


def read_line(record: Page, reading: Reading | None, version: int) -> list[Send]:
    """What was read of a page; without a reading, what came back in its place."""
    came_back = without_page(record.outcome, record.status)
    line: dict[str, Any] = {
        "site": record.site,
        "url": record.final_url,
        "query": record.query,
        "status": record.status,
        "cluster": UNKNOWN,
        "cluster_rank": 0,
        "empty": came_back == "no_match",
        "pagelets": [],
        "objects": [],
        "blocks": [],
        "similarity": None,
        "outcome": record.outcome,
        "came_back": came_back,
        "doubtful": False,
        "model_version": version,
    }
    if reading is not None:
        line = {**line, **reading.line(), "url": record.final_url}
    read = PageRead(site=record.site, url=record.final_url, line=line)
    return [Send("readings", record.final_url, read)]
