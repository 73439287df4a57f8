"""The thesis's selections against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.queries.corpus import Corpus
from upwell.models.queries.experiment.baselines import popular_words, random_words
from upwell.models.queries.experiment.clusters import Linkage, agglomerate, cluster_words
from upwell.models.queries.experiment.cover import cover_words
from upwell.models.queries.experiment.distances import distances
from upwell.models.queries.experiment.packing import pack_words
from upwell.models.queries.experiment.sampling import sample_words

WORDS = [f"w{i}" for i in range(12)]
collections = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=25
).map(Corpus.of)


def document_sets(corpus: Corpus) -> list[set[int]]:
    return [set(corpus.documents(term).tolist()) for term in range(len(corpus.terms))]


@given(collections)
def test_both_tables_of_a_corpus_say_the_same(corpus: Corpus) -> None:
    forward = {(d, t) for d in range(corpus.n) for t in corpus.words_in(d).tolist()}
    backward = {(d, t) for t, held in enumerate(document_sets(corpus)) for d in held}
    assert forward == backward


@given(collections, st.randoms())
def test_a_drawn_corpus_has_the_terms_of_its_documents(corpus: Corpus, random: object) -> None:
    drawn = np.arange(0, corpus.n, 2)
    assert [corpus.words_in(d).tolist() for d in drawn.tolist()] == [
        corpus.draw(drawn).words_in(i).tolist() for i in range(len(drawn))
    ]


@given(collections, st.sampled_from([0.0, 5.0, float("inf")]))
def test_eager_covering_picks_what_recounting_every_word_picks(
    corpus: Corpus, overhead: float
) -> None:
    sets, covered, expected = document_sets(corpus), set[int](), list[int]()
    while True:
        gains = [len(held - covered) for held in sets]
        prices = [1.0 if overhead == float("inf") else overhead + len(held) for held in sets]
        best = int(np.argmax([gain / price for gain, price in zip(gains, prices, strict=True)]))
        if not gains[best]:
            break
        expected.append(best)
        covered |= sets[best]
    assert expected == cover_words(corpus, np.arange(len(sets)), 99, overhead).tolist()


@given(collections)
def test_a_cover_covers_every_document(corpus: Corpus) -> None:
    sets = document_sets(corpus)
    chosen = cover_words(corpus, np.arange(len(sets)), 99)
    assert set(range(corpus.n)) == set().union(*(sets[word] for word in chosen.tolist()))


@given(collections)
def test_set_distance_is_one_minus_common_documents_over_the_smaller_set(corpus: Corpus) -> None:
    sets = document_sets(corpus)
    expected = [[1 - len(a & b) / min(len(a), len(b)) for b in sets] for a in sets]
    np.testing.assert_allclose(expected, distances(corpus, np.arange(len(sets))), atol=1e-12)


@given(collections)
def test_cosine_and_euclidean_distances_are_those_of_the_term_vectors(corpus: Corpus) -> None:
    vectors = np.zeros((len(corpus.terms), corpus.n))
    for document in range(corpus.n):
        held = slice(*corpus.offsets[document : document + 2])
        vectors[corpus.ids[held], document] = corpus.tf[held]
    words = np.arange(len(vectors))
    length = np.linalg.norm(vectors, axis=1)
    cosine = 1 - vectors @ vectors.T / np.outer(length, length)
    euclidean = np.linalg.norm(vectors[:, None] - vectors[None], axis=2)
    np.testing.assert_allclose(cosine, distances(corpus, words, "cosine"), atol=1e-9)
    np.testing.assert_allclose(euclidean, distances(corpus, words, "euclidean"), atol=1e-6)


@given(collections, st.sampled_from([0.4, 0.6, 1.0]), st.integers(0, 3))
def test_packed_words_keep_their_distance_and_leave_no_word_that_would_fit(
    corpus: Corpus, delta: float, seed: int
) -> None:
    words = np.arange(len(corpus.terms))
    chosen = pack_words(corpus, words, 99, delta, seed)
    apart = distances(corpus, words)
    inside = apart[np.ix_(chosen, chosen)] + 2 * np.eye(len(chosen))
    assert inside.min() >= delta
    left = np.setdiff1d(words, chosen)
    assert all(apart[word, chosen].min() < delta for word in left)


@settings(max_examples=40)
@given(
    st.lists(st.integers(0, 10**6), min_size=2, max_size=14, unique=True),
    st.sampled_from(["complete", "single"]),
)
def test_neighbour_chains_merge_like_the_closest_pair_first(
    numbers: list[int], linkage: Linkage
) -> None:
    rng = np.random.default_rng(numbers)
    near = rng.random((len(numbers), len(numbers)))
    near = near + near.T
    join = max if linkage == "complete" else min
    groups, expected = [[i] for i in range(len(numbers))], []
    while len(groups) > 1:
        height, a, b = min(
            (join(near[i, j] for i in p for j in q), at, at + 1 + further)
            for at, p in enumerate(groups)
            for further, q in enumerate(groups[at + 1 :])
        )
        expected.append(height)
        groups[a] = groups[a] + groups.pop(b)
    assert expected == [height for height, _, _ in agglomerate(near, linkage)]


def test_a_cluster_is_asked_by_its_most_frequent_word() -> None:
    corpus = Corpus.of(["xa", "xa xb", "xa", "xc", "xc xd", "xe"])
    chosen = cluster_words(corpus, np.arange(5), 3)
    assert {"xa", "xc", "xe"} == {corpus.terms[word] for word in chosen}


@pytest.mark.parametrize("count", [1, 3, 5])
def test_as_many_words_are_chosen_as_there_are_clusters(count: int) -> None:
    corpus = Corpus.of(["xa", "xb", "xc", "xd", "xe"])
    assert count == len(set(cluster_words(corpus, np.arange(5), count).tolist()))


def test_sampling_keeps_to_the_band() -> None:
    corpus = Corpus.of(["xa xb xc", "xa xb", "xa"])
    assert [corpus.terms[word] for word in sample_words(corpus, "band", 9, (2, 2))] == ["xb"]


def test_popular_words_come_most_frequent_first_and_random_words_by_seed() -> None:
    corpus = Corpus.of(["xa xb xc", "xa xb", "xa"])
    assert popular_words(corpus, np.arange(3), 2).tolist() == [0, 1]
    draws = [random_words(np.arange(99), 5, seed).tolist() for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]
