"""Stored state of another version is refused with what to do; no record is blamed for it."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from upwell.agents.analyse import ANALYSE
from upwell.agents.loop import Loop
from upwell.agents.plan import PLAN
from upwell.agents.reducer import Agent
from upwell.agents.state.head import Head, encode_head
from upwell.agents.state.mark import stamp
from upwell.agents.state.stored import FORMAT
from upwell.agents.state.view import head_key
from upwell.agents.watch import WATCH
from upwell.errors import ConfigError
from upwell.streams.codecs import encode
from upwell.streams.log.port import Entry
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import AnyRecord, Seen, Tick
from upwell.streams.store import Mark
from upwell.streams.topics import DEAD_LETTERS

from .test_loop import NoGuard
from .toy import Alone, DictTable, ListLog, page

SEEN = Seen(
    site="s", seq=1, id="s", page_url="/", text="a", at=0.0, url=None, query=None,
    fields={}, links=[], model_version=1,
)  # fmt: skip

RECORDS: list[tuple[Agent, AnyRecord]] = [
    (ANALYSE, page(1)),
    (PLAN, Tick(site="s", at=1.0)),
    (WATCH, SEEN),
]


def refused(agent: Agent, record: AnyRecord, payload: bytes) -> str:
    """Hand one record to an agent whose stored head is this; why it ends."""
    table, log = DictTable(), ListLog()
    table.data[0, head_key("s")] = stamp(Mark(0, 1), payload)
    loop = Loop(agent, table, log, Pool(PoolParams(processes=0)), NoGuard())

    with pytest.raises(ConfigError) as told:
        asyncio.run(loop.handle([Entry(agent.reads, 0, 1, 1000, b"s", encode(record))], Alone()))
    assert [] == log.records(DEAD_LETTERS)
    return str(told.value)


@pytest.mark.parametrize(("agent", "record"), RECORDS, ids=[a.name for a, _ in RECORDS])
def test_a_head_of_another_format_ends_the_worker_with_what_to_do(
    agent: Agent, record: AnyRecord
) -> None:
    """The operator decides: learn the recorded pages anew, or start over."""
    payload = encode_head(Head(user=b"state"))
    assert FORMAT == payload[0]
    why = refused(agent, record, bytes([FORMAT + 1]) + payload[1:])
    assert f"the state of s was stored by another version of upwell (format {FORMAT + 1}" in why
    assert "`upwell replay OLD -d NEW`" in why
    assert "`upwell crawl URL --fresh`" in why


@pytest.mark.parametrize(("agent", "record"), RECORDS[:2], ids=[a.name for a, _ in RECORDS[:2]])
def test_a_state_that_has_another_form_is_not_the_records_fault(
    agent: Agent, record: AnyRecord
) -> None:
    """An agent that cannot open what it stored sends nobody's page to the dead letters."""
    state = msgspec.msgpack.encode({"of": "another time"})
    why = refused(agent, record, encode_head(Head(user=state)))
    assert "the state of s was stored by another version of upwell" in why


def test_a_head_from_before_formats_is_told_apart() -> None:
    """It began with the compressed frame itself."""
    zstd_frame = encode_head(Head(user=b"state"))[1:]
    assert "format 40; this one has 2" in refused(WATCH, SEEN, zstd_frame)
