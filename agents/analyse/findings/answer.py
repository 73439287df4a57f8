"""What plan is told of a page: its answer to a request, however the page came out."""

from __future__ import annotations

from typing import Any

from upwell.models.site import Reading
from upwell.streams.records import Again, Finding, Page

from ...reducer import Send
from ..entries import Entry
from ..objects import Identified, for_plan
from ..prepared import Prepared
from ..state import SiteView
from .links import marked

OWN = "detail"  # why an own page was asked for


def page_finding(record: Page, outcome: str = "ok", **more: Any) -> Finding:
    """The answer to the request for a page."""
    return Finding(
        site=record.site,
        seq=0,
        number=record.number,
        url=record.url,
        final_url=record.final_url,
        reason=record.reason,
        outcome=outcome,
        at=record.fetched_at,
        query=record.query,
        status=record.status,
        detail=record.detail,
        etag=record.headers.get("etag"),
        modified=record.headers.get("last-modified"),
        **more,
    )


def page_again(record: Again, entry: Entry) -> Page:
    """The record of a page that is read once more, as far as its reading goes by it."""
    return Page(
        site=record.site,
        number=record.number,
        low=0,
        url=record.url,
        final_url=record.url,
        reason=OWN if entry.own else "page",
        outcome="ok",
        fetched_at=entry.at,
        query=entry.query,
        status=entry.status,
        object_id=entry.own,
        aside=entry.aside,
    )


def unread_finding(record: Again, query: str | None = None) -> Finding:
    """The finding of a re-reading that could not be made: plan waits for one all the same.

    With its query plan asks for the page once more: retention took it.
    """
    return Finding(
        site=record.site,
        seq=0,
        number=record.number,
        url=record.url,
        final_url=record.url,
        reason="page",
        outcome="expired",
        at=0.0,
        query=query,
        again=True,
    )


def as_shown(
    site: SiteView,
    record: Page,
    prepared: Prepared,
    shown: list[Identified],
    reading: Reading | None,
) -> dict[str, Any]:
    """The fields of a finding from the page itself: its objects, links, forms and words."""
    return {
        "model_version": site.head.version,
        "links": marked(prepared.links, shown, record.query, site.rule),
        "forms": prepared.forms,
        "encoding": prepared.tree.encoding,
        "objects": for_plan(shown, record.final_url),
        "words": [] if reading else prepared.words,
    }


def as_read(reading: Reading | None, prepared: Prepared) -> dict[str, Any]:
    """The fields of a finding from a reading; without one, what came back by the page alone."""
    if reading is None:
        return {"came_back": prepared.came_back}
    told = ("cluster", "empty", "came_back", "doubtful", "similarity", "route", "why")
    return {name: getattr(reading, name) for name in told}


def to_plan(record: Page, finding: Finding) -> list[Send]:
    """Send a finding to plan, unless the page is of an archive, for which nobody asked."""
    return [] if record.archive else [Send("findings", record.site, finding)]
