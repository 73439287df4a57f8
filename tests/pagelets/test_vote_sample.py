"""Laws of the votes that are kept page by page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from upwell.models.pagelets.learning.vote_sample import CastVote, VoteSample, VoteSampleParams
from upwell.models.pagelets.learning.votes import Vote, VoteParams


def voted(place: int, r: int, kind: int, early: bool = False) -> CastVote:
    vote = Vote(weights=((place, 1.0),), mass=0.9, linked=1.0, r=r, starts=(place,))
    return CastVote(vote, kind, asked=True, early=early)


def lists(sample: VoteSample, kind: int) -> list[int]:
    table = sample.tables()[kind]
    return [one.key for one in table.known(VoteParams()) if one.lists]


def test_a_kind_knows_its_list_however_many_other_pages_its_site_has() -> None:
    sample = VoteSample()
    for page in range(200):
        kind = page % 10
        sample.fold(page, voted(kind, 3 + page % 7, kind))
    assert [[kind] for kind in range(10)] == [lists(sample, kind) for kind in range(10)]


def test_votes_follow_their_pages_when_a_kind_parts_and_joins_again() -> None:
    sample = VoteSample()
    for page in range(20):
        sample.fold(page, voted(page % 2, 3 + page % 7, kind=0))
    together = sample.tables()[0]
    sample.regroup({page: page % 2 for page in range(20)})
    assert [[0], [1]] == [lists(sample, 0), lists(sample, 1)]
    sample.regroup(dict.fromkeys(range(20), 0))
    assert together == sample.tables()[0]
    sample.regroup(dict.fromkeys(range(10), 0))
    assert 10 == sample.tables()[0].n_voted


@given(st.permutations(range(60)))
def test_what_is_kept_does_not_depend_on_the_order_in_which_pages_come(order: list[int]) -> None:
    params = VoteSampleParams(per_kind=8, in_all=14)
    kept = []
    for pages in (order, range(60)):
        sample = VoteSample(params)
        for page in pages:
            if sample.wants(page, page % 2):
                sample.fold(page, voted(page % 3, page, page % 2))
        kept.append((sorted(sample.rows.items()), sample.tables()))
    assert kept[0] == kept[1]


def test_early_votes_weigh_less_and_make_room_first() -> None:
    sample = VoteSample(VoteSampleParams(per_kind=4))
    for page in range(4):
        sample.fold(page, voted(1, 5, 0, early=True))
    assert 4.0 == sample.tables()[0].n_voted
    sample.fold(50, voted(1, 5, 1))
    assert 1.0 == sample.tables()[0].n_voted
    assert sample.wants(99, 0)
    for page in range(10, 14):
        sample.fold(page, voted(2, 5, 0))
    assert [10, 11, 12, 13, 50] == sorted(sample.rows)
    assert not sample.wants(99, 0)


def test_a_page_that_has_voted_is_not_asked_again() -> None:
    sample = VoteSample()
    sample.fold(7, voted(1, 5, 0))
    assert not sample.wants(7, 0)
