"""Dead letters wait until somebody sends them once more or lets them go."""

from __future__ import annotations

import json

import pytest

from upwell.streams.codecs import encode
from upwell.streams.records import DeadLetter, Page
from upwell.streams.topics import PAGES

from .filled import SITE, Shell, fill, letter, page, stands, values


@pytest.fixture
def upwell(log_url: str, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(log_url, capsys)


def test_a_letter_is_listed_with_place_reason_and_trace(log_url: str, upwell: Shell) -> None:
    fill(log_url, [letter(page(7), 5), letter(b"\x01junk", 6, "not MessagePack: odd")])
    first, second = upwell.json("dead-letters", "list", "--json")
    assert (PAGES, 0, 5, SITE, "ValueError: no page", "Traceback: here", 60.0) == tuple(
        first[name] for name in ("topic", "partition", "offset", "key", "reason", "trace", "at")
    )
    assert "not MessagePack: odd" == second["reason"]
    line, _ = upwell("dead-letters", "list")
    assert line.startswith(first["letter"])
    assert "pages/0@5" in line
    assert line.endswith("ValueError: no page")


def test_show_tells_what_of_the_record_can_be_read(log_url: str, upwell: Shell) -> None:
    fill(log_url, [letter(page(7), 5), letter(b"\xff\x00", 6)])
    good, bad = (line["letter"] for line in upwell.json("dead-letters", "list", "--json"))
    record = json.loads("\n".join(upwell("dead-letters", "show", good)))["record"]
    assert ("page", 7, f"{len(page(7).body)} bytes") == (
        record["kind"], record["number"], record["body"],
    )  # fmt: skip
    assert {"bytes": "ff 00"} == json.loads("\n".join(upwell("dead-letters", "show", bad)))[
        "record"
    ]


def test_a_retry_sends_the_record_under_a_number_of_its_own(log_url: str, upwell: Shell) -> None:
    """The page keeps plan's number and carries the place of its letter; the letter is gone."""
    fill(log_url, [letter(page(7), 5), letter(page(8), 6)])
    first, second = upwell.json("dead-letters", "list", "--json")
    upwell("dead-letters", "retry", first["letter"])
    (again,) = stands(log_url, PAGES)
    assert isinstance(again, Page)
    place = tuple(map(int, first["letter"].split(":")))
    assert (7, place) == (again.number, again.retry)
    assert [second] == upwell.json("dead-letters", "list", "--json")


def test_a_record_too_large_for_its_letter_is_fetched_from_its_place(
    log_url: str, upwell: Shell
) -> None:
    fill(log_url, [page(7, detail="x" * 300_000)])
    places = {
        held["partition"]: held["first"]
        for line in upwell.json("topics", "--json")
        if line["topic"] == PAGES
        for held in line["partitions"]
        if held["records"]
    }
    ((partition, offset),) = places.items()
    left = DeadLetter(
        topic=PAGES,
        partition=partition,
        offset=offset,
        key=SITE.encode(),
        value=b"",
        reason="too much",
        size=300_200,
    )
    fill(log_url, [left])
    upwell("dead-letters", "retry", "--all")
    first, again = stands(log_url, PAGES)
    assert isinstance(first, Page)
    assert isinstance(again, Page)
    assert (first.detail, True) == (again.detail, again.retry is not None)


def test_what_this_version_cannot_read_is_sent_as_it_was(log_url: str, upwell: Shell) -> None:
    value = b"\x09" + encode(page(1))[1:]  # of a schema to come
    fill(log_url, [letter(value, 5)])
    upwell("dead-letters", "retry", "--all")
    assert [value] == values(log_url, PAGES)
    assert [] == upwell("dead-letters", "list")


def test_letters_are_dropped_by_their_reason(log_url: str, upwell: Shell) -> None:
    fill(log_url, [letter(page(1), 5), letter(page(2), 6, "not MessagePack: odd")])
    upwell("dead-letters", "drop", "--reason", "no page")
    (left,) = upwell.json("dead-letters", "list", "--json")
    assert "not MessagePack: odd" == left["reason"]
    assert [] == values(log_url, PAGES)


def test_two_letters_of_one_record_are_one(log_url: str, upwell: Shell) -> None:
    """A record that is delivered again after a kill leaves its letter again."""
    fill(log_url, [letter(page(7), 5), letter(page(7), 5)])
    (only,) = upwell.json("dead-letters", "list", "--json")
    upwell("dead-letters", "drop", only["letter"])
    assert [] == upwell("dead-letters", "list")
