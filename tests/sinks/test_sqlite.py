"""Laws of the read model: every version once, positions with the rows, nobody else's file."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.errors import ConfigError, StoreError, UsageError
from upwell.streams.records import Change, SiteStatus
from upwell.streams.sinks.sqlite import FILE, ObjectsTable, SitesTable, connect


def change(id: str, version: int, event: str = "changed", price: str = "3", **more: Any) -> Change:
    given: dict[str, Any] = {
        "site": "s", "page_url": "http://s/", "text": f"{id} at {price}", "seen_at": version + 0.5,
        "fields": {"price": price},
    }  # fmt: skip
    return Change(id=id, version=version, event=event, **(given | more))


def filled(path: Path, *records: Change) -> sqlite3.Connection:
    table = ObjectsTable(path)
    table.open(known=False)
    table.write(records, {0: len(records)})
    table.close()
    return connect(path)


def rows(database: sqlite3.Connection, asked: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in database.execute(asked)]


def test_the_tables_have_the_columns_that_others_read(tmp_path: Path) -> None:
    """The dashboard, the commands and people's own queries name them."""
    database = filled(tmp_path / FILE)
    columns = {
        "objects": "id site url page_url query text event version first_at seen_at changed_at "
        "present fields raw provenance links",
        "fields": "id name value number",
        "changes": "id version event site at url page_url query text fields whole evidence",
        "sites": "site url phase reason issued answered outstanding objects model_version at "
        "record",
        "positions": "topic partition position",
        "meta": "key value",
        "objects_fts": "id text",
    }
    for table, names in columns.items():
        found = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        assert names.split() == found[: len(names.split())]
    assert [("1",)] == rows(database, "SELECT value FROM meta WHERE key = 'schema'")


def test_an_object_is_its_newest_version_and_keeps_all(tmp_path: Path) -> None:
    """When it was first seen stays; what differed stands with each version."""
    database = filled(
        tmp_path / FILE,
        change("a", 1, "new"),
        change("a", 2, price="4", before={"price": "3"}),
    )
    asked = "SELECT event, version, first_at, seen_at, changed_at, present FROM objects"
    assert [("changed", 2, 1.5, 2.5, 2.5, 1)] == rows(database, asked)
    kept = [
        (version, json.loads(fields), json.loads(whole)["fields"], json.loads(evidence))
        for version, fields, whole, evidence in rows(
            database, "SELECT version, fields, whole, evidence FROM changes ORDER BY version"
        )
    ]
    evidence = {"page_url": "http://s/", "query": None}
    assert [
        (1, {"price": {"before": None, "after": "3"}}, {"price": "3"}, evidence),
        (2, {"price": {"before": "3", "after": "4"}}, {"price": "4"}, evidence),
    ] == kept
    assert [("price", "4", 4.0)] == rows(database, "SELECT name, value, number FROM fields")


@pytest.mark.parametrize("event", ["gone", "withdrawn"])
def test_what_has_ended_is_not_present_and_has_no_fields(tmp_path: Path, event: str) -> None:
    """Its row stays, with what it was; it changed when it was another, not when it went."""
    database = filled(tmp_path / FILE, change("a", 1, "new"), change("a", 2, event))
    asked = "SELECT event, present, changed_at, json_extract(fields, '$.price') FROM objects"
    assert [(event, 0, 1.5, "3")] == rows(database, asked)
    assert [] == rows(database, "SELECT * FROM fields")


def test_an_alarm_is_a_change_and_no_object(tmp_path: Path) -> None:
    database = filled(tmp_path / "x.sqlite", change("a", 1, "new"), change("s", 1, "health"))
    assert [("a",)] == rows(database, "SELECT id FROM objects")
    assert [("a", "new"), ("s", "health")] == rows(database, "SELECT id, event FROM changes")


def test_words_find_objects_as_they_are_now(tmp_path: Path) -> None:
    """Not by what an earlier version said."""
    database = filled(
        tmp_path / FILE,
        change("a", 1, "new", text="an otter swims"),
        change("b", 1, "new", text="a wolf runs"),
        change("a", 2, text="an otter sleeps"),
    )
    found = "SELECT o.id FROM objects_fts f JOIN objects o ON o.id = f.id WHERE objects_fts MATCH "
    assert [("a",)] == rows(database, found + "'otter'")
    assert [("a",)] == rows(database, found + "'sleeps'")
    assert [] == rows(database, found + "'swims'")
    database.close()
    writable = sqlite3.connect(tmp_path / FILE)
    writable.execute("VACUUM")
    writable.execute("INSERT INTO objects_fts (objects_fts) VALUES ('integrity-check')")
    assert [("ok",)] == rows(writable, "PRAGMA integrity_check")


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 4)), max_size=12))
def test_whatever_comes_twice_stands_once(
    tmp_path_factory: pytest.TempPathFactory, events: list[tuple[str, int]]
) -> None:
    """Per object the versions only rise, as in the file of lines."""
    table = ObjectsTable(tmp_path_factory.mktemp("sink") / FILE)
    table.open(known=False)
    expected: dict[str, list[int]] = {}
    for offset, (id, version) in enumerate(events):
        table.write([change(id, version)], {0: offset + 1})
        if version > max(expected.get(id, [0])):
            expected.setdefault(id, []).append(version)
    found: dict[str, list[int]] = {}
    for id, version in table._file().execute("SELECT id, version FROM changes ORDER BY version"):
        found.setdefault(id, []).append(version)
    table.close()
    assert expected == found


def test_rows_and_positions_are_there_together_or_not_at_all(tmp_path: Path) -> None:
    """A record in the middle of a batch that cannot be written takes the others with it."""
    table = ObjectsTable(tmp_path / FILE)
    table.open(known=False)
    table.write([change("a", 1, "new")], {0: 1})
    broken = change("c", 1, "new", text=object())
    with pytest.raises(TypeError):
        table.write([change("b", 1, "new"), broken], {0: 3})
    table.close()
    again = ObjectsTable(tmp_path / FILE)
    assert {0: 1} == again.open(known=True)
    assert [("a",)] == rows(connect(tmp_path / FILE), "SELECT id FROM objects")
    again.close()


def test_the_rows_of_another_log_go(tmp_path: Path) -> None:
    """Positions of a log that does not know the group are worth nothing."""
    filled(tmp_path / FILE, change("a", 1, "new")).close()
    table = ObjectsTable(tmp_path / FILE)
    group = table.group
    assert {} == table.open(known=False)
    assert group != table.group
    table.close()
    database = connect(tmp_path / FILE)
    for name in ("objects", "fields", "changes", "objects_fts", "positions"):
        assert [] == rows(database, f"SELECT * FROM {name}")


def test_a_group_that_a_broker_forgot_costs_no_history(tmp_path: Path) -> None:
    """All is read once more; the rows of another broker go."""
    path, broker = tmp_path / FILE, "kafka://one:9092"
    for log, known, kept in ((broker, False, 0), (broker, False, 2), ("kafka://two:1", True, 0)):
        table = ObjectsTable(path, log)
        positions = table.open(known)
        count = "SELECT count(*) FROM changes"
        assert (kept, {}) == (table._file().execute(count).fetchone()[0], positions)
        table.write([change("a", 1, "new"), change("a", 2)], {0: 2})
        table.close()


def test_a_site_stands_as_plan_says_last(tmp_path: Path) -> None:
    """Two tables fill one file, each with positions of its own."""
    path = tmp_path / FILE
    filled(path, change("a", 1, "new")).close()
    sites = SitesTable(path)
    sites.open(known=False)
    for phase in ("probe", "harvest"):
        status = SiteStatus(site="s", url="http://s/", settings={}, phase=phase, issued=7)
        sites.write([status], {3: 9})
    sites.close()
    database = connect(path)
    asked = "SELECT site, phase, issued, json_extract(record, '$.phase') FROM sites"
    assert [("s", "harvest", 7, "harvest")] == rows(database, asked)
    assert [("changes", 0, 1), ("sites", 3, 9)] == rows(database, "SELECT * FROM positions")


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    """So are the two that SQLite keeps beside it."""
    table = ObjectsTable(tmp_path / FILE)
    table.open(known=False)
    table.write([change("a", 1, "new")], {0: 1})
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert dict.fromkeys([FILE, FILE + "-wal", FILE + "-shm"], 0o600) == modes
    table.close()


def test_somebody_elses_file_stays_as_it_is(tmp_path: Path) -> None:
    """A text, and a database that is not ours."""
    text, other = tmp_path / "notes.sqlite", tmp_path / "other.sqlite"
    text.write_text("notes")
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE mine (a)")
    database.close()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(UsageError, match="not upwell's own"):
            ObjectsTable(path).open(known=False)
        assert before == path.read_bytes()


def test_what_is_not_there_or_of_another_layout_is_not_read(tmp_path: Path) -> None:
    """The message says what fills it."""
    with pytest.raises(ConfigError, match="a crawl fills it"):
        connect(tmp_path / FILE)
    filled(tmp_path / FILE).close()
    database = sqlite3.connect(tmp_path / FILE)
    database.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    database.commit()
    database.close()
    with pytest.raises(ConfigError, match="layout 99"):
        connect(tmp_path / FILE)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    """The file is filled from the log alone."""
    database = filled(tmp_path / FILE, change("a", 1, "new"))
    with pytest.raises(sqlite3.OperationalError):
        database.execute("DELETE FROM objects")


def test_damage_is_said_with_the_file(tmp_path: Path) -> None:
    """And what to do about it."""
    path = tmp_path / FILE
    filled(path, *(change(f"o{n}", 1, "new") for n in range(50))).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="filled anew"):
        filled(path, change("a", 2))
