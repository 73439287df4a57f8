"""Models of a site: the one that stands on a log, and those before it, learned again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from upwell.agents.offline.memory import Memory
from upwell.agents.offline.recorded import analysed
from upwell.agents.part import unpack
from upwell.agents.state import Views
from upwell.errors import ConfigError, UsageError
from upwell.models.site import SiteModel
from upwell.streams.codecs import decode
from upwell.streams.log.port import Log
from upwell.streams.log.survey import Survey
from upwell.streams.records import ModelPublished
from upwell.streams.topics import MODELS, PAGES

from ..broker import connected, known_site, latest


async def standing_model(log: Log, site: str) -> SiteModel:
    """The newest model of a site on a log."""
    published = await latest(log, MODELS)
    found = published[known_site(site, published)]
    if not found.model:
        raise ConfigError(f"{site} has no model yet; one is learned from its first pages")
    return SiteModel.decode(unpack(found.model))


async def model_named(
    name: str, log: Log, survey: Survey, standing: SiteModel, site: str
) -> SiteModel:
    """A model by its version, or the newest one of another crawl.

    Parameters
    ----------
    name
        A version of this crawl's model, or the folder or URL of another crawl of the site.
    log, survey
        Of this crawl.
    standing
        Its newest model.
    """
    if not name.isdecimal():
        async with connected(_url_of(name)) as other:
            return await standing_model(other, site)
    version = int(name)
    if version == standing.version:
        return standing
    if not 0 < version < standing.version:
        raise UsageError(f"{site} has the models 1 to {standing.version}; there is no {name}")
    partition = log.partition(PAGES, site.encode())
    if next(
        held.first for held in await survey.partition_sizes(PAGES) if held.partition == partition
    ):
        raise ConfigError(
            f"model {name} of {site} cannot be learned again: the log has lost the first pages; "
            "name the folder of a crawl that has such a model"
        )
    async for model in models_learned(log, survey, site):
        if model.version == version:
            return model
    raise ConfigError(f"the recorded pages of {site} lead to no model {name}")


async def models_learned(log: Log, survey: Survey, site: str) -> AsyncIterator[SiteModel]:
    """The models that the recorded pages of a site lead to, one after the other."""
    async for sends in analysed(log, survey, site, Views(Memory())):
        for sent in sends:
            record = decode(sent.value)
            if isinstance(record, ModelPublished):
                yield SiteModel.decode(unpack(record.model))


def _url_of(name: str) -> str:
    if "://" in name:
        return name
    folder = Path(name).resolve()
    if not (folder / "log.sqlite").exists():
        raise ConfigError(
            f"--model {name}: neither the version of a model nor the folder of a crawl; "
            "`upwell sites` lists versions"
        )
    return f"upwell://{folder}"
