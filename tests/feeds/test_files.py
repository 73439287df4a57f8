"""Laws of every feed that fills a file: once, whatever dies in between, and nobody else's."""

from __future__ import annotations

import csv
import json
import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import feedparser
import pyarrow.dataset
import pyarrow.parquet
import pytest

from upwell.errors import ConfigError, UsageError
from upwell.feeds import FeedSettings, built, one_feed
from upwell.streams.feeds.files import EventLines
from upwell.streams.feeds.parquet import ParquetFiles
from upwell.streams.sinks import Sink
from upwell.streams.sinks.sqlite import ObjectsTable, connect

from .given import ALL, change

CHANGES = [
    change("a"), change("b"), change("a", 2, "changed", before={"stock": "1 left"}),
    change("c"), change("b", 2, "withdrawn"), change("a", 3, "gone"), change("d"),
]  # fmt: skip
NAMES = [f"{each.id}.{each.version}" for each in CHANGES]


def lines(path: Path) -> list[str]:
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [f"{line['id']}.{line['version']}" for line in found]


def rows(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [f"{row['id']}.{row['version']}" for row in csv.DictReader(file)]


def versions(path: Path) -> list[str]:
    with connect(path) as database:
        asked = "SELECT id || '.' || version FROM changes ORDER BY rowid"
        return [row[0] for row in database.execute(asked)]


def entries(path: Path) -> list[str]:
    found = feedparser.parse(path.read_bytes())
    assert not found.bozo, found.get("bozo_exception")
    return [entry.id.rpartition(":")[2] for entry in reversed(found.entries)]


def parquet(path: Path) -> list[str]:
    manifest = json.loads((path / "manifest.json").read_text())
    table = [pyarrow.parquet.read_table(path / file["name"]) for file in manifest["files"]]
    assert [file["rows"] for file in manifest["files"]] == [one.num_rows for one in table]
    found = [row for one in table for row in one.to_pylist()]
    waiting = (path / "pending.jsonl").read_text("utf-8").splitlines()
    found += [json.loads(line) for line in waiting]
    return [f"{row['id']}.{row['version']}" for row in found]


READ: dict[str, Callable[[Path], list[str]]] = {
    "jsonl": lines,
    "csv": rows,
    "sqlite": versions,
    "rss": entries,
    "atom": entries,
    "parquet": parquet,
}


def feed(kind: str, path: Path, **more: Any) -> FeedSettings:
    rows = {"rows": 3} if kind == "parquet" else {}
    return one_feed("mine", {"kind": kind, "to": str(path), **rows, **more})


def sink(kind: str, path: Path, **more: Any) -> Sink:
    return built([feed(kind, path, **more)]).sinks[0]


class Died(BaseException):
    """The process ended here."""


@pytest.mark.parametrize("kind", list(READ))
def test_a_feed_has_every_event_once_and_in_order(tmp_path: Path, kind: str) -> None:
    """Whatever comes twice."""
    mine = sink(kind, tmp_path / "feed")
    mine.open(known=False)
    for n, each in enumerate(CHANGES):
        mine.write([each, CHANGES[max(0, n - 1)]] if kind != "parquet" else [each], {0: n + 1})
    mine.close()
    assert NAMES == READ[kind](tmp_path / "feed")
    again = sink(kind, tmp_path / "feed")
    assert {0: len(CHANGES)} == again.open(known=True)
    again.close()
    assert NAMES == READ[kind](tmp_path / "feed")


def killed(
    kind: str, path: Path, at: int, monkeypatch: pytest.MonkeyPatch, batches: Sequence[Any]
) -> None:
    """Fill as deliver does, dying at the n-th rename; what was written before it stays."""
    mine = sink(kind, path)
    count = 0
    real = os.replace

    def replace(source: Any, target: Any) -> None:
        nonlocal count
        count += 1
        if count == at:
            raise Died
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", replace)
        try:
            positions = mine.open(known=path_known(path))
            for end, batch in batches:
                if end > positions.get(0, 0):
                    mine.write(batch, {0: end})
            mine.close()
        except Died:
            file = getattr(mine, "_file", None)
            if file is not None:
                file.close()


def path_known(path: Path) -> bool:
    """Whether the log has heard of this filling: it has, once a position was kept."""
    return path.exists()


@pytest.mark.parametrize("kind", ["jsonl", "csv", "rss", "atom", "parquet"])
def test_a_death_at_any_rename_loses_and_doubles_nothing(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch in hand comes again, and what it had left is cut back, or written over."""
    batches = [(n + 1, [each]) for n, each in enumerate(CHANGES)]
    for at in range(1, 14):
        path = tmp_path / f"feed-{at}"
        killed(kind, path, at, monkeypatch, batches)
        killed(kind, path, random.Random(at).randint(2, 6), monkeypatch, batches)
        killed(kind, path, 0, monkeypatch, batches)
        assert NAMES == READ[kind](path)


@pytest.mark.parametrize("kind", list(READ))
def test_somebody_elses_file_is_left_as_it_is(tmp_path: Path, kind: str) -> None:
    """And so is a folder that holds anything."""
    path = tmp_path / "feed"
    inner = path / "notes.txt" if kind == "parquet" else path
    inner.parent.mkdir(exist_ok=True)
    inner.write_text("notes\n" * 30)
    with pytest.raises(UsageError, match="not upwell's own"):
        sink(kind, path).open(known=False)
    assert "notes\n" * 30 == inner.read_text()


def test_a_cell_is_text_and_a_number_a_number(tmp_path: Path) -> None:
    """A program that opens the table computes nothing of what a page says."""
    mine = sink("csv", tmp_path / "t.csv", columns=["title", "price", "stock", "=none"])
    mine.open(known=False)
    mine.write(CHANGES[:1], {0: 1})
    mine.close()
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert ("'=cmd|a", "-5.0", "1 left", "") == (
        row["title"], row["price"], row["stock"], row["'=none"],
    )  # fmt: skip
    assert "2026-03-01T00:00:01.000Z" == row["at"]
    with pytest.raises(ConfigError, match="has other columns"):
        sink("csv", tmp_path / "t.csv", columns=["title"]).open(known=True)


def test_a_feed_is_told_what_its_filter_wants(tmp_path: Path) -> None:
    """By filter, event and site."""
    chosen: list[dict[str, Any]] = [
        {"where": "stock changed"}, {"events": ["gone"]}, {"sites": ["x"]},
    ]  # fmt: skip
    for n, more in enumerate(chosen):
        mine = sink("jsonl", tmp_path / f"{n}.jsonl", **more)
        mine.open(known=False)
        mine.write(CHANGES, {0: len(CHANGES)})
        mine.close()
    assert ["a.1", "b.1", "a.2", "c.1", "b.2", "a.3", "d.1"] == lines(tmp_path / "0.jsonl")
    assert (["a.3"], []) == (lines(tmp_path / "1.jsonl"), lines(tmp_path / "2.jsonl"))


def test_syndication_shows_the_newest_alone(tmp_path: Path) -> None:
    """With a title, a link and what differs, whatever letters a page has."""
    mine = sink("rss", tmp_path / "f.xml", keep=2)
    mine.open(known=False)
    mine.write(CHANGES, {0: len(CHANGES)})
    found = feedparser.parse((tmp_path / "f.xml").read_bytes())
    assert [("d.1", "new: =cmd|d"), ("a.3", "gone: =cmd|a")] == [
        (entry.id, entry.title) for entry in found.entries
    ]
    assert "http://shop.test/d" == found.entries[0].link


def test_parquet_files_read_as_one_table(tmp_path: Path) -> None:
    """Numbers are numbers; a column keeps its type, and what has another is in the object."""
    mine = ParquetFiles(tmp_path / "p", ALL, rows=2)
    mine.open(known=False)
    mine.write(CHANGES[:2], {0: 2})
    odd = change("e", typed={"stock": 7}, fields={"price": "on request", "stock": "7"})
    mine.write([odd, CHANGES[3]], {0: 4})
    mine.close()
    files = sorted((tmp_path / "p").glob("*.parquet"))
    table = pyarrow.dataset.dataset(files).to_table().to_pylist()
    assert [-5.0, -5.0, None, -5.0] == [row["field.price"] for row in table]
    assert ["1 left", "1 left", "7", "1 left"] == [row["field.stock"] for row in table]
    assert "on request" == json.loads(table[2]["object"])["fields"]["price"]


def test_a_feed_of_lines_keeps_what_was_withdrawn(tmp_path: Path) -> None:
    """It says what happened, not what there is."""
    mine = EventLines(tmp_path / "f.jsonl", ALL)
    mine.open(known=False)
    mine.write(CHANGES, {0: 7})
    mine.close()
    assert NAMES == lines(tmp_path / "f.jsonl")


def test_a_database_of_a_feed_is_whole(tmp_path: Path) -> None:
    """As SQLite itself says."""
    mine = ObjectsTable(tmp_path / "f.sqlite")
    mine.open(known=False)
    mine.write(CHANGES, {0: 7})
    mine.close()
    with connect(tmp_path / "f.sqlite") as database:
        assert ("ok",) == tuple(database.execute("PRAGMA integrity_check").fetchone())
