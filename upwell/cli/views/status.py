"""`upwell status`: where each site stands, how far each reader is, what lies dead."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import typer

from upwell.covered import coverage_sentence, unreached_sentence
from upwell.pace import counted
from upwell.progress import doing, search_sentence
from upwell.streams.dead_letters import letters
from upwell.streams.log.lag import Position, positions
from upwell.streams.log.survey import surveying
from upwell.streams.records import SiteStatus
from upwell.streams.topics import DEAD_LETTERS
from upwell.terminal import printable

from ..broker import Broker, Dir, broker_url, connected
from ..output import line
from .site_status import by_reason, site_line, site_statuses

MOST_PINS = 3  # names that a line shows


class State(NamedTuple):
    """Everything that is told."""

    sites: list[SiteStatus]
    positions: list[Position]
    n_letters: int


def status(
    directory: Dir = None,
    broker: Broker = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a site, then one a reader.")
    ] = False,
) -> None:
    """Show where each site stands, and why.

    Then how far every reader of the log is, and what is waiting. Safe while workers run.

    Example: upwell status --json | jq 'select(.site) | .phase'
    """
    state = asyncio.run(_state(broker_url(directory, broker, must_exist=True)))
    for text in _json(state) if as_json else _lines(state):
        typer.echo(printable(text))
    if not state.sites:
        typer.echo("no site yet; add one with `upwell crawl URL` or `upwell add URL`", err=True)


async def _state(url: str) -> State:
    async with connected(url) as log, surveying(log) as survey:
        sites = await site_statuses(log)
        dead = await letters(survey.walk(DEAD_LETTERS))
        return State(sites, await positions(log, survey), len(dead))


def _json(state: State) -> Iterator[str]:
    for site in state.sites:
        yield line(site_line(site))
    for at in state.positions:
        told: dict[str, Any] = at._asdict()
        yield line({**told, "partitions": at.partitions, "lag": at.lag})
    yield line({"dead_letters": state.n_letters})


def _lines(state: State) -> Iterator[str]:
    for site in state.sites:
        yield from _site(site)
    for at in state.positions:
        waits = f"{at.lag:,} waiting" if at.lag else "nothing waits"
        yield f"{at.reader:<24} {at.topic:<10} {at.position:,} of {at.end:,}, {waits}"
    waiting: dict[str, int] = {}
    for at in state.positions:
        waiting[at.topic] = max(at.lag, waiting.get(at.topic, 0))
    told = ", ".join(f"{n:,} in {topic}" for topic, n in waiting.items() if n)
    yield f"waiting: {told or 'nothing'}"
    if state.n_letters:
        yield f"dead letters: {state.n_letters:,}; `upwell dead-letters list` says why"


def _site(site: SiteStatus) -> Iterator[str]:
    yield site.site
    yield f"  {site.phase:<9} {site.reason or doing(site.phase)}"
    yield f"  form      {site.template or 'none found yet'}"
    under_way = f", {site.outstanding:,} on the way" if site.outstanding else ""
    yield f"  asked     {site.queries:,} questions, {site.answered:,} answers{under_way}"
    model = f"model {site.model_version}" if site.model_version else "no model yet"
    unsure = f", unsure of the kind of {site.unsure:.0%} of the pages" if site.unsure else ""
    yield f"  found     {site.objects:,} objects, {model}{unsure}"
    yield from (f"  {name:<9} {t}" for name, t in _coverage(site) if t)
    yield from (f"  pinned    {text}" for text in _pinned(site))
    yield from (f"  search    {search_sentence(search)}" for search in site.searches)
    yield from (f"  health    {alarm.number}: {alarm.text}" for alarm in site.alarms[-3:])
    yield from (f"            {reason}: {brought}" for reason, brought in by_reason(site))


def _pinned(site: SiteStatus) -> Iterator[str]:
    """How many names the operator has pinned, and those that fit nothing."""
    pins = site.pinned.pins
    if pins:
        names = {pin.full_name: None for pin in pins}
        shown = ", ".join([*names][:MOST_PINS]) + ", ..." * (len(names) > MOST_PINS)
        yield f"{counted(len(names), 'name')}: {shown}; `upwell explain {site.site} --names`"
    yield from site.pinned.idle


def _coverage(site: SiteStatus) -> Iterator[tuple[str, str]]:
    yield "seen", coverage_sentence(site)
    yield "beyond", unreached_sentence(site)
