"""One record through one reducer: what was handled before does nothing, what raises is undone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from upwell.agents.reducer import Agent, Send
from upwell.agents.state import KeyView, Views
from upwell.streams.codecs import encode
from upwell.streams.log.port import Outgoing
from upwell.streams.parsers import Failure

from .item import MACHINE, Item, dead_letter


def handled_before(views: Views, item: Item) -> bool:
    """Whether a record was handled before, by its offset or by the identity it carries."""
    if item.record is None:
        return False
    view = views.view(item.entry.partition, item.key)
    return view.redelivered(item.entry.offset) or view.handled(item.identity)


def step(agent: Agent, views: Views, item: Item) -> list[Outgoing]:
    """Reduce one item into its view; returns what it sends.

    A record delivered again writes its key's live state once more and sends nothing: what it
    caused was acknowledged before its head was written.
    """
    entry, failure = item.entry, item.failure
    if item.record is None:
        return [dead_letter(entry, failure or Failure("not decoded"))]
    view = views.view(entry.partition, item.key)
    if view.redelivered(entry.offset):
        views.rewrite(entry.partition, item.key)
        return []
    if view.handled(item.identity):
        return []
    view.begin(entry.offset)
    if failure is None:
        try:
            outgoing = numbered(view, agent.reduce(view, item.record, item.prepared))
        except MACHINE:
            raise
        except Exception as error:
            failure = Failure.of(error)
            view.undo()
    if failure is not None:
        outgoing = [dead_letter(entry, failure), *_refusal(agent, view, item, failure)]
    if agent.notes_all or view.written or outgoing:
        view.keep(item.identity)
    return outgoing


def numbered(view: KeyView, sends: Sequence[Send]) -> list[Outgoing]:
    """Effects as they go to the log: `seq` counts up per key and target topic."""
    outgoing = []
    for topic, key, record in sends:
        if "seq" in record.__struct_fields__:
            record = msgspec.structs.replace(record, seq=view.next_seq(topic))
        outgoing.append(Outgoing(topic, key.encode(), encode(record)))
    return outgoing


def _refusal(agent: Agent, view: KeyView, item: Item, failure: Failure) -> list[Outgoing]:
    if agent.refuse is None:
        return []
    return numbered(view, agent.refuse(item.record, failure.reason))
