"""Laws of the entropy tables: exact for every term they count, whatever the order of pages."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from upwell.models.blocks.wisdom.entropy import entropy_of, next_entropy
from upwell.models.pages.params import ClusterParams
from upwell.models.site import Observation, SiteState
from upwell.models.site.terms.page_terms import packed
from upwell.models.site.terms.table import TermTable

from .answers import asked

WORDS = [f"word{i}" for i in range(60)]


def pages(n: int, seed: int = 3) -> dict[int, dict[str, int]]:
    """Page hash -> its terms; every term comes about as often as its number is high."""
    draw = Random(f"terms {seed}")
    return {
        draw.getrandbits(63): {
            word: draw.randint(1, 9) for i, word in enumerate(WORDS) if draw.random() < (i + 2) / 60
        }
        for _ in range(n)
    }


def table(site: dict[int, dict[str, int]], order: list[int], n_pages: int = 400) -> TermTable:
    """A small table over pages in an order; some come twice, with other words at first."""
    found = TermTable(terms=25, pages=n_pages)
    for i, page in enumerate(order):
        if i % 5 == 0:
            found.fold(page, packed({"old": 1, **dict.fromkeys(WORDS, 2)}))
        found.fold(page, packed(site[page]))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_running_entropy_is_that_of_all_pages_for_every_term_that_is_counted(seed: int) -> None:
    site = pages(120)
    order = list(site)
    Random(seed).shuffle(order)
    found = table(site, order)
    terms = [word for _, word in found.order if word != "old"]
    assert len(terms) >= 24
    for word in terms:
        whole = entropy_of([float(each.get(word, 0)) for each in site.values()], len(site))
        assert abs(found.sums.entropy(word) - whole) < 1e-9


def test_it_is_the_paper_s_correction_page_by_page() -> None:
    site = pages(40)
    found, known, total = TermTable(), 0.0, 0
    for n, (page, terms) in enumerate(site.items()):
        tf = terms.get("word50", 0)
        known, total = next_entropy(known, total, tf, n), total + tf
        found.fold(page, packed(terms))
        assert abs(found.sums.entropy("word50") - known) < 1e-9


def test_the_same_pages_in_any_order_give_the_same_bytes() -> None:
    site, tables = pages(90), []
    for seed in range(4):
        order = list(site)
        Random(seed).shuffle(order)
        small = TermTable(terms=25, pages=30)
        for page in order:
            small.fold(page, packed(site[page]))
        tables.append(small)
    assert 1 == len({one.encode() for one in tables})
    assert all(a.sums.rows == b.sums.rows for a, b in pairwise(tables))
    assert (25, sorted(site)[:30]) == (len(tables[0].order), sorted(tables[0].rows))


def test_a_page_that_comes_again_replaces_what_it_said() -> None:
    site = pages(20)
    once = table(site, list(site))
    twice = TermTable.decode(once.encode())
    twice.terms, twice.pages = once.terms, once.pages
    for page, terms in site.items():
        twice.fold(page, packed(terms))
    assert once.encode() == twice.encode()
    assert once.sums.rows == twice.sums.rows


def test_what_changes_nothing_is_no_news() -> None:
    site = pages(50)
    found = TermTable(terms=25, pages=10)
    for page, terms in site.items():
        said = found.news(page, packed(terms))
        again = TermTable.decode(found.encode())
        again.terms, again.pages = found.terms, found.pages
        found.fold(page, packed(terms))
        if said is not None:
            again.fold(page, said)
        assert found.encode() == again.encode()
        assert found.news(page, packed(terms)) is None


def test_a_site_killed_after_any_page_and_replayed_from_its_deltas_has_the_same_table() -> None:
    whole, killed = SiteState(), SiteState()
    for tree, observation in asked():
        observation = Observation.decode(whole.with_vote(observation, tree).encode())
        delta = whole.learn(observation).delta
        killed = SiteState.decode(killed.encode())
        killed.fold_again(type(delta).decode(delta.encode()))
    assert whole.terms.encode() == killed.terms.encode()
    assert whole.terms.sums.rows == killed.terms.sums.rows


def test_a_kind_s_entropy_is_over_its_own_pages_and_the_site_s_over_all() -> None:
    found = TermTable()
    for page in range(40):
        found.fold(page, packed({"home": 1, ("price" if page % 2 else "help"): 2, f"w{page}": 1}))
    model = found.publish({page: page % 2 for page in range(40)})
    site, own = model.of(), model.of(1)
    assert 1.0 == site["home"] == own["home"] == own["price"]
    assert site["price"] == pytest.approx(0.812, abs=0.01)
    assert ("price" in model.of(0), model.of(7)) == (False, {})
    assert 20 == model.kinds[1].n_pages


def test_the_pages_that_are_counted_are_those_whose_kind_is_known() -> None:
    """As many as clusters keep of the lowest hashes: more would be of no kind."""
    found = TermTable()
    for page in pages(300):
        found.fold(page, packed({"home": 1}))
    assert ClusterParams().sample == len(found.rows)


def test_a_site_of_any_vocabulary_takes_no_more_room_than_a_page_of_its_state() -> None:
    """A few hundred words, three bytes for each page they are on, and their letters once."""
    found, draw = TermTable(), Random("vocabulary")
    for page in range(200):
        found.fold(page, packed({f"w{draw.randrange(3_000)}": 300 for _ in range(250)}))
    assert 220 == len(found.order)
    assert len(found.encode()) < 16_000
    assert {255} == set(b"".join(row.times for row in found.rows.values()))
    model = found.publish(dict.fromkeys(range(200), 4))
    assert 150 == len(model.kinds[4].entropies)
    assert len(msgspec.msgpack.encode(model)) < 4_000


def test_words_at_both_ends_are_shown_and_none_that_a_single_page_has() -> None:
    found = TermTable()
    for page in range(40):
        few = {f"pair{page // 2}": 1, f"lone{page}": 1}
        found.fold(page, packed({f"frame{i}": 1 for i in range(20)} | few))
    told = found.publish({}).described()
    assert (12, 12) == (len(told["frame"]), len(told["content"]))
    assert all(word.startswith("frame") for word in told["frame"])
    assert all(word.startswith("pair") for word in told["content"])
