"""What happened: from the read model, which forgets nothing, and from the log behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from upwell.cli.main import run
from upwell.streams.records import Change
from upwell.streams.sinks.sqlite import FILE, ObjectsTable

from .filled import SITE, Shell, fill, status

ENDS = dict.fromkeys(range(8), 0)


def change(id: str, version: int, price: float, event: str = "changed", **more: Any) -> Change:
    given: dict[str, Any] = {
        "site": SITE, "page_url": f"http://{SITE}/", "url": f"http://{SITE}/{id}",
        "text": f"{id} at {price} EUR", "seen_at": 1_772_323_200.0 + 86_400 * version,
        "fields": {"title": id, "price": f"{price} EUR"},
        "typed": {"price": {"value": price, "unit": "EUR"}},
    }  # fmt: skip
    return Change(id=id, version=version, event=event, **(given | more))


FORGOTTEN = [change("cello", 1, 120, "new"), change("viola", 1, 80, "new")]
RECENT = [
    change("cello", 2, 90, before={"price": "120 EUR"}),
    change("viola", 2, 80, "gone"),
]


@pytest.fixture
def upwell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    """The first versions stand in the file alone, the second ones in the log alone."""
    fill(f"upwell://{tmp_path}", [*RECENT, status()])
    table = ObjectsTable(tmp_path / FILE)
    table.open(known=False)
    table.write(FORGOTTEN, ENDS)
    table.close()
    return Shell(f"upwell://{tmp_path}", capsys)


def told(lines: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return sorted((line["id"], line["event"], line["version"]) for line in lines)


def test_changes_tells_what_the_topic_has_forgotten_and_what_the_file_lacks(upwell: Shell) -> None:
    """Each once, with what differs from the version before."""
    found = upwell.json("changes")
    assert [
        ("cello", "changed", 2),
        ("cello", "new", 1),
        ("viola", "gone", 2),
        ("viola", "new", 1),
    ] == told(found)
    (changed,) = (line for line in found if line["event"] == "changed")
    price = {"before": {"value": 120, "unit": "EUR"}, "after": {"value": 90, "unit": "EUR"}}
    assert {"price": price} == changed["fields"]
    assert "event id version url site at fields text evidence".split() == list(changed)


CHOSEN = [
    (["--since", "2026-03-03"], {"cello 2", "viola 2"}),
    (["--where", "price < 100"], {"cello 2", "viola 1", "viola 2"}),
    (["--where", "event = new and price < 100"], {"viola 1"}),
    (["--where", "price changed and before.price > 100"], {"cello 1", "cello 2"}),
    (["--site", "another.example"], set()),
]


@pytest.mark.parametrize(
    ("options", "expected"),
    CHOSEN,
    ids=lambda case: str(case)[:40] if isinstance(case, list) else "",
)
def test_changes_are_chosen_by_time_site_and_filter(
    upwell: Shell, options: list[str], expected: set[str]
) -> None:
    found = upwell.json("changes", *options)
    if "before.price" in options[-1]:  # of a new object every column came
        found = [line for line in found if line["event"] != "new"]
        expected = {"cello 2"}
    assert expected == {f"{line['id']} {line['version']}" for line in found}


@pytest.mark.parametrize("name", ["cello", f"http://{SITE}/cello"])
def test_history_is_every_version_of_one_object(upwell: Shell, name: str) -> None:
    """By its id, or by its own page."""
    found = upwell.json("history", name)
    assert [(1, "new"), (2, "changed")] == [(line["version"], line["event"]) for line in found]


def test_history_follows_an_object_under_every_id_it_had(upwell: Shell, tmp_path: Path) -> None:
    """Whichever of them is asked for, in the order in which it happened."""
    table = ObjectsTable(tmp_path / FILE)
    moved = change("cello", 2, 120, "alias", becomes="bass")
    table.open(known=True)
    table.write([moved, change("bass", 1, 120, "new", was="cello")], ENDS | {0: 9})
    table.close()
    for name in ("cello", "bass"):
        found = upwell.json("history", name)
        assert [("cello", 1), ("cello", 2), ("bass", 1)] == [
            (line["id"], line["version"]) for line in found
        ][:3]


def test_objects_are_as_they_were_at_a_time(upwell: Shell) -> None:
    """What had not come yet is not there, what went later is."""
    then = upwell.json("objects", SITE, "--as-of", "2026-03-02T12:00:00Z")
    assert {"cello": 120, "viola": 80} == {
        line["id"]: line["fields"]["price"]["value"] for line in then
    }
    assert [] == upwell.json("objects", SITE, "--as-of", "2026-03-01")
    now = upwell.json("objects", SITE, "--where", "price < 100")
    assert [("cello", 90)] == [(line["id"], line["fields"]["price"]["value"]) for line in now]


WRONG = [
    (
        ["changes", "--where", "pirce < 3"],
        "at 1: no column is called 'pirce'; the nearest is price",
    ),
    (["changes", "--where", "price <"], "at 8: a value is missing"),
    (["changes", "--since", "soon"], "write a day"),
    (["objects", SITE, "--as-of", "then"], "write a day"),
    (["history", "harp"], "nothing is known of an object 'harp'"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=lambda case: str(case)[:40])
def test_what_cannot_be_answered_says_what_to_write(
    upwell: Shell, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run([*arguments, "--broker", upwell._url])
    assert said in capsys.readouterr().err


def test_without_the_file_the_log_tells_what_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of an earlier version; how it was at a time is not there."""
    fill(f"upwell://{tmp_path}", [*RECENT, status()])
    upwell = Shell(f"upwell://{tmp_path}", capsys)
    assert [("cello", "changed", 2), ("viola", "gone", 2)] == told(upwell.json("changes"))
    assert 3 == run(["objects", SITE, "--as-of", "3h", "--broker", f"upwell://{tmp_path}"])
    assert "--as-of reads objects.sqlite" in capsys.readouterr().err
