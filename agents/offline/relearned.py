"""What analyse knows of a site, learned again where another version stored it in another form."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from upwell.errors import ConfigError
from upwell.streams.log.port import Log
from upwell.streams.log.survey import Survey
from upwell.streams.records import ModelPublished
from upwell.streams.topics import PAGES

from ..analyse.state import SiteView
from ..part import pack
from ..state import Views
from ..state.view import Write
from .memory import Memory
from .recorded import analysed
from .stored import StoredState


class Relearned(NamedTuple):
    """What takes the place of a site's state."""

    partition: int
    writes: list[Write]  # parts first, then the head, then what no head names any more
    model: ModelPublished | None  # for those who read the standing model from the log


async def relearned(
    log: Log, survey: Survey, stored: StoredState, site: str, published: ModelPublished | None
) -> Relearned:
    """The state of a site in the form of this version.

    The pages that were handled are read once more by the reducer itself. What it sent stays as it
    is: its numbers go on, so do those of models, and objects keep their ids. Marks are those of
    the last page handled, in a new generation: newer than what any table has.

    Parameters
    ----------
    stored
        Analyse's state, as another version left it.
    published
        The newest model of the site on the log.

    Raises
    ------
    ConfigError
        If the log has not all of these pages any more, or the head is of another format.
    """
    old, partition = stored.view(site), log.partition(PAGES, site.encode())
    held = next(one for one in await survey.partition_sizes(PAGES) if one.partition == partition)
    if held.first:
        raise ConfigError(
            f"{site} cannot be learned again: the log has its pages from record {held.first} on; "
            "go on with the version that stored it, or start over with `upwell crawl URL --fresh`"
        )
    views = Views(Memory())
    async for _ in analysed(log, survey, site, views, until=old.mark.offset):
        pass
    view = views.view(partition, site)
    view.begin(old.mark.offset)
    learned = SiteView.load(view)
    if published is not None:
        learned.head.version = max(learned.head.version, published.version)
    learned.save()
    view.go_on_from(old)
    view.keep(None)
    generation = old.mark.generation + 1
    writes = [*view.part_writes(generation), view.head_write(generation)]
    writes += view.deletes(generation)
    return Relearned(partition, writes, _model(learned, published))


def _model(learned: SiteView, published: ModelPublished | None) -> ModelPublished | None:
    if learned.model is None or published is None:
        return None
    body = msgspec.json.encode(learned.model.described(learned.named_kinds()))
    packed, version = pack(learned.model.encode()), learned.head.version
    return msgspec.structs.replace(published, version=version, body=body, model=packed)
