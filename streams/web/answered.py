"""The page record that answers a request: every request ends as one (DESIGN 4.7)."""

from __future__ import annotations

from upwell.streams.records import Page, Request


def page_for(request: Request, outcome: str, fetched_at: float, detail: str = "") -> Page:
    """A page without head or body that answers a request, under the address that was asked.

    Examples
    --------
    >>> asked = Request(site="a.example", url="http://a.example/", number=3, low=2, reason="seed")
    >>> page = page_for(asked, "timeout", 7.0)
    >>> page.number, page.final_url, page.outcome
    (3, 'http://a.example/', 'timeout')
    """
    return Page(
        site=request.site,
        number=request.number,
        low=request.low,
        url=request.url,
        final_url=request.url,
        reason=request.reason,
        object_id=request.object_id,
        aside=request.aside,
        query=request.query,
        method=request.method,
        outcome=outcome,
        detail=detail,
        fetched_at=fetched_at,
    )
