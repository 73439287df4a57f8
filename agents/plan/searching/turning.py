"""Which page of a list comes after one."""

from __future__ import annotations

from collections.abc import Collection

from upwell.streams.records import Finding, FoundLink

from ..state import Plan


def next_page(plan: Plan, finding: Finding, so_far: Collection[str]) -> FoundLink | None:
    """The link to the page after a page: the number that leads there, else its word.

    Parameters
    ----------
    so_far
        Addresses of the pages of the list up to this one.

    Returns
    -------
    None where the page leads to none: it is the last.
    """
    further = [
        link
        for link in finding.links
        if link.role == "pager" and plan.owns(link.url) and link.url not in so_far
    ]
    numbered = [link for link in further if link.page == len(so_far) + 1]
    worded = [link for link in further if link.page is None]
    return next(iter([*numbered, *worded]), None)
