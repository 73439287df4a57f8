"""Where every site stands: what plan says of it, and sites that are only known by their pages."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from upwell.agents.plan.details.opening import OWN
from upwell.agents.plan.searching.rounds import ROUND
from upwell.agents.plan.watching.verdicts import LOOKS
from upwell.pace import counted
from upwell.pinned.names import idle_lines, named
from upwell.streams.log.port import Log
from upwell.streams.records import ModelPublished, PinStatus, SiteStatus

from ..broker import latest

INGESTED = "ingested"


async def site_statuses(log: Log) -> list[SiteStatus]:
    """Statuses of all sites by name, each with the version of its newest model."""
    sites: dict[str, SiteStatus] = await latest(log, "sites")
    models = await latest(log, "models")
    versions = {site: model.version for site, model in models.items()}
    unasked = versions.keys() - sites.keys()
    n_objects = await _counted(log) if unasked else Counter[str]()
    for site in unasked:
        sites[site] = SiteStatus(
            site=site,
            url="",
            settings={},
            phase=INGESTED,
            reason="known by saved pages; nothing is asked of it",
            objects=n_objects[site],
        )
    return [
        msgspec.structs.replace(
            sites[name],
            model_version=max(versions.get(name, 0), sites[name].model_version),
            unsure=unsure_share(models[name]) if name in models else 0.0,
            pinned=_pin_status(sites[name], models.get(name)),
        )
        for name in sorted(sites)
    ]


def _pin_status(status: SiteStatus, model: ModelPublished | None) -> PinStatus:
    """The pins of a site, with a sentence for each that fits nothing."""
    if not status.pinned.pins:
        return status.pinned
    names = named(status, msgspec.json.decode(model.body) if model else {})
    return msgspec.structs.replace(status.pinned, idle=list(idle_lines(names)))


def unsure_share(model: ModelPublished) -> float:
    """The share of a site's pages that are of a kind of which the model is not sure."""
    kinds = msgspec.json.decode(model.body).get("clusters", [])
    n_pages = sum(kind["pages"] for kind in kinds)
    unsure = sum(kind["pages"] for kind in kinds if kind.get("is") == "unsure")
    return round(unsure / n_pages, 4) if n_pages else 0.0


def site_line(site: SiteStatus) -> dict[str, Any]:
    """A site as JSON: every field, but for what only travels."""
    found = msgspec.structs.asdict(site)
    del found["retry"]
    found["coverage"] = msgspec.to_builtins(site.coverage)
    found["pinned"] = {
        "names": {pin.full_name: pin.origin for pin in site.pinned.pins},
        "idle": site.pinned.idle,
    }
    found["alarms"] = msgspec.to_builtins(site.alarms)
    found["searches"] = msgspec.to_builtins(site.searches)
    return found


def by_reason(site: SiteStatus) -> list[tuple[str, str]]:
    """Reason of requests, and what they brought; the best reason first.

    Own pages of objects are not opened for new ones, nor are pages of a round of a search.

    >>> told = SiteStatus(site="s", url="", settings={}, phase="parked", at=0.0,
    ...                   brought={"detail": (40, 0), "query": (1, 7)})
    >>> by_reason(told)
    [('query', '1 request brought 7 new objects'), ('detail', '40 own pages were opened')]
    """
    rows = sorted(site.brought.items(), key=lambda row: (-row[1][1], -row[1][0], row[0]))
    opened = {OWN: "own page", LOOKS: "own page", ROUND: "page"}
    return [
        (reason, f"{counted(n, opened[reason])} {'was' if n == 1 else 'were'} opened")
        if reason in opened
        else (reason, f"{counted(n, 'request')} brought {counted(new, 'new object')}")
        for reason, (n, new) in rows
    ]


async def _counted(log: Log) -> Counter[str]:
    return Counter(change.site for change in (await latest(log, "changes")).values())
