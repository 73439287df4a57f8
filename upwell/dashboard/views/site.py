"""One site: its phases, kinds of page, curves, arguments, models."""

from __future__ import annotations

from typing import Any

import msgspec

from upwell.streams.records import ModelPublished

from ..ring.ring import Ring
from ..ring.site_pages import PageRow, SitePages
from ..room import Room
from ..web.arguments import Arguments, NotFound
from .sites import site_row

BEST = 10  # questions that are shown beside the link to all


async def site(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Everything that was learned of a site, and what it cost."""
    ring, name = room.ring, named(room, arguments)
    pages, models = ring.of(name), ring.models.get(name, [])
    best = sorted(pages.queries.values(), key=lambda one: (-one.n_new, one.query))[:BEST]
    return {
        "site": site_row(ring, ring.sites[name]),
        "stood": [
            {"phase": one.phase, "reason": one.reason, "at": one.at, "answered": one.answered}
            for one in reversed(ring.stood.get(name, []))
        ],
        "brought": yield_by_reason(ring, name),
        "came_back": dict(pages.came_back.most_common()),
        "kinds": _kinds(pages, models),
        "queries": [as_row(one) for one in best],
        "n_queries": len(pages.queries),
        "n_pages": len(pages.rows),
        "curve": {
            "names": ["answers", "objects found", "objects shown"],
            "points": pages.curve.points,
        },
        "arguments": _arguments(pages),
        "models": [
            {"version": one.version, "pages": one.n_pages, "kinds": len(_described(one))}
            for one in reversed(models)
        ],
    }


def named(room: Room, arguments: Arguments) -> str:
    """The site of the path."""
    name = arguments.path["site"]
    if name not in room.ring.sites:
        raise NotFound(f"no site is called {name}; the first page lists those there are")
    return name


def as_row(row: Any) -> dict[str, Any]:
    """A row of an account as values."""
    return {name: getattr(row, name) for name in row.__slots__ if name != "places"}


def yield_by_reason(ring: Ring, name: str) -> list[dict[str, Any]]:
    """Requests and new objects by reason, those with most new objects first."""
    rows = [
        {"reason": reason, "requests": n, "objects": new}
        for reason, (n, new) in ring.sites[name].brought.items()
    ]
    return sorted(rows, key=lambda one: (-int(one["objects"]), -int(one["requests"])))


def _described(model: ModelPublished) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(model.body).get("clusters", [])
    return found


def _kinds(pages: SitePages, models: list[ModelPublished]) -> list[dict[str, Any]]:
    """The kinds of page of the newest model, with pages that were read so."""
    if not models:
        return []
    return [
        {
            "id": one["id"],
            "pages": one["pages"],
            "is": one.get("is", "unsure"),
            "rule": one.get("rule", ""),
            "why": one.get("why", {}),
            "similarity": one.get("similarity"),
            "samples": [_sample(row) for row in pages.samples(one["id"])],
        }
        for one in sorted(_described(models[-1]), key=lambda one: -one["pages"])
    ]


def _sample(row: PageRow) -> dict[str, Any]:
    return {"url": row.url, "query": row.query, "objects": row.n_objects}


def _arguments(pages: SitePages) -> list[dict[str, Any]]:
    """Verdicts on the arguments of second-level URLs."""
    return [
        {
            "argument": one.argument,
            "relevant": one.relevant if one.decided else None,
            "prevalence": round(one.prevalence, 3),
            "why": one.why,
        }
        for one in pages.arguments.relevance()
    ]
