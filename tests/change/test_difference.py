"""What differs between two versions of one object."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.change.difference import difference, values_before

values = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["1", "2", " 1", "x Y", "X  y"]))


@given(values)
def test_nothing_differs_from_itself(fields: dict[str, str]) -> None:
    assert [] == difference(fields, fields)


@given(values, values)
def test_a_difference_back_is_the_difference_turned_round(
    before: dict[str, str], after: dict[str, str]
) -> None:
    turned = [(change.name, change.after, change.before) for change in difference(before, after)]
    assert turned == [tuple(change) for change in difference(after, before)]


@given(values, values)
def test_a_difference_names_fields_that_came_went_or_read_differently(
    before: dict[str, str], after: dict[str, str]
) -> None:
    def read(fields: dict[str, str], name: str) -> str | None:
        return " ".join(fields[name].lower().split()) if name in fields else None

    expected = [name for name in "abcd" if read(before, name) != read(after, name)]
    changes = difference(before, after)
    assert expected == [change.name for change in changes]
    assert {n: before[n] for n in expected if n in before} == values_before(changes)
