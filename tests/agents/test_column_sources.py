"""Laws of what goes with columns: types and sources travel with the values that they are of."""

from __future__ import annotations

from typing import Any

from upwell.streams.records import Change, Seen
from upwell.streams.sinks.lines import object_line

from .test_watch import again, changes_of, seen

PRICE = {"value": 5, "unit": "EUR"}


def lamp(page: int, fields: dict[str, str], typed: dict[str, Any], **more: Any) -> Seen:
    places = {name: ["", f"s{page}", page] for name in fields}
    url = f"http://s/{page}"
    return seen(str(fields), page_url=url, fields=fields, typed=typed, provenance=places, **more)


def test_a_line_has_values_with_their_types_texts_as_shown_and_where_each_is_from() -> None:
    (told,) = changes_of(lamp(1, {"title": "Lamp", "price": "5,00 €"}, {"price": PRICE}))
    line = object_line(told)
    assert line is not None
    assert {"title": "Lamp", "price": PRICE} == line["fields"]
    assert {"title": "Lamp", "price": "5,00 €"} == line["raw"]
    assert ["http://s/1", "s1", 1] == line["provenance"]["price"]


def test_a_column_that_another_page_brought_keeps_its_type_and_its_page() -> None:
    first = lamp(1, {"title": "Lamp", "price": "5,00 €"}, {"price": PRICE})
    second = lamp(2, {"title": "Lamp", "year": "1999"}, {"year": 1999}, at=6.0)
    joined = changes_of(first, second)[-1]
    line = object_line(joined)
    assert line is not None
    assert {"title": "Lamp", "price": PRICE, "year": 1999} == line["fields"]
    assert ("http://s/1", "http://s/2") == tuple(
        line["provenance"][name][0] for name in ("price", "year")
    )


def test_a_value_that_changed_leaves_its_type_behind() -> None:
    """No type of an earlier value stands beside a later text."""
    before = seen("Lamp 5", fields={"price": "5"}, typed={"price": 5})
    after = again("Lamp sold", fields={"price": "sold"})
    changed = changes_of(before, after)[-1]
    line = object_line(changed)
    assert line is not None
    assert ("changed", {}, "sold") == (changed.event, changed.typed, line["fields"]["price"])


def test_a_better_type_alone_is_no_change() -> None:
    before = seen("Lamp 5", fields={"price": "5"})
    after = again("Lamp 5", fields={"price": "5"}, typed={"price": 5})
    assert ["new"] == [change.event for change in changes_of(before, after)]


def test_a_record_of_before_has_neither() -> None:
    old = Change(
        id="a", version=1, event="new", site="s", page_url="p", text="t", seen_at=1.0,
        fields={"price": "5"},
    )  # fmt: skip
    line = object_line(old)
    assert line is not None
    assert ({"price": "5"}, {"price": "5"}, {}) == (line["fields"], line["raw"], line["provenance"])
