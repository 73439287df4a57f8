"""Laws of a site's state: it is a function of its observations, and reading changes nothing."""

from __future__ import annotations

import pytest

from upwell.errors import RecordError
from upwell.models.site import Observation, Site, SiteModel, SiteState

from .answers import WORDS, asked, body, seen, url


@pytest.fixture(scope="module")
def learned() -> tuple[SiteState, list[Observation]]:
    state, folded = SiteState(), []
    for tree, observation in asked():
        with_vote = state.with_vote(observation, tree)
        state.fold(with_vote)
        folded.append(with_vote)
    return state, folded


def published(state: SiteState) -> SiteModel:
    model = SiteState.decode(state.encode()).publish(1)
    assert model is not None
    return model


def test_folding_the_same_observations_again_gives_the_same_state(
    learned: tuple[SiteState, list[Observation]],
) -> None:
    state, folded = learned
    again = SiteState()
    for observation in folded:
        again.fold(Observation.decode(observation.encode()))
    assert published(state).encode() == published(again).encode()


def test_a_decoded_state_goes_on_as_the_original_would(
    learned: tuple[SiteState, list[Observation]],
) -> None:
    _, folded = learned
    whole, halved = SiteState(), SiteState()
    for i, observation in enumerate(folded):
        whole.fold(observation)
        if i == len(folded) // 2:
            halved = SiteState.decode(halved.encode())
        halved.fold(observation)
    assert published(whole).encode() == published(halved).encode()


def test_reading_changes_neither_model_nor_state(
    learned: tuple[SiteState, list[Observation]],
) -> None:
    state, _ = learned
    model = published(state)
    before = (model.encode(), state.encode())
    for tree, observation in asked():
        model.read_tree(tree, observation)
    assert before == (model.encode(), state.encode())


def test_a_model_survives_its_encoding(learned: tuple[SiteState, list[Observation]]) -> None:
    model = published(learned[0])
    tree, observation = seen("amber", 12)
    again = SiteModel.decode(model.encode())
    assert model.read_tree(tree, observation) == again.read_tree(tree, observation)


@pytest.mark.parametrize("n", [1, 2, 8, 12])
def test_the_objects_are_the_records_and_nothing_beside_them(
    learned: tuple[SiteState, list[Observation]], n: int
) -> None:
    tree, observation = seen("willow", n, turn=77)
    reading = published(learned[0]).read_tree(tree, observation)
    assert [f"http://library.example/item/willow-{i}" for i in range(n)] == [
        found.links[0] for found in reading.objects
    ]


def test_a_page_without_a_match_is_empty_although_a_box_repeats_the_query(
    learned: tuple[SiteState, list[Observation]],
) -> None:
    tree, observation = seen("willow", 0, turn=78)
    reading = published(learned[0]).read_tree(tree, observation)
    assert (True, [], []) == (reading.empty, reading.pagelets, reading.objects)


def test_page_two_of_an_answer_is_not_another_fetch_of_page_one() -> None:
    first, second = seen("amber", 12)[1], seen("amber", 5, page=2)[1]
    assert first.pagelets.query != second.pagelets.query
    assert first.pagelets.query == seen("amber", 12, turn=9)[1].pagelets.query


def test_an_answer_to_nonsense_does_not_vote() -> None:
    state = SiteState()
    for tree, observation in asked():
        state.fold(state.with_vote(observation, tree))
    tree, observation = seen("qqzzv", 0, nonsense=True)
    assert state.with_vote(observation, tree).vote is None


def test_the_door_for_programs_reads_what_the_agents_read() -> None:
    site = Site()
    for query in ("amber", "birch", "cedar", "delta", "ember", "fjord"):
        site.observe(body(query, 9, turn=len(query)), url=url(query), query=query)
    model = site.publish()
    assert model is not None
    reading = model.read(body("grove", 4), url=url("grove"), query="grove")
    assert 4 == len(reading.objects)
    assert 4 == len(Site.load(site.save()).observe(body("grove", 4), url("grove"), "grove").objects)


@pytest.mark.parametrize("at", [0, 3, 20, 25])
def test_a_loaded_site_goes_on_exactly_where_the_saved_one_stood(at: int) -> None:
    """Before the first page, before the first model, when it was published, and after it."""
    site, loaded = Site(), Site()
    for turn, word in enumerate(3 * WORDS[:10]):
        if turn == at:
            loaded = Site.load(loaded.save())
        page, address = body(word, 3 + turn % 7, turn=turn), url(f"{word}{turn}")
        assert site.observe(page, address, word) == loaded.observe(page, address, word)
    assert site.model is not None
    assert loaded.model is not None
    assert (site.model.version, site.save()) == (loaded.model.version, loaded.save())
    after, once_more = site.publish(), Site.load(loaded.save()).publish()
    assert after is not None
    assert after == once_more


@pytest.mark.parametrize("kept", [0, 1, 2, 100])
def test_what_is_no_saved_site_is_refused_with_its_reason(kept: int) -> None:
    site = Site()
    site.observe(body("amber", 9), url=url("amber"), query="amber")
    whole = site.save()
    for data in (whole[:kept], whole[:kept] + b"garbage", b"\xff" + whole):
        with pytest.raises(RecordError, match="saved"):
            Site.load(data)
