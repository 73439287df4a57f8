"""A stored page read by the site's newest model, as analyse would read it now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from upwell.agents.part import unpack
from upwell.errors import RecordError
from upwell.models.site import Reading, SiteModel
from upwell.models.site.pinned.regions import candidate_regions
from upwell.streams.codecs import decompress
from upwell.streams.records import Finding, ModelPublished, Page

from ..params import STORED_BYTES
from ..room import Room
from .found import stored_page
from .outlined import outlined

PATHS_OF = "lxml "  # the engine whose trees are outlined


class Shown(NamedTuple):
    """A stored page: its document, and what was read of it, or why there is nothing to show."""

    document: str = ""
    reading: Reading | None = None
    model_version: int = 0
    missing: str = ""
    regions: Sequence[dict[str, Any]] = ()  # where it may be read


async def shown_page(room: Room, finding: Finding) -> Shown:
    """The page of a reading."""
    if finding.outcome != "ok":
        return Shown(missing=finding.detail or f"no page came back: {finding.outcome}")
    page = await stored_page(room.log, finding)
    if page is None or not page.body:
        return Shown(missing="the log does not keep this page any more")
    models = room.ring.models.get(finding.site, [])
    return await asyncio.to_thread(_shown, page, models[-1] if models else None)


def _shown(page: Page, published: ModelPublished | None) -> Shown:
    try:
        body = decompress(page.body, STORED_BYTES)
    except RecordError as error:
        return Shown(missing=str(error))
    if published is None or not published.model:
        return Shown(document=outlined(body, None))
    model = SiteModel.decode(unpack(published.model))
    if model.parser and not model.parser.startswith(
        PATHS_OF
    ):  # the paths of another engine lead elsewhere
        return Shown(document=outlined(body, None))
    reading = model.read(body, page.final_url, page.query)
    kind = page.headers.get("content-type", "")
    regions = candidate_regions(model, body, page.final_url, page.query, kind)
    return Shown(outlined(body, reading), reading, published.version, regions=regions)
