"""Laws of the JSON Lines sink and of deliver."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.deliver import Deliver, StreamFollower
from upwell.errors import ConfigError, UsageError
from upwell.streams.codecs import encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.records import AnyRecord, Change, PageRead
from upwell.streams.sinks import JsonLines, Stream, object_lines, reading_lines
from upwell.streams.topics import CHANGES, DEAD_LETTERS

from .toy import until


def change(id: str, version: int, event: str = "changed") -> Change:
    return Change(
        id=id, version=version, event=event, site="s", page_url="http://s/", text=f"v{version}",
        seen_at=1.0, fields={"price": "3"}, links=["http://s/1"],
    )  # fmt: skip


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def versions(path: Path) -> list[tuple[str, int]]:
    return [(line["id"], line["version"]) for line in lines(path)]


class Died(Exception):
    """The process ended here."""


def kill(sink: JsonLines) -> None:
    """What the system does with a process that is gone: its files are closed, nothing else."""
    assert sink._file is not None
    sink._file.close()


def test_a_line_has_the_fields_that_the_outside_relies_on(tmp_path: Path) -> None:
    """An object's line has exactly the promised fields; the file exists before any line."""
    sink = JsonLines(tmp_path / "o.jsonl", object_lines)
    sink.open(known=False)
    assert lines(tmp_path / "o.jsonl") == []
    sink.write([change("a", 1, "new"), change("b", 1, "gone")], {0: 2})
    line, ended = lines(tmp_path / "o.jsonl")
    names = "id site url page_url query text fields raw provenance links version seen_at"
    assert names.split() == list(line)
    assert ([*names.split(), "event"], "gone") == (list(ended), ended["event"])


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 4)), max_size=12))
def test_no_version_is_written_twice(tmp_path_factory: Any, events: list[tuple[str, int]]) -> None:
    """Whatever comes twice, per object the versions in the file only rise."""
    path = tmp_path_factory.mktemp("sink") / "o.jsonl"
    sink = JsonLines(path, object_lines)
    sink.open(known=False)
    expected: list[tuple[str, int]] = []
    for offset, (id, version) in enumerate(events):
        sink.write([change(id, version)], {0: offset + 1})
        if version > max((v for i, v in expected if i == id), default=0):
            expected.append((id, version))
    sink.close()
    assert expected == versions(path)


def test_what_was_withdrawn_leaves_the_file_when_it_is_closed(tmp_path: Path) -> None:
    """While the file is filled a line says so; a restart goes on behind what is left."""
    path = tmp_path / "o.jsonl"
    sink = JsonLines(path, object_lines)
    sink.open(known=False)
    sink.write([change("a", 1, "new"), change("b", 1, "new")], {0: 2})
    sink.write([change("a", 2, "withdrawn")], {0: 3})
    assert [None, None, "withdrawn"] == [line.get("event") for line in lines(path)]
    sink.close()
    assert [("b", 1)] == versions(path)
    again = JsonLines(path, object_lines)
    assert again.open(known=True) == {0: 3}
    again.write([change("a", 3, "new")], {0: 4})
    again.close()
    assert [("b", 1), ("a", 3)] == versions(path)


def test_a_withdrawal_that_was_not_cut_out_is_at_the_next_end(tmp_path: Path) -> None:
    """As after a kill -9."""
    path = tmp_path / "o.jsonl"
    killed = JsonLines(path, object_lines)
    killed.open(known=False)
    killed.write([change("a", 1, "new"), change("a", 2, "withdrawn")], {0: 2})
    kill(killed)
    again = JsonLines(path, object_lines)
    again.open(known=True)
    again.close()
    assert [] == lines(path)


def test_what_was_read_otherwise_later_leaves_the_file_when_it_is_closed(tmp_path: Path) -> None:
    """What an object was stays beside what it is; what it never was goes, whoever wrote it."""
    path = tmp_path / "o.jsonl"
    killed = JsonLines(path, object_lines)
    killed.open(known=False)
    told = [("new", "a"), ("corrected", "a"), ("changed", "a"), ("corrected", "a"), ("new", "b")]
    count = {"a": 0, "b": 0}
    for event, id_ in told:
        count[id_] += 1
        killed.write([change(id_, count[id_], event)], {0: sum(count.values())})
    assert [None, 1, None, 3, None] == [line.get("corrects") for line in lines(path)]
    kill(killed)
    again = JsonLines(path, object_lines)
    again.open(known=True)
    assert 5 == len(lines(path))
    again.close()
    assert [("a", 2), ("a", 4), ("b", 1)] == versions(path)


def test_what_was_taken_back_and_shows_again_has_one_line(tmp_path: Path) -> None:
    """A withdrawal says that nothing before it was so; what comes later is."""
    path = tmp_path / "o.jsonl"
    sink = JsonLines(path, object_lines)
    sink.open(known=False)
    events = ["new", "corrected", "withdrawn", "new"]
    sink.write([change("a", n, event) for n, event in enumerate(events, 1)], {0: 4})
    sink.close()
    assert [("a", 4)] == versions(path)


@pytest.mark.parametrize("died_in", ["before the position", "in the middle of a line"])
def test_a_restart_cuts_the_file_back(tmp_path: Path, died_in: str) -> None:
    """What was appended without its position is cut off, and comes again."""
    path = tmp_path / "o.jsonl"
    sink = JsonLines(path, object_lines)
    sink.open(known=False)
    sink.write([change("a", 1)], {0: 1})

    def die() -> None:
        raise Died

    sink._commit = die  # type: ignore[method-assign]
    with pytest.raises(Died):
        sink.write([change("a", 2), change("b", 1)], {0: 3})
    kill(sink)
    if died_in == "in the middle of a line":
        path.write_bytes(path.read_bytes()[:-20])
    again = JsonLines(path, object_lines)
    assert again.open(known=True) == {0: 1}
    assert versions(path) == [("a", 1)]
    again.write([change("a", 1), change("a", 2), change("b", 1)], {0: 3})
    assert versions(path) == [("a", 1), ("a", 2), ("b", 1)]


def test_another_log_begins_the_file_anew(tmp_path: Path) -> None:
    """Positions of a log that does not know the group are worth nothing."""
    path = tmp_path / "o.jsonl"
    first = JsonLines(path, object_lines)
    first.open(known=False)
    first.write([change("a", 1)], {0: 1})
    kill(first)
    second = JsonLines(path, object_lines)
    assert first.group == second.group
    assert second.open(known=False) == {}
    assert first.group != second.group
    assert lines(path) == []


def test_a_file_that_shrank_begins_anew(tmp_path: Path) -> None:
    """Positions whose file is gone are worth nothing."""
    path = tmp_path / "o.jsonl"
    first = JsonLines(path, object_lines)
    first.open(known=False)
    first.write([change("a", 1)], {0: 1})
    path.unlink()
    assert JsonLines(path, object_lines).open(known=True) == {}


def test_equal_readings_of_a_page_are_one_line(tmp_path: Path) -> None:
    """A reading that was sent twice is one line; one that differs supersedes it."""
    path = tmp_path / "pages.jsonl"
    sink = JsonLines(path, reading_lines)
    sink.open(known=False)
    page: dict[str, Any] = {"url": "u", "pagelets": [], "objects": [], "outcome": "ok"}
    read = [PageRead(site="s", url="u", line={**page, "cluster": n}) for n in (1, 1, 2, 1)]
    sink.write(read[:1], {0: 1})
    sink.close()
    sink = JsonLines(path, reading_lines)
    sink.open(known=True)
    sink.write(read[1:], {0: 4})
    assert [line["cluster"] for line in lines(path)] == [1, 2, 1]


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """A path that cannot be written is the operator's to change."""
    with pytest.raises(ConfigError, match="choose another file"):
        JsonLines(tmp_path, object_lines).open(known=False)


def test_two_do_not_fill_one_file(tmp_path: Path) -> None:
    """The second is refused, and what the first has written stays."""
    path = tmp_path / "o.jsonl"
    first = JsonLines(path, object_lines)
    first.open(known=False)
    first.write([change("a", 1)], {0: 1})
    with pytest.raises(ConfigError, match="written by another process; choose another file"):
        JsonLines(path, object_lines).open(known=False)
    assert [("a", 1)] == versions(path)


def test_a_link_is_written_through_and_stays(tmp_path: Path) -> None:
    """Also when what was withdrawn is cut out; the manifest stands beside the file itself."""
    link, path = tmp_path / "link.jsonl", tmp_path / "behind" / "o.jsonl"
    link.symlink_to(path)
    sink = JsonLines(link, object_lines)
    sink.open(known=False)
    sink.write([change("a", 1, "new"), change("b", 1, "new"), change("a", 2, "withdrawn")], {0: 3})
    sink.close()
    assert (True, [("b", 1)]) == (link.is_symlink(), versions(path))
    assert {0: 3} == JsonLines(link, object_lines).open(known=True)


def test_a_file_that_is_not_ours_is_neither_cut_nor_filled(tmp_path: Path) -> None:
    """Whatever the manifest beside it says: somebody may have put another file there."""
    path = tmp_path / "o.jsonl"
    sink = JsonLines(path, object_lines)
    sink.open(known=False)
    sink.write([change("a", 1)], {0: 1})
    sink.close()
    path.write_text("notes\n" * 99)
    with pytest.raises(UsageError, match="not upwell's own"):
        JsonLines(path, object_lines).open(known=True)
    assert "notes\n" * 99 == path.read_text()


class Failing(JsonLines):
    """A sink that dies at its second write, before or after the lines are in the file."""

    writes = 0

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        self.writes += 1
        if self.writes == 2:
            raise Died
        super().write(records, positions)


async def test_deliver_goes_on_where_the_sink_stands(tmp_path: Path) -> None:
    """Deliver fills the file once over a death and a restart; junk is a dead letter."""
    path = tmp_path / "o.jsonl"
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    died = asyncio.Event()

    async def filled() -> bool:
        return bool(path.read_bytes())

    async def caught_up() -> bool:
        return sum((await log.positions(deliver.group)).values()) == 3

    deliver = Deliver(log, Failing(path, object_lines), fail=lambda where, error: died.set())
    await deliver.start()
    await log.append([_outgoing("a", encode(change("a", 1, "new")))])
    await until(filled)
    await log.append([_outgoing("a", encode(change("a", 2))), _outgoing("b", b"\x01junk")])
    await died.wait()
    await deliver.stop()
    deliver = Deliver(log, JsonLines(path, object_lines))
    await deliver.start()
    await until(caught_up)
    await deliver.stop()
    dead = await log.scan(DEAD_LETTERS)
    await log.close()
    assert versions(path) == [("a", 1), ("a", 2)]
    assert {b"b"} == {entry.key for entry in dead}


async def test_a_file_holds_what_was_in_the_log_when_deliver_stops(tmp_path: Path) -> None:
    """What is said of a crawl that was interrupted counts the same changes."""
    path = tmp_path / "o.jsonl"
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    deliver = Deliver(log, JsonLines(path, object_lines))
    await deliver.start()
    names = [f"o{n}" for n in range(300)]
    await log.append([_outgoing(name, encode(change(name, 1, "new"))) for name in names])
    await deliver.stop()
    await log.close()
    assert sorted(names) == sorted(id for id, _ in versions(path))


class Listing:
    """A sink that is ahead of its group and keeps what it is given."""

    topic, group = CHANGES, "deliver-listing"

    def __init__(self, positions: dict[int, int]) -> None:
        self.positions = positions
        self.records: list[AnyRecord] = []

    def open(self, known: bool) -> Mapping[int, int]:
        return self.positions

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        self.records += records
        self.positions = dict(positions)

    def close(self) -> None: ...


async def test_deliver_skips_what_the_sink_has(tmp_path: Path) -> None:
    """The sink's own positions count, not those of its group."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=1)
    await log.open()
    changes = [change("a", version) for version in (1, 2, 3)]
    await log.append([_outgoing("a", encode(record)) for record in changes])
    sink = Listing({0: 2})
    deliver = Deliver(log, sink)
    await deliver.start()

    async def caught_up() -> bool:
        return sum((await log.positions(sink.group)).values()) == 3

    await until(caught_up)
    await deliver.stop()
    await log.close()
    assert (changes[2:], {0: 3}) == (sink.records, sink.positions)


async def test_a_sink_behind_its_group_is_filled_from_its_own_position(tmp_path: Path) -> None:
    """As after a power cut that took what the sink had written."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=1)
    await log.open()
    changes = [change("a", version) for version in (1, 2, 3)]
    await log.append([_outgoing("a", encode(record)) for record in changes])
    sink = Listing({})

    async def caught_up() -> bool:
        return len(sink.records) == 3

    for taken in (0, 1, 0):
        sink.records, sink.positions = [*changes[:taken]], {0: taken}
        deliver = Deliver(log, sink)
        await deliver.start()
        await until(caught_up)
        await deliver.stop()
        assert ([*changes], {0: 3}) == (sink.records, sink.positions)
    await log.close()


async def told(log: EmbeddedLog, path: Path, gone: Any = None) -> StreamFollower:
    """A follower of the changes that writes to a place."""
    through = StreamFollower(log, Stream(path, object_lines, gone or (lambda: None)))
    await through.start()
    return through


async def test_a_stream_is_told_everything_at_every_start(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What comes while it ends as well; of what was sent twice one line; junk is passed over."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    await log.append([_outgoing("a", encode(change("a", 1, "new"))), _outgoing("b", b"\x01junk")])
    through = await told(log, Path("-"))
    await log.append([_outgoing("a", encode(change("a", version))) for version in (2, 1, 2)])
    await through.stop()
    found = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [("a", 1), ("a", 2)] == [(line["id"], line["version"]) for line in found]
    await (await told(log, Path("-"))).stop()
    assert 2 == len(capsysbinary.readouterr().out.splitlines())
    await log.close()


async def test_a_pipe_whose_reader_has_gone_is_told_no_more(tmp_path: Path) -> None:
    """The crawl hears of it, and is not ended as by a failure."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=1)
    await log.open()
    pipe, gone = tmp_path / "pipe", asyncio.Event()
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    through = await told(log, pipe, gone.set)
    os.close(reader)
    await log.append([_outgoing("a", encode(change("a", 1, "new")))])
    await gone.wait()
    await through.stop()
    await log.close()


def _outgoing(key: str, value: bytes) -> Outgoing:
    return Outgoing(CHANGES, key.encode(), value)
