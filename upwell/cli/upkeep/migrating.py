"""What `upwell migrate` does to a folder that is not in use."""

from __future__ import annotations

import time
from collections.abc import Iterator

import typer

from upwell.agents.offline.relearned import Relearned, relearned
from upwell.agents.offline.stored import OPENERS, StoredState, Unreadable, changelog
from upwell.errors import ConfigError
from upwell.pace import counted
from upwell.streams.codecs import encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.embedded.storage import Row
from upwell.streams.log.port import TopicPartition
from upwell.streams.log.survey import Survey, surveying
from upwell.streams.topics import MODELS

from ..broker import connected, latest

RELEARNED = "analyse"  # the agent whose state is made of pages, which the log has


async def migrated(url: str, check: bool) -> int:
    """Migrate a folder; returns how many keys are left that this version cannot open."""
    async with connected(url) as log, surveying(log) as survey:
        assert isinstance(log, EmbeddedLog)
        states: dict[str, StoredState] = {}
        foreign: dict[str, list[Unreadable]] = {}
        for agent in OPENERS:
            if changelog(agent) not in log.engine.storage.partitions:
                continue
            states[agent] = await StoredState.of(log, agent)
            foreign[agent] = list(states[agent].unreadable())
            typer.echo(_line(agent, len(states[agent].keys), len(foreign[agent])))
        for agent, keys in foreign.items():
            if keys and agent != RELEARNED:
                raise ConfigError(keys[0].why)
        todo = [one.key for one in foreign.get(RELEARNED, [])]
        if check or not todo:
            return len(todo)
        for site in todo:
            typer.echo(f"learning {site} again from its recorded pages")
            await _relearn(log, survey, states[RELEARNED], site)
        left = [*(await StoredState.of(log, RELEARNED)).unreadable()]
    typer.echo(f"{counted(len(todo), 'site')} migrated; the next crawl goes on from here")
    return len(left)


async def _relearn(log: EmbeddedLog, survey: Survey, stored: StoredState, site: str) -> None:
    """Learn one site again in one transaction: a death leaves all as it was, or all done.

    Tables need no care: they are behind their changelogs now, and are filled up at the start.
    """
    found = await relearned(log, survey, stored, site, (await latest(log, MODELS)).get(site))
    await log.engine.append(list(_rows(log, found, site)))


def _rows(log: EmbeddedLog, found: Relearned, site: str) -> Iterator[Row]:
    now_ms = int(time.time() * 1000)
    table = TopicPartition(changelog(RELEARNED), found.partition)
    for key, value in found.writes:
        yield Row(table, now_ms, key, value)
    if found.model is not None:
        place = TopicPartition(MODELS, log.partition(MODELS, site.encode()))
        yield Row(place, now_ms, site.encode(), encode(found.model))


def _line(agent: str, n_keys: int, n_foreign: int) -> str:
    told = f"{agent}: {counted(n_keys, 'key')}, "
    return told + (f"{n_foreign:,} of another version" if n_foreign else "all of this version")
