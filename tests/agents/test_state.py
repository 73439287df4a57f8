"""Laws of numbers, heads and views."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from upwell.agents.reducer import Identity
from upwell.agents.state import Head, Numbers, Views
from upwell.agents.state.head import decode_head, encode_head
from upwell.agents.state.views import ViewParams

from .toy import DictTable

numbers = st.lists(st.tuples(st.integers(1, 30), st.integers(0, 30)), max_size=40)


@given(numbers)
def test_numbers_are_a_set_cut_below_its_lowest_open_number(added: list[tuple[int, int]]) -> None:
    """Membership is that of a set; runs are ascending and never touch each other."""
    runs, oracle, low = Numbers(), set(), 0
    for number, below in added:
        runs.add(number, below)
        oracle.add(number)
        low = max(low, below)
    expected = [number for number in range(32) if number < low or number in oracle]
    assert expected == [number for number in range(32) if number in runs]
    ends = [end for run in runs.runs for end in run]
    assert ends == sorted(set(ends))
    assert all(start >= low for start, _ in runs.runs)


@given(
    st.dictionaries(st.text(max_size=5), st.integers(0, 2**60), max_size=5),
    numbers,
    st.none() | st.binary(max_size=20),
)
def test_a_head_comes_back_as_it_was(
    parts: dict[str, int], added: list[tuple[int, int]], user: bytes | None
) -> None:
    """A head survives its bytes, and equal heads are equal bytes whatever came first."""
    head = Head(user=user, parts=parts)
    for number, low in added:
        head.note(Identity("plan", number, low))
    head.next_seq("pages")
    assert head == decode_head(encode_head(head))
    head.received = dict(parts)
    head.sent |= parts
    turned = Head(*(_turned(getattr(head, name)) for name in head.__struct_fields__))
    assert encode_head(head) == encode_head(turned)


def _turned(value: Any) -> Any:
    return dict(reversed(value.items())) if isinstance(value, dict) else value


def test_decoded_state_is_bounded() -> None:
    """Only so many keys of a partition keep their decoded state; the oldest go first."""
    views = Views(DictTable(), ViewParams(cached_keys=2))
    for key in ("a", "b", "a", "c"):
        views.view(0, key).cache[key] = True
        views._open.clear()
    assert [("a", True), ("b", False), ("c", True)] == [
        (key, bool(views._caches[0].get(key))) for key in ("a", "b", "c")
    ]


def test_a_part_is_read_as_it_was_written() -> None:
    """A view reads its own writes, then what is stored, and not what was deleted."""
    table = DictTable()
    for offset, value in enumerate([b"one", b"two", None]):
        views = Views(table)
        view = views.view(0, "k")
        view.begin(offset)
        view.put("p", value)
        assert value == view.part("p")
        view.set_head(b"head")
        view.keep(None)
        views.commit(generation=1)
        assert value == Views(table).view(0, "k").part("p")
    assert [] == Views(table).view(0, "k").parts()
