"""Laws of a question that is asked twice: what turns is no answer, and is all that is none."""

from __future__ import annotations

from random import Random

import pytest

from upwell.models.pagelets import learn, observe, read
from upwell.models.pagelets.learning.learner import PageletLearner
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "amber birch cedar delta ember fjord grove heath islet jetty".split()
PLACES = "north south east west centre harbour".split()
ROWS = {
    "counter": "<li><h3><a href=/{w}>{title}</a></h3><p>by {by}</p><p>read {n} times</p></li>",
    "verb": "<li><h3><a href=/{w}>{title}</a><a href=/x{n}>mark {n}</a></h3><p>by {by}</p></li>",
    "first": "<li><small>{n} of us look at this</small><h3><a href=/{w}>{title}</a></h3> {by}</li>",
    "age": "<li>{n} seconds ago <h3><a href=/{w}>{title}</a></h3> by <b>{by}</b></li>",
}


def page(row: str, query: str, visit: int) -> TagTree:
    """An answer whose rows stay; what turns in them, and an advertisement, is of the visit."""
    stays, turns = Random(query), Random(f"{query} {visit}")
    rows = [
        ROWS[row].format(
            w=f"{query}-{place}",
            title=f"{query} house in the {place}",
            by=f"{stays.choice(WORDS)} {stays.choice(WORDS)}",
            n=turns.randrange(10_000),
        )
        for place in stays.sample(PLACES, stays.randint(3, 6))
    ]
    ads = "".join(f"<p><a href=/ad/{w}>cheap {w}</a></p>" for w in turns.sample(WORDS, 3))
    body = f"<h1>Shop</h1><ul>{''.join(rows)}</ul><aside><h4>Offers</h4>{ads}</aside>"
    return parse(f"<html><body>{body}</body></html>".encode())


@pytest.mark.parametrize("row", list(ROWS))
def test_rows_in_which_something_turns_are_read(row: str) -> None:
    visits = [(page(row, query, 0), query) for query in WORDS]
    visits += [(page(row, query, 1), query) for query in WORDS[:3]]
    model = learn(visits).publish()
    for tree, query in visits:
        objects = read(tree, model, query).objects
        assert [tree.tag[one.start] for one in objects] == ["li"] * tree.tag.count("li")


@pytest.mark.parametrize("row", list(ROWS))
def test_what_turns_is_known_where_it_turns(row: str) -> None:
    """The box of advertisements as a whole, and of the rows neither they nor their list."""
    learner = PageletLearner()
    for query in WORDS[:4]:
        for visit in range(2):
            learner.fold(observe(page(row, query, visit), query))
    tree = page(row, WORDS[0], 0)
    counts = learner.counts.places.rows
    changed = {tag: counts[int(tree.place[tree.tag.index(tag)])].changed for tag in ("li", "ul")}
    assert changed == {"li": 0, "ul": 0}
    assert counts[int(tree.place[tree.tag.index("aside")])].changed == 4
