"""Where lists begin on a stored page: what can be pinned as its region."""

from __future__ import annotations

import asyncio
from typing import Any

from upwell.agents.part import unpack
from upwell.dashboard.stored.found import stored_page
from upwell.errors import RecordError
from upwell.models.site import SiteModel
from upwell.models.site.pinned.regions import candidate_regions
from upwell.streams.codecs import decompress
from upwell.streams.log.port import Log
from upwell.streams.records import Finding, ModelPublished, Page

LARGEST = 16 << 20  # of a page, unpacked


async def regions_of(
    log: Log, finding: Finding, published: ModelPublished | None
) -> list[dict[str, Any]]:
    """The candidates of the page of a reading; none where the log keeps it no more."""
    if published is None or not published.model:
        return []
    page = await stored_page(log, finding)
    if page is None or not page.body:
        return []
    return await asyncio.to_thread(_candidates, page, published)


def _candidates(page: Page, published: ModelPublished) -> list[dict[str, Any]]:
    try:
        body = decompress(page.body, LARGEST)
    except RecordError:
        return []
    model = SiteModel.decode(unpack(published.model))
    kind = page.headers.get("content-type", "")
    return candidate_regions(model, body, page.final_url, page.query, kind)
