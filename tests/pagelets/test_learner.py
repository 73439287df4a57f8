"""Laws of folding: order-free counts, exact round trip, bounded state."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pagelets.generated import LAYOUTS, WORDS, page, site
from upwell.models.pagelets import (
    LearnerParams,
    PageletEvidence,
    PageletLearner,
    decode_model,
    encode_model,
    learn,
    observe,
)
from upwell.models.pagelets.content.place_counts import PlaceCounts
from upwell.models.pagelets.content.strings import StringCounts, placed_strings
from upwell.models.pagelets.learning.vote_sample import VoteSampleParams
from upwell.models.sample.retained import page_hash
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

PAGES = site("div", seed=1, ads=True)
EVIDENCE = [observe(p.tree) for p in PAGES]


def folded(evidence: list[PageletEvidence], params: LearnerParams | None = None) -> PageletLearner:
    learner = PageletLearner(params)
    for one in evidence:
        learner.fold(one)
    return learner


@given(st.permutations(EVIDENCE))
@settings(max_examples=20, deadline=None)
def test_counts_do_not_depend_on_the_order_of_pages(evidence: list[PageletEvidence]) -> None:
    assert folded(EVIDENCE).encode() == folded(evidence).encode()


def batch_counts(trees: list[TagTree]) -> tuple[dict[int, StringCounts], dict[int, PlaceCounts]]:
    """Both tables from all pages at once."""
    times: dict[int, list[int]] = defaultdict(list)
    owner: dict[int, int] = {}
    pages: Counter[int] = Counter()
    siblings: dict[int, int] = defaultdict(int)
    idle: Counter[int] = Counter()  # no query is known of any page
    for tree in trees:
        nodes, names = placed_strings(tree, ())
        owner.update(zip(names.tolist(), tree.key[nodes].tolist(), strict=True))
        for name, n in Counter(names.tolist()).items():
            times[name].append(n)
        keys = tree.key.tolist()
        pages.update(set(keys))
        idle.update(key for key in set(keys) if _worded(tree, keys.index(key)))
        for (_, key), n in Counter(zip(tree.parent.tolist(), keys, strict=True)).items():
            siblings[key] = max(siblings[key], n)
    strings = {s: StringCounts(owner[s], len(n), min(n), max(n)) for s, n in times.items()}
    return strings, {k: PlaceCounts(n, siblings[k], idle=idle[k]) for k, n in pages.items()}


def _worded(tree: TagTree, node: int) -> bool:
    return tree.text[node] is None and int(tree.words[node : tree.end[node]].sum()) > 0


def test_running_counts_equal_those_of_the_batch() -> None:
    learner = folded(EVIDENCE)
    strings, places = batch_counts([p.tree for p in PAGES])
    assert strings == learner.counts.strings.rows
    assert places == learner.counts.places.rows


@pytest.mark.parametrize("layout", LAYOUTS)
def test_encoding_and_decoding_give_the_same_learner(layout: str) -> None:
    pages = site(layout, seed=2, ads=True)
    learner = learn([(p.tree, p.query) for p in [*pages, pages[0]]])
    again = PageletLearner.decode(learner.encode())
    assert learner.counts.strings == again.counts.strings
    assert learner.counts.places == again.counts.places
    assert learner.counts.votes == again.counts.votes
    assert learner.encode() == again.encode()
    assert learner.publish() == again.publish()
    later = site(layout, seed=3)[0]
    for one in (learner, again):
        one.fold(observe(later.tree, later.query))
        one.fold_vote(one.vote(later.tree, later.query), 99)
    assert learner.encode() == again.encode()


def test_a_published_model_survives_encoding() -> None:
    model = learn([(p.tree, p.query) for p in PAGES]).publish()
    assert model == decode_model(encode_model(model))


def test_evidence_of_a_page_is_the_same_each_time() -> None:
    p = PAGES[0]
    assert observe(p.tree, p.query) == observe(p.tree, p.query)


def test_the_state_stays_bounded_and_static_strings_stay_known() -> None:
    params = LearnerParams(strings=300, places=40)
    rng = Random(7)
    learner = PageletLearner(params)
    for _ in range(60):
        p = page("div", 8, rng.choice(WORDS), rng, ads=True)
        learner.fold(observe(p.tree, p.query))
        assert len(learner.counts.strings.rows) <= 300
        assert len(learner.counts.places.rows) <= 40
        assert len(learner.counts.fetched) <= params.queries
    foot = next(i for i, t in enumerate(p.tree.text) if t and "All rights" in t)
    nodes, names = placed_strings(p.tree, ())
    name = int(names[nodes.tolist().index(foot)])
    assert 100 == learner.publish().strings[name]


def test_votes_are_wanted_from_the_fourth_page_and_then_of_fewer_and_fewer() -> None:
    learner = PageletLearner()
    tree = parse(b"<p>a page of some words")
    asked = []
    for n in range(1, 401):
        learner.fold(observe(tree))
        if learner.wants_vote(page_hash(str(n))):
            asked.append(n)
            learner.fold_vote(None, page_hash(str(n)))
    most = VoteSampleParams().per_kind
    assert list(range(4, 4 + most)) == asked[:most]
    assert most < len(asked) < 6 * most
    assert most == len(learner.counts.votes.rows)
    assert not any(cast.early for cast in learner.counts.votes.rows.values())


def test_voting_changes_nothing_before_it_is_folded() -> None:
    learner = folded(EVIDENCE)
    before = learner.encode()
    learner.vote(PAGES[0].tree, PAGES[0].query)
    assert before == learner.encode()


def test_a_place_is_restless_when_it_changes_while_the_query_stays() -> None:
    clock = "<body><div id=a>time {}</div><div id=b><p>{} found</p></div>"
    learner = PageletLearner()
    for minute, query in enumerate(("wolf", "bear", "wolf", "wolf")):
        learner.fold(observe(parse(clock.format(minute, query).encode()), query))
    tree = parse(clock.format(0, "wolf").encode())
    rows = learner.counts.places.rows
    ids = [i for i, tag in enumerate(tree.tag) if tag == "div"]
    assert [(rows[int(tree.key[i])].again, rows[int(tree.key[i])].changed) for i in ids] == [
        (2, 2),
        (2, 0),
    ]


def test_places_are_counted_apart_where_nothing_was_asked_and_where_nothing_can_match() -> None:
    learner = PageletLearner()
    tree = parse(b"<body><p>hot offers</p><i></i></body>")
    for query, nonsense in ((None, False), (None, False), ("zqxv", True), ("wolf", False)):
        learner.fold(observe(tree, query, nonsense))
    rows = [learner.counts.places.rows[int(tree.key[i])] for i in range(tree.n)]
    told = {tree.tag[i]: (row.idle, row.void) for i, row in enumerate(rows)}
    assert ((2, 1), (0, 0), (0, 0)) == (told["p"], told["i"], told["#text"])


def test_a_place_of_the_answer_holds_its_own_query_and_not_the_control() -> None:
    pages = site("div", seed=4)
    learner = folded([observe(p.tree, p.query) for p in pages])
    tree = pages[0].tree
    hit = next(i for i in range(tree.n) if (tree.attributes[i] or {}).get("class") == "hit")
    row = learner.counts.places.rows[int(tree.key[hit])]
    assert (len(pages) - 1, len(pages) - 1) == (row.asked, row.own)
    assert row.lift > 0.5
