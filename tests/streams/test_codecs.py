"""What a value says it is, it is; everything else is a RecordError with a reason."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upwell.errors import RecordError
from upwell.streams.codecs import SCHEMA, compress, decode, decompress, encode
from upwell.streams.records import AnyRecord, Page, Request, Seen, SiteAdded, Tick
from upwell.streams.topics import TOPICS, declared, topic_named

RECORDS: list[AnyRecord] = [
    Tick(site="shop.test", at=1.5),
    Request(site="s", number=1, low=1, url="http://s/", reason="probe", form=[("q", "ü")]),
    Page(
        site="s",
        number=2,
        low=1,
        url="http://s/",
        final_url="http://s/x",
        reason="query",
        outcome="ok",
        fetched_at=2.0,
        body=b"\x00\xff",
    ),
    SiteAdded(site="s", url="http://s/", settings={"delay": 1.0, "allow": ["127.0.0.0/8"]}),
    Seen(site="s", seq=1, id="a", page_url="http://s/", text="Text", at=1.0, fields={"a": "b"}),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_comes_back_as_it_was(record: AnyRecord) -> None:
    assert record == decode(encode(record))


def test_a_field_that_a_later_version_added_is_skipped() -> None:
    later = bytes([SCHEMA]) + msgspec.msgpack.encode(
        {"kind": "tick", "site": "s", "at": 1.0, "zone": "UTC"}
    )
    assert Tick(site="s", at=1.0) == decode(later)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "empty value"),
        (b"", "empty value"),
        (b"\x01", "not MessagePack"),  # a schema byte alone
        (b"\x02\x80", "unknown schema number 2"),
        (b"\x01\xc1", "not MessagePack"),  # a byte MessagePack never uses
        (b"\x01\x80", "missing required field `kind`"),
        (b"\x01" + msgspec.msgpack.encode({"kind": "dragon"}), "dragon"),
        (
            b"\x01" + msgspec.msgpack.encode({"kind": "tick", "site": 5, "at": 1.0}),
            "Expected `str`",
        ),
        (b"\x01" + b"\x91" * 100_000, "schema 1"),  # arrays in arrays
        (encode(RECORDS[0])[:-3], "not MessagePack"),  # cut
    ],
)
def test_what_is_not_a_record_is_refused_with_its_reason(value: bytes | None, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        decode(value)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_a_record_error(noise: bytes) -> None:
    try:
        record = decode(noise)
    except RecordError:
        return
    assert record == decode(encode(record))


@given(st.binary(max_size=5000))
def test_a_body_comes_back_within_its_limit(body: bytes) -> None:
    assert body == decompress(compress(body), limit=len(body))


def test_a_bomb_makes_no_more_bytes_than_its_limit() -> None:
    with pytest.raises(RecordError, match="longer than its limit of 1000000"):
        decompress(compress(bytes(50_000_000)), limit=1_000_000)


@pytest.mark.parametrize(
    ("body", "reason"),
    [(b"<html>", "not zstd"), (compress(b"page" * 1000)[:-5], "cut")],
)
def test_a_body_that_cannot_be_opened_says_why(body: bytes, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        decompress(body, limit=10_000)


def test_topic_names_are_distinct_and_every_topic_goes_or_is_compacted() -> None:
    assert len(TOPICS) == len({topic.name for topic in TOPICS})
    assert [t.name for t in TOPICS if not t.compact and t.retention_s is None] == []


def test_a_tick_reaches_the_agents_that_act_by_time() -> None:
    with_ticks = {topic.name for topic in TOPICS if Tick in topic.records}
    assert {"findings", "objects"} == with_ticks


def test_a_partition_count_holds_for_all_topics() -> None:
    assert [3] * len(TOPICS) == [topic.partitions for topic in declared(3)]
    assert topic_named("pages").partitions == 8
