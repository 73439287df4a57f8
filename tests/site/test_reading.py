"""Laws of reading with a published model: what it leaves out changes nothing."""

from __future__ import annotations

import pytest

from tests.site.answers import WORDS, asked, body, url
from upwell.models.pages.signature import signature, signature_in
from upwell.models.site import SiteModel, SiteState, observe
from upwell.models.tree.parse import parse


@pytest.fixture(scope="module")
def model() -> SiteModel:
    """What a first round of questions teaches."""
    state = SiteState()
    for tree, observation in asked():
        state.fold(state.with_vote(observation, tree))
    published = state.publish(version=1)
    assert published is not None
    return published


@pytest.mark.parametrize("n", [0, 1, 5, 12])
def test_a_page_that_nobody_observes_reads_as_one_that_was_observed(
    model: SiteModel, n: int
) -> None:
    html, address = body(WORDS[3], n), url(WORDS[3])
    tree = parse(html, url=address)
    observed = model.read_tree(tree, observe(tree, address, WORDS[3]))
    assert observed == model.read(html, address, WORDS[3])
    assert observed.empty == (n == 0)


def test_the_part_of_a_signature_that_clusters_ask_for_is_that_of_the_whole() -> None:
    tree, _ = asked()[0]
    whole = signature(tree)
    assert whole.classes == signature_in(tree, "class").classes
    assert whole.paths == signature_in(tree, "path").paths


def test_reading_leaves_the_model_as_it_was(model: SiteModel) -> None:
    before = model.encode()
    for word in WORDS:
        model.read(body(word, 6), url(word), word)
    assert before == model.encode()
    assert model == SiteModel.decode(before)
