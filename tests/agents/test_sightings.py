"""Laws of watch under the loop: what changes nothing costs nothing, and is never told twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.loop import Loop
from upwell.agents.watch import WATCH
from upwell.streams.codecs import encode
from upwell.streams.log.port import Entry
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.records import Change, Seen
from upwell.streams.topics import CHANGES, OBJECTS

from .test_loop import NoGuard
from .toy import Alone, DictTable, ListLog, live


def sighting(seq: int, text: str) -> Seen:
    return Seen(
        site="s",
        seq=seq,
        id="o",
        page_url=f"http://s/{seq}",
        text=text,
        at=float(seq),
    )


async def watched(sightings: list[Seen], batch: int = 3) -> tuple[DictTable, list[Change]]:
    """Table and changes after these records, in batches."""
    table, log = DictTable(), ListLog()
    loop = Loop(WATCH, table, log, Pool(PoolParams(processes=0)), NoGuard())
    entries = [Entry(OBJECTS, 0, at, 0, b"o", encode(one)) for at, one in enumerate(sightings)]
    for start in range(0, len(entries), batch):
        assert await loop.handle(entries[start : start + batch], Alone())
    return table, [change for change in log.records(CHANGES) if isinstance(change, Change)]


async def test_a_sighting_that_changes_nothing_is_not_written() -> None:
    """An object that a hundred pages show as it was is written once."""
    table, changes = await watched([sighting(seq, "Lamp £5") for seq in range(1, 101)])
    assert 1 == len(table.order)
    assert [("new", 1)] == [(change.event, change.version) for change in changes]


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=12), st.data())
async def test_what_is_sent_twice_changes_nothing(texts: list[str], data: st.DataObject) -> None:
    """A sender that dies sends its last records once more: same state, same changes."""
    once = [sighting(seq, text) for seq, text in enumerate(texts, 1)]
    twice: list[Seen] = []
    for at, one in enumerate(once, 1):
        twice.append(one)
        if data.draw(st.booleans()):
            twice += once[data.draw(st.integers(0, at - 1)) : at]
    (expected, changes), (table, again) = await watched(once), await watched(twice)
    assert changes == again
    assert [value[8:] for value in live(expected.data).values()] == [
        value[8:] for value in live(table.data).values()
    ]
