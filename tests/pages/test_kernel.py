"""The compiled kernel counts the elements and terms of a page as plain Python does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.pages.signature import Signature, signature
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

from ..tree.strategies import pages

KERNEL = compiled.built("upwell.models.pages.kernel")
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="no kernel was built here")


def in_order(found: Signature) -> tuple[object, ...]:
    """A signature with the order of its counts, which is that of its bytes."""
    return found, list(found.classes), list(found.paths), list(found.tags)


@needs_kernel
@given(pages)
@settings(max_examples=200, deadline=None)
def test_a_signature_is_that_of_the_pure_way(page: str) -> None:
    body = page.encode("utf-8", "replace")
    with compiled.pure():
        expected = in_order(signature(parse(body)))
    assert expected == in_order(signature(parse(body)))


@needs_kernel
def test_tags_that_are_equal_are_counted_together_wherever_they_are_kept() -> None:
    """A tree that crossed a process boundary has tags of its own."""
    tree = parse(b"<ul><li class=a>x<li class=a>y<li href=/1 class=a>z</ul>")
    own = [bytes(tag, "ascii").decode() for tag in tree.tag]
    named = [dict(each) if each else each for each in tree.named]
    copy = TagTree.of(tree.__dict__ | {"tag": own, "named": named})
    assert in_order(signature(tree)) == in_order(signature(copy))


@needs_kernel
@given(st.dictionaries(st.integers(0, 2**32 - 1), st.integers(0, 10**6)))
def test_counts_are_written_as_python_writes_them(counts: dict[int, int]) -> None:
    assert repr(list(counts.items())) == KERNEL.pairs(counts)
