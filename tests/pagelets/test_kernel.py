"""The compiled kernel observes what plain Python observes, and finds the same runs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.pagelets.evidence import observe
from upwell.models.pagelets.outline import Outline, weight_sums
from upwell.models.pagelets.runs import find_runs
from upwell.models.tree.parse import parse

from ..tree.strategies import pages

KERNEL = compiled.built("upwell.models.pagelets.kernel")
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="no kernel was built here")

texts = st.sampled_from(
    [
        "Results 1-10 of 87 for Wolf",
        "wolf wolf",
        "12. grey  wolves",
        "(3) the sea",
        "#12#3 sea wolf",
        "12345 Ω",
        "größe 4",
        "Σας ΟΔΟΣ",
        "東京都 wolf",
        " 7\xa0wolfs",
        "...",
        "a bus and its buses",
        "it repeats one two three four five six seven eight nine ten the wolf 1893",
    ]
)
item = st.builds(
    "<{0}{1}><a href=/{2}>{3}</a> {4}</{0}>".format,
    st.sampled_from(["li", "div", "tr><td", "p", "dt"]),
    st.sampled_from(["", " class=row", " class='row odd'"]),
    st.integers(0, 3),
    texts,
    texts,
)
lists = st.lists(item, max_size=12).map(lambda items: f"<ul>{''.join(items)}</ul>")
answers = st.lists(st.one_of(lists, pages, texts), max_size=4).map(
    lambda parts: f"<form><input name=q></form><a href='?q=sea+wolf'>more</a>{''.join(parts)}"
)
queries = st.sampled_from(
    [None, "", "wolf", "sea wolf", "the SEA", "größe", "ΟΔΟΣ", "10 of", "..."]
)


@needs_kernel
@given(answers, queries)
@settings(max_examples=300, deadline=None)
def test_what_is_observed_is_that_of_the_pure_way(page: str, query: str | None) -> None:
    body = page.encode("utf-8", "replace")
    with compiled.pure():
        expected = observe(parse(body), query)
    assert expected == observe(parse(body), query)


@needs_kernel
@given(answers, st.integers(0, 99), st.sampled_from([None, 0.3]), st.booleans())
@settings(max_examples=300, deadline=None)
def test_runs_are_those_of_the_pure_way(
    page: str, seed: int, least: float | None, few: bool
) -> None:
    """With all of their features, to the last bit: scores decide between runs."""
    tree = parse(page.encode("utf-8", "replace"))
    draw = np.random.default_rng(seed)
    mass = weight_sums(tree.words * draw.choice([1.0, 0.0, -0.25, 1.0], tree.n))
    among = frozenset(draw.choice(tree.place, 4).tolist()) if few else None
    with compiled.pure():
        expected = find_runs(Outline(tree), mass, least=least, among=among)
    assert expected == find_runs(Outline(tree), mass, least=least, among=among)
