"""What was told of records that were changed behind a site's back, against what was planted."""

from __future__ import annotations

from typing import Any

from benchmarks.apps.watched.judging import Judged, judged
from benchmarks.apps.watched.planting import Planted

RECORDS = {f"/b/{name}": name for name in "abcde"}
PLANTED = [
    Planted("change", "a", "A", ["/b/a"], "price", "£3.00", "£4.50"),
    Planted("change", "b", "B", ["/b/b"], "price", "£1.00", "£2.00"),
    Planted("remove", "c", "C", ["/b/c"]),
    Planted("add", "d", "D", ["/b/d"]),
]


def line(event: str, name: str, **fields: Any) -> dict[str, Any]:
    changes = {field: {"before": None, "after": after} for field, after in fields.items()}
    return {"event": event, "url": f"http://s/b/{name}", "fields": changes, "evidence": {}}


def found(*lines: dict[str, Any]) -> dict[str, Judged]:
    return judged(lines, PLANTED, RECORDS)


def test_what_was_planted_and_told_is_right() -> None:
    prices = [line("changed", "a", price={"value": 4.5}), line("changed", "b", price="£2.00")]
    told = found(*prices, line("gone", "c"), line("new", "d"))
    assert {"changed": (2, 2, 0), "gone": (1, 1, 0), "new": (1, 1, 0), "back": (0, 0, 0)} == {
        event: one[:3] for event, one in told.items()
    }
    assert (2, 0) == told["changed"].fields


def test_a_change_that_says_something_else_is_missed() -> None:
    told = found(line("changed", "a", stock="none"))["changed"]
    assert (2, 0, 0) == told[:3]
    assert ["a", "b"] == told.missed


def test_what_did_not_happen_is_false() -> None:
    told = found(line("changed", "e", price="£9"), line("back", "a"), line("gone", "x"))
    assert [["e"], ["a"], ["/b/x"]] == [told[e].wrong for e in ("changed", "back", "gone")]


def test_a_field_beside_the_one_that_was_planted_is_wrong() -> None:
    told = found(line("changed", "a", price="£4.50", net="£3.00"))["changed"]
    assert ((1, 1), 1) == (told.fields, told.told)
