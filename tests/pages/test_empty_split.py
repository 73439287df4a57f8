"""Pages that answer nothing, told from pages that differ from them in next to nothing."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.clusters.model import ClusterModel
from upwell.models.pages.grouping.empty_split import parting
from upwell.models.pages.grouping.kinds import kinds
from upwell.models.pages.params import ClusterParams
from upwell.models.pages.signature import Signature
from upwell.models.papers.thor.clustering.measures import adjusted_rand

PARTS = "html body table tr td a form input img hr em small b p".split()
Page = tuple[str, str, Signature, bool]


def _page(kind: str, i: int) -> Signature:
    """A single match shows its title in bold, a page without any says so plainly."""
    draw = np.random.default_rng([i, *kind.encode()])
    frame = {"html": 1, "body": 1, "table": 3, "tr": 12, "td": 20, "a": 9, "form": 1, "input": 2}
    options = {name: 1 for name in ("img", "hr", "em", "small") if draw.random() < 0.5}
    bold = {"b": 1} if kind == "single" else {}
    counts = {**frame, **options, **bold, "p": int(draw.integers(1, 4))}
    paths = {PARTS.index(name): n for name, n in counts.items()}
    return Signature(classes=counts, paths=paths, terms=40)


def _site(single: int, none: int, nonsense: int) -> list[Page]:
    kinds_of = [("single", single, False), ("none", none, False), ("none", nonsense, True)]
    pages = [
        (kind, f"{kind} {asked} {i}", _page(kind, i + 1000 * asked), asked)
        for kind, n, asked in kinds_of
        for i in range(n)
    ]
    random.Random(1).shuffle(pages)
    return pages


def _learn(pages: list[Page], told: bool = True) -> tuple[Clusters, list[int]]:
    clusters = Clusters()
    for _, key, signature, nonsense in pages:
        clusters.fold(key, signature, nonsense and told)
        if clusters.due:
            clusters.recluster()
    model = clusters.publish()
    assert model is not None
    return clusters, [model.assign(signature).cluster for _, _, signature, _ in pages]


def test_a_single_tag_tells_when_nonsense_answers_agree_on_it() -> None:
    """THOR's own example: without the evidence one template, with it two."""
    pages = _site(single=40, none=12, nonsense=8)
    truth = [kind for kind, *_ in pages]
    assert 1 == len(set(_learn(pages, told=False)[1]))
    assert 1.0 == adjusted_rand(truth, _learn(pages)[1])


def test_a_page_never_seen_is_told_apart_too() -> None:
    """By the tokens that tell, kept in the model and in what is stored of it."""
    clusters, read = _learn(_site(single=40, none=12, nonsense=8))
    published = clusters.publish()
    assert published is not None
    model = ClusterModel.decode(published.encode())
    single, none = (model.assign(_page(kind, 77)).cluster for kind in ("single", "none"))
    assert {single, none} == set(read)
    assert single != none


def test_a_stored_learner_knows_which_pages_answered_nonsense() -> None:
    pages = _site(single=20, none=0, nonsense=7)
    clusters, _ = _learn(pages)
    again = Clusters.decode(clusters.encode())
    assert 7 == sum(page.nonsense for page in again.state.sample.values())
    assert clusters.state == again.state


def test_a_source_that_answers_nonsense_with_results_keeps_its_template() -> None:
    """Its nonsense answers look like the others, options and all: nothing tells."""
    pages = [
        (kind, key, _page("single", i), asked)
        for i, (kind, key, _, asked) in enumerate(_site(single=60, none=0, nonsense=10))
    ]
    assert 1 == len(set(_learn(pages)[1]))


@pytest.mark.parametrize(("witnesses", "divided"), [(1, False), (2, False), (8, True)])
def test_few_witnesses_prove_nothing(witnesses: int, divided: bool) -> None:
    """A token of half of the other pages is met by one or two witnesses by luck."""
    counts = np.array([[1.0, 1.0]] * 20 + [[1.0, 0.0]] * (20 + witnesses))
    witness = np.arange(len(counts)) >= 40
    found = parting(counts, np.arange(len(counts)), witness, ClusterParams())
    assert divided == (found is not None)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 12))
def test_every_page_is_in_one_kind_whatever_the_witnesses(seed: int, n_witnesses: int) -> None:
    draw = np.random.default_rng(seed)
    counts = draw.integers(0, 3, (30, 6)).astype(float)
    witness = [i < n_witnesses for i in range(30)]
    found = kinds(counts, [9] * 30, witness, ClusterParams()).kinds
    assert list(range(30)) == sorted(row for kind in found for row in kind.rows.tolist())


def test_witnesses_stay_in_the_sample_however_many_pages_follow() -> None:
    """Eight of ten are held at 600 pages, and the empty pages are still told apart."""
    pages = _site(single=500, none=90, nonsense=10)
    clusters, read = _learn(pages)
    assert sum(page.nonsense for page in clusters.state.sample.values()) >= 8
    assert 1.0 == adjusted_rand([kind for kind, *_ in pages], read)


def test_pages_for_which_nothing_was_asked_are_kinds_of_their_own() -> None:
    """A help page in a site's frame, one tag apart from its empty answer, is not one of those."""
    frame = {f"div.part{i}": 1 for i in range(20)}
    pages = [(f"help {i}", False, Signature(classes={**frame, "p.text": 1})) for i in range(5)]
    pages += [(f"none {i}", True, Signature(classes={**frame, "p.sorry": 1})) for i in range(9)]
    clusters, together = Clusters(), Clusters()
    for key, asked, signature in pages:
        clusters.fold(key, signature, asked=asked)
        together.fold(key, signature)
    model, one = clusters.publish(), together.publish()
    assert model is not None
    assert one is not None
    read = [model.assign(signature).cluster for *_, signature in pages]
    assert (1, 1, 2) == (len(set(read[:5])), len(set(read[5:])), len(set(read)))
    assert 1 == len(one.clusters)
