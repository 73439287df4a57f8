"""Laws of what a site keeps of its pages: what changed nothing is not kept, what did is enough."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.laws.pages import family_pages, plain_pages
from upwell.models.pages.came_back import Response
from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.params import ClusterParams
from upwell.models.site import Delta, Observation, SampleParams, SiteState, observe
from upwell.models.site.sampling import sampled, step

from .answers import asked, seen

SMALL = SampleParams(full=8, few=3)


def rounds() -> list[Observation]:
    """Two rounds of questions; the second asks for second pages, and for some pages again."""
    pages = [observation for _, observation in asked()]
    again = [seen(word, 9, page=3, turn=n)[1] for n, word in enumerate(("amber", "cedar", "grove"))]
    more = [seen(f"word{n}", 5, turn=n)[1] for n in range(40)]
    unasked = [msgspec.structs.replace(one, url=f"{one.url}#", query=None) for one in more[:4]]
    silent = [seen(f"nil{n}", 0, turn=n)[1] for n in range(4)]
    return [*pages, *again, *more, *unasked, *silent, *pages[:5]]


def learned(observations: list[Observation], params: SampleParams) -> tuple[SiteState, list[Delta]]:
    state, deltas = SiteState(params), []
    for at, observation in enumerate(observations):
        counted = sampled(
            observation.url, observation.pagelets, at, state.pagelets.counts.places, params
        )
        deltas.append(state.learn(msgspec.structs.replace(observation, sampled=counted)).delta)
        if at == 30:
            state.clusters.recluster()
    return state, deltas


@pytest.mark.parametrize("params", [SampleParams(), SMALL])
def test_what_is_kept_of_the_pages_gives_the_same_state(params: SampleParams) -> None:
    """Byte for byte, with a clustering in between, in full or sampled."""
    state, deltas = learned(rounds(), params)
    again = SiteState(params)
    for at, delta in enumerate(deltas):
        again.fold_again(Delta.decode(delta.encode()))
        if at == 30:
            again.clusters.recluster()
    assert state.encode() == again.encode()


def test_a_page_that_is_only_counted_may_be_counted_at_any_time() -> None:
    """Pages that left nothing but a count commute with all others, so a number stands for them."""
    pages = rounds()
    few = ClusterParams(sample=6, keep=1)
    state, before = SiteState(SMALL), 31
    state.clusters = Clusters(few)
    for observation in pages[:before]:
        state.fold(observation)
    state.clusters.recluster()
    start = state.encode()
    deltas = []
    for at, observation in enumerate(pages[before:], before):
        drawn = msgspec.structs.replace(observation, sampled=at % 7 == 0)
        deltas.append(state.learn(drawn).delta)
    later = SiteState.decode(start)
    later.clusters.params = few
    counted = [delta for delta in deltas if delta.counts_only]
    assert len(counted) >= 3
    for delta in [delta for delta in deltas if not delta.counts_only] + counted:
        later.fold_again(delta)
    assert state.encode() == later.encode()


def test_strings_and_places_are_those_of_the_sample() -> None:
    """Running equals batch on the sample; all pages are counted."""
    pages = [
        msgspec.structs.replace(observation, sampled=at < 8 or at % 4 == 0)
        for at, observation in enumerate(rounds())
    ]
    running, batch = SiteState(), SiteState()
    for observation in pages:
        running.fold(observation)
    for observation in pages:
        if observation.sampled:
            batch.pagelets.fold(observation.pagelets)
    assert len(pages) == running.n_pages == running.pagelets.n_pages
    assert batch.pagelets.counts.strings == running.pagelets.counts.strings
    assert batch.pagelets.counts.places == running.pagelets.counts.places


def test_a_sample_is_part_of_every_earlier_one_and_half_as_large_for_each_doubling() -> None:
    """A page in the sample of many pages is in that of few; so many are taken as promised."""
    places = SiteState().pagelets.counts.places
    params = SampleParams(full=64, new=2.0)
    evidence = seen("amber", 3)[1].pagelets
    urls = [f"http://a.example/{n}" for n in range(4000)]
    drawn = {
        n: {url for url in urls if sampled(url, evidence, n, places, params)}
        for n in (0, 64, 128, 256, 512)
    }
    sizes = [len(urls) // step(n, 64) for n in drawn]
    assert drawn[0] == set(urls)
    assert drawn[512] < drawn[256] < drawn[128] < drawn[64]
    assert all(0.8 < len(drawn[n]) / size < 1.2 for n, size in zip(drawn, sizes, strict=True))


def test_a_page_that_is_visited_again_is_no_further_page() -> None:
    """However often, and whatever it says by then: what it shows is no more of the site by it."""
    state, pages = SiteState(SMALL), [page for _, page in asked()]
    for page in pages:
        state.learn(page)
    before, n_pages = state.pagelets.publish(), state.n_pages
    for turn in range(10):
        tree, visited = seen("amber", 9, turn=turn)
        delta = state.learn(state.with_vote(visited, tree, visit=True)).delta
        assert delta.pagelets is None
    after = state.pagelets.publish()
    assert n_pages + 10 == state.n_pages
    assert (before.strings, before.places) == (after.strings, after.places)


def test_a_page_that_is_of_a_new_template_when_it_is_visited_is_learned() -> None:
    """A redesign; what it says otherwise than before is no sign that it rotates."""
    tree, page = seen("amber", 9)
    state = SiteState()
    delta = state.learn(state.with_vote(page, tree, visit=True)).delta
    assert delta.pagelets is not None
    assert "" == delta.pagelets.query


def test_a_page_of_a_new_template_is_folded_whatever_its_hash() -> None:
    """Places that few pages have are counted until they are known."""
    state, (_, page) = SiteState(), seen("amber", 9)
    urls = [f"http://a.example/{n}" for n in range(400)]
    out = [
        url
        for url in urls
        if not sampled(url, page.pagelets, 10_000, state.pagelets.counts.places, SampleParams())
    ]
    assert out == []
    for _ in range(SampleParams().few):
        state.fold(page)
    drawn = [
        url
        for url in urls
        if sampled(url, page.pagelets, 10_000, state.pagelets.counts.places, SampleParams())
    ]
    assert len(drawn) < 20


@pytest.mark.parametrize("name", ["notices", "library"])
def test_votes_of_pages_that_come_again_are_folded_as_they_were(name: str) -> None:
    """Early votes are taken again; who asked for the page is part of them."""
    pages = family_pages(name)
    draw = Random(5)
    visits = [*pages[:14], *(draw.choice(pages[:10]) for _ in range(12)), *pages[14:40]]
    state, again = SiteState(), SiteState()
    for at, page in enumerate(visits):
        tree = page.tree
        if at < 9:  # a refusal teaches nothing: it is counted when the rest was folded
            refused = observe(tree, f"{page.url}#{at}", page.query, False, Response(403))
            assert state.learn(state.with_vote(refused, tree)).delta.counts_only
        seen = observe(tree, page.url, page.query, page.nonsense)
        delta = state.learn(state.with_vote(seen, tree)).delta
        again.fold_again(Delta.decode(delta.encode()))
        if at == 9:
            again.pass_over(9)
        if at % 10 == 9:
            state.publish(1)
            again.fold_again(Delta(published=0))
        assert at < 9 or state.encode() == again.encode()


@pytest.mark.parametrize("name", ["notices", pytest.param("library", marks=pytest.mark.e2e)])
def test_a_state_that_was_stored_goes_on_as_one_that_was_not(name: str) -> None:
    """Whatever of its sample is dropped later: nothing of a page is shared with another."""
    pages = [*family_pages(name), *plain_pages(name, 30)]
    Random(1).shuffle(pages)
    state, stored = SiteState(), SiteState()
    for at, page in enumerate(pages):
        tree = page.tree
        seen = observe(tree, page.url, page.query, page.nonsense)
        for one in (state, stored):
            one.learn(one.with_vote(seen, tree))
            if at % 7 == 6:
                one.publish(1)
        held = stored.encode()
        assert state.encode() == held
        stored = SiteState.decode(held)
    assert state.encode() == stored.encode()
