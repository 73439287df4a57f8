"""Laws of two rounds of a search: the events make the one list of the other, and are the fewest."""

from __future__ import annotations

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.change.rounds.list_events import confirmed_list, events_between, list_after

lists = st.lists(st.sampled_from("abcdefghijkl"), unique=True)


@given(lists, lists)
def test_the_events_of_a_round_make_the_list_of_it(before: list[str], after: list[str]) -> None:
    assert after == list_after(before, events_between(before, after))


@given(st.permutations("abcdef"))
def test_no_fewer_objects_can_have_moved(after: list[str]) -> None:
    stays = max(
        n
        for n in range(1, 7)
        for kept in combinations(sorted(after), n)
        if [id_ for id_ in after if id_ in kept] == sorted(kept)
    )
    assert 6 - stays == len(events_between("abcdef", after))


@given(lists, lists, st.booleans())
def test_what_two_rounds_show_alike_is_believed(
    known: list[str], shown: list[str], whole: bool
) -> None:
    assert (shown, False) == confirmed_list(known, shown, shown, whole)


@given(lists, lists, lists, st.booleans())
def test_one_round_alone_takes_nothing_away(
    known: list[str], earlier: list[str], latest: list[str], whole: bool
) -> None:
    """What was known and one of two rounds shows is there; what both lack is not; none twice."""
    found, _ = confirmed_list(known, earlier, latest, whole)
    assert set(known) & {*earlier, *latest} <= set(found) <= {*known, *earlier, *latest}
    assert len(set(found)) == len(found)
    assert not (set(found) - {*earlier, *latest})


@given(lists, lists, lists)
def test_what_one_round_shows_in_addition_waits_for_another(
    known: list[str], earlier: list[str], latest: list[str]
) -> None:
    found, unsure = confirmed_list(known, earlier, latest, whole=False)
    waits = set(latest) - {*known, *earlier}
    assert waits.isdisjoint(found)
    assert unsure or not waits


def test_what_falls_off_the_end_of_a_cut_list_has_not_left() -> None:
    """Three come in at the top of a list that shows six: as many fall off, and none has left."""
    events = events_between("abcdef", "xyzabc", cut=True)
    assert [("entered", "x"), ("entered", "y"), ("entered", "z")] == [e[:2] for e in events]
    assert [] == events_between("xyzabc", "abcdef", cut=True)[3:]


def test_what_is_missing_from_the_middle_of_a_cut_list_has_left() -> None:
    assert [("left", "b")] == [e[:2] for e in events_between("abcd", "acde", cut=True)]


def test_every_order_of_four_is_reached_by_its_events() -> None:
    for after in permutations("abcd"):
        assert list(after) == list_after("abcd", events_between("abcd", after))
