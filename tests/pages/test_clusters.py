"""Laws of the running clusters of a site."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.clusters.model import ClusterModel
from upwell.models.pages.params import ClusterParams
from upwell.models.pages.signature import Signature
from upwell.models.papers.thor.clustering.measures import adjusted_rand, purity

Site = list[tuple[str, str, Signature]]  # (template, key, signature)
Build = Callable[..., Site]


def learn(pages: Site, params: ClusterParams | None = None) -> tuple[Clusters, list[int]]:
    """Fold, clustering whenever it is due; (learner, id of each page at arrival)."""
    clusters = Clusters(params)
    ids = []
    for _, key, signature in pages:
        ids.append(clusters.fold(key, signature))
        if clusters.due:
            clusters.recluster()
    return clusters, ids


def published(clusters: Clusters) -> ClusterModel:
    """The model; there are pages."""
    model = clusters.publish()
    assert model is not None
    return model


def final(clusters: Clusters, pages: Site) -> list[int]:
    """Cluster of each page by the last model."""
    model = published(clusters)
    return [model.assign(signature).cluster for _, _, signature in pages]


def partition(pages: Site, ids: list[int]) -> set[frozenset[str]]:
    """Sets of keys, whatever the ids."""
    groups: dict[int, set[str]] = {}
    for (_, key, _), id_ in zip(pages, ids, strict=True):
        groups.setdefault(id_, set()).add(key)
    return {frozenset(group) for group in groups.values()}


def kinds(pages: Site) -> list[str]:
    return [kind for kind, _, _ in pages]


@pytest.mark.parametrize("order", ["shuffled", "one type after another"])
def test_the_templates_of_a_site_are_found_without_being_told_how_many(
    site: Build, order: str
) -> None:
    """Four templates, four clusters, in any order of arrival."""
    pages = site(list=60, none=12, detail=30, error=5)
    if order == "shuffled":
        random.Random(4).shuffle(pages)
    clusters, ids = learn(pages)
    assert adjusted_rand(kinds(pages), final(clusters, pages)) == 1.0
    assert purity(kinds(pages), [clusters.resolve(id_) for id_ in ids]) == 1.0


def test_up_to_the_sample_the_outcome_is_a_function_of_the_set(site: Build) -> None:
    """Any order of 128 pages ends in the same clusters, with the same limits and bands."""
    pages = site(list=80, none=20, detail=20, error=8)
    outcomes, bands = [], []
    for seed in range(4):
        random.Random(seed).shuffle(pages)
        clusters, _ = learn(pages)
        outcomes.append(partition(pages, final(clusters, pages)))
        bands.append(sorted((c.limit, *c.places, *c.high) for c in published(clusters).clusters))
    assert [outcomes[0]] * 4 == outcomes
    assert [bands[0]] * 4 == bands


def test_when_clustering_happens_does_not_change_the_outcome(site: Build) -> None:
    """A learner that clustered at every page ends as one that clustered once, at the end."""
    pages = site(list=30, none=10, error=4)
    eager, lazy = Clusters(), Clusters()
    for _, key, signature in pages:
        eager.fold(key, signature)
        eager.recluster()
        lazy.fold(key, signature)
    assert partition(pages, final(eager, pages)) == partition(pages, final(lazy, pages))


def test_ids_stay_when_clusters_are_found_anew(site: Build) -> None:
    """What a page was answered with, resolved, is the cluster the last model reads for it."""
    pages = site(list=50, none=10, detail=50, error=6)
    random.Random(1).shuffle(pages)
    clusters, _ = learn(pages[:40])
    before = final(clusters, pages)
    for _, key, signature in pages[40:]:
        clusters.fold(key, signature)
        clusters.recluster()
    after = final(clusters, pages)
    assert [clusters.resolve(id_) for id_ in before] == after


def test_a_vanished_id_leads_to_where_its_pages_went(site: Build) -> None:
    """Provisional ids given before the first model all lead to a cluster of it."""
    pages = site(list=30, none=10)
    random.Random(2).shuffle(pages)
    clusters, ids = learn(pages)
    alive = {cluster.id for cluster in published(clusters).clusters}
    assert alive >= {clusters.resolve(id_) for id_ in ids}


def test_a_new_template_has_its_own_id_at_once_and_a_cluster_after_three_pages(site: Build) -> None:
    """The first error page shares no id with lists; the third makes clustering due."""
    lists, errors = site(list=40), site(error=3)
    clusters, _ = learn(lists)
    known = {cluster.id for cluster in published(clusters).clusters}
    ids = [clusters.fold(key, signature) for _, key, signature in errors]
    assert {ids[0]} == set(ids)
    assert ids[0] not in known
    assert clusters.due
    assert ids[0] in {cluster.id for cluster in published(clusters).clusters}


def test_a_page_seen_again_changes_nothing(site: Build) -> None:
    """Folding a held page a second time leaves every byte of the state."""
    pages = site(list=20, none=5)
    clusters, _ = learn(pages)
    before = clusters.encode()
    ids = [clusters.fold(key, signature) for _, key, signature in pages]
    assert before == clusters.encode()
    assert [page.id for page in clusters.state.sample.values()] != []
    assert ids == [published(clusters).assign(signature).cluster for _, _, signature in pages]


def test_a_page_that_changed_replaces_what_was_held(site: Build) -> None:
    """The sample holds each key once, as last seen."""
    (_, key, before), (_, _, after) = site(list=1)[0], site(none=1)[0]
    clusters = Clusters()
    clusters.fold(key, before)
    clusters.fold(key, after)
    assert [after.classes] == [page.signature.classes for page in clusters.state.sample.values()]


def test_assignment_changes_nothing(site: Build) -> None:
    """Reading with a model leaves learner and model as they were."""
    pages = site(list=20, none=5, error=2)
    clusters, _ = learn(pages)
    model = published(clusters)
    state, frozen = clusters.encode(), model.encode()
    for _, _, signature in pages:
        model.assign(signature)
    assert (state, frozen) == (clusters.encode(), model.encode())


def test_publishing_twice_is_publishing_once(site: Build) -> None:
    """Without a page in between, the model and the state are the same."""
    clusters, _ = learn(site(list=20, none=5))
    first = published(clusters)
    state = clusters.encode()
    assert first == published(clusters)
    assert state == clusters.encode()


@pytest.mark.parametrize("cut", [0, 1, 7, 8, 30, 59])
def test_a_stored_learner_goes_on_as_if_nothing_had_happened(site: Build, cut: int) -> None:
    """decode(encode(x)) gives the same ids, the same bytes and the same model from there on."""
    pages = site(list=40, none=12, error=8)
    random.Random(3).shuffle(pages)
    whole, _ = learn(pages[:cut])
    stored = Clusters.decode(whole.encode())
    for _, key, signature in pages[cut:]:
        assert whole.fold(key, signature) == stored.fold(key, signature)
        assert whole.due == stored.due
        if whole.due:
            whole.recluster()
            stored.recluster()
    assert whole.publish() == stored.publish()
    assert whole.encode() == stored.encode()


def test_while_the_revision_stands_only_the_number_of_pages_changes(site: Build) -> None:
    """An old encoding with the new count is the new encoding; most pages need no other."""
    pages = site(list=240, none=60)
    random.Random(6).shuffle(pages)
    params = ClusterParams(sample=16, keep=2)
    clusters = Clusters(params)
    stored, revision, kept = clusters.encode(), clusters.revision, 0
    for _, key, signature in pages:
        clusters.fold(key, signature)
        if clusters.due:
            clusters.recluster()
        now = clusters.encode()
        if clusters.revision == revision:
            assert now == Clusters.decode(stored, params, clusters.n_pages).encode()
            kept += 1
        stored, revision = now, clusters.revision
    assert kept > 150


def test_a_stored_model_reads_as_the_model(site: Build) -> None:
    """Also after JSON, the form that people read."""
    pages = site(list=30, none=8, detail=9)
    clusters, _ = learn(pages)
    model = published(clusters)
    again = ClusterModel.decode(model.encode())
    assert model == again
    assert [model.assign(s) for _, _, s in pages] == [again.assign(s) for _, _, s in pages]


def test_a_rare_class_stays_in_the_sample(site: Build) -> None:
    """Three error pages among 600 lists are held and are a cluster of their own."""
    pages = site(list=600, error=3)
    random.Random(5).shuffle(pages)
    clusters, _ = learn(pages)
    held = [page.signature for page in clusters.state.sample.values()]
    assert sum("pre.trace" in signature.classes for signature in held) == 3
    assert adjusted_rand(kinds(pages), final(clusters, pages)) == 1.0


def test_the_state_is_bounded_though_no_two_pages_are_alike() -> None:
    """Pages without a common token: held are the sample and eight of each privileged id."""
    params = ClusterParams(sample=16, keep=2, ids=8, micro=8)
    clusters = Clusters(params)
    for i in range(300):
        clusters.fold(f"page {i}", Signature(classes={f"div.c{i}-{j}": 1 for j in range(5)}))
        if clusters.due:
            clusters.recluster()
    assert len(clusters.state.sample) <= params.sample + params.keep * params.ids


def test_the_distance_of_a_known_template_is_small_and_of_an_unknown_one_large(site: Build) -> None:
    """similarity is 1 - distance, both within 0..1, and unknown pages do not fit."""
    clusters, _ = learn(site(list=40, none=10))
    model = published(clusters)
    known = [model.assign(s) for _, _, s in site(list=60)]
    unknown = [model.assign(s) for _, _, s in site(error=5)]
    assert max(a.distance for a in known) < min(a.distance for a in unknown) / 2
    assert all(a.fits for a in known)
    assert not any(a.fits for a in unknown)
    assert all(a.similarity == 1 - a.distance and 0 <= a.distance <= 1 for a in known + unknown)


def test_the_margin_is_the_distance_to_the_second_nearest(site: Build) -> None:
    """Computed from all distances."""
    clusters, _ = learn(site(list=40, none=10, error=5))
    model = published(clusters)
    for _, _, signature in site(list=2, none=2, detail=2):
        distances = np.sort(model.distances(signature))
        assert distances[1] - distances[0] == pytest.approx(model.assign(signature).margin)


def test_a_site_without_classes_is_clustered_by_its_paths() -> None:
    """Tags alike, paths different: two clusters."""
    clusters = Clusters()
    shapes = [{1: 1, 2: 9, 3: 9}, {1: 1, 4: 9, 5: 9}]
    for i in range(20):
        clusters.fold(str(i), Signature(classes={"table": 1, "td": 18}, paths=shapes[i % 2]))
    model = published(clusters)
    assert model.alphabet == "path"
    assert len(model.clusters) == 2


def test_pages_of_div_alone_are_told_apart_by_their_classes() -> None:
    """One tag, the same counts and paths; only the names differ."""
    pages: Site = []
    for i in range(30):
        kind = ("hits", "hit") if i % 3 else ("sorry", "tip")
        classes = {"div.menu": 4, f"div.{kind[0]}": 1, f"div.{kind[1]}": 3 + i % 4}
        pages.append((kind[0], str(i), Signature(classes=classes, paths={1: 1, 2: 8})))
    clusters, _ = learn(pages)
    assert adjusted_rand(kinds(pages), final(clusters, pages)) == 1.0


def test_lists_of_answers_rank_before_pages_without() -> None:
    """rank 0 is the cluster of most terms, fanout and bytes."""
    clusters = Clusters()
    for i in range(12):
        many = Signature(classes={"li.hit": 10}, terms=200, fanout=10, size=5000)
        none = Signature(classes={"p.sorry": 1}, terms=20, fanout=2, size=900)
        best = clusters.fold(f"many {i}", many)
        last = clusters.fold(f"none {i}", none)
    model = published(clusters)
    assert {clusters.resolve(best): 0, clusters.resolve(last): 1} == model.rank


def test_nothing_is_published_before_the_first_page() -> None:
    """One page is one cluster."""
    clusters = Clusters()
    assert clusters.publish() is None
    clusters.fold("a", Signature(classes={"p": 1}))
    assert len(published(clusters).clusters) == 1


def test_clustering_is_due_at_doubling_counts(site: Build) -> None:
    """And while all pages are held, when a kind has grown by two fifths."""
    clusters = Clusters()
    due = []
    for _, key, signature in site(list=600):
        clusters.fold(key, signature)
        if clusters.due:
            due.append(clusters.n_pages)
            clusters.recluster()
    assert [8, 16, 32, 64] == [n for n in due if n in (8, 16, 32, 64)]
    assert [128, 256, 512] == [n for n in due if n > 124]
    assert len(due) <= 15


def test_a_site_where_no_two_pages_are_alike_is_not_clustered_at_every_page() -> None:
    """Calls are a sixteenth of the pages apart: their number grows with the logarithm."""
    clusters = Clusters()
    due = []
    for i in range(700):
        classes = {f"div.c{i // 3}-{j}": 1 for j in range(5)}  # three of a kind, then the next
        clusters.fold(f"page {i}", Signature(classes=classes))
        if clusters.due:
            due.append(i)
            clusters.recluster()
    assert all(b - a >= b // 16 or b + 1 in (64, 128, 256, 512) for a, b in pairwise(due))
    assert len(due) < 80


PROGRAM = """
import hashlib
from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.signature import Signature
clusters = Clusters()
for i in range(40):
    kind = {"ul.a": 1, "li.b": 3 + i % 5} if i % 3 else {"p.x": 2, "div.y": 1, "b": i % 2 + 1}
    clusters.fold(str(i), Signature(classes={"html": 1, **kind}, paths={i % 3: 4}, size=i))
    if clusters.due:
        clusters.recluster()
clusters.publish()
print(hashlib.sha256(clusters.encode()).hexdigest())
"""


def test_the_seed_of_pythons_hashes_is_of_no_consequence() -> None:
    """Two processes with different PYTHONHASHSEED learn the same bytes."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


@pytest.mark.parametrize("order", ["shuffled", "last of all", "first of all"])
def test_one_page_without_matches_in_a_hundred_is_never_called_a_list(
    site: Build, order: str
) -> None:
    """Two of two hundred: a cluster of their own, or unknown."""
    pages = site(list=198, none=2)
    if order == "shuffled":
        random.Random(7).shuffle(pages)
    elif order == "first of all":
        pages.reverse()
    clusters, ids = learn(pages)
    model = published(clusters)
    lists = {model.assign(s).cluster for kind, _, s in pages if kind == "list"}
    none = [(key, model.assign(s)) for kind, key, s in pages if kind == "none"]
    assert 1 == len(lists)
    assert not [key for key, read in none if read.fits and read.cluster in lists]
    told = [
        clusters.resolve(id_) for (kind, *_), id_ in zip(pages, ids, strict=True) if kind == "none"
    ]
    assert not lists & set(told)
