"""lexbor's nodes are read where they stand, if that is where they were said to stand."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.tree.engines import lexbor_compiled
from upwell.models.tree.place import Places

from .strategies import pages
from .test_engines import pages as well_formed
from .test_kernel import KERNEL, ODD, both

engine = pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
pytestmark = pytest.mark.skipif(KERNEL is None, reason="no kernel was built here")
ROOT = Path(__file__).parents[2]


def page_of(body: bytes) -> Any:
    return engine.LexborHTMLParser(body, options=engine.LexborDocumentOptions.WO_EVENTS)


def written() -> Any:
    """What lexbor writes is read, as where its nodes are not known."""
    return patch.object(lexbor_compiled, "reads_in_place", lambda *_: False)


def test_the_nodes_of_the_pinned_version_are_read_in_place() -> None:
    """If a newer one is pinned: look at its structures, then name it in `_LOOKED_AT`."""
    pinned = f"selectolax=={version('selectolax')}\n" in (ROOT / "constraints.txt").read_text()
    if not pinned:
        pytest.skip("another selectolax than the pinned one is installed")
    assert lexbor_compiled.reads_in_place(engine, KERNEL)


@pytest.mark.parametrize("other", ["1.0.1", "1.0.3", "2.0.0"])
def test_the_nodes_of_another_version_are_left_alone(other: str) -> None:
    with patch.object(lexbor_compiled, "version", lambda _: other):
        assert not lexbor_compiled.reads_in_place.__wrapped__(engine, KERNEL)


def test_a_page_that_comes_out_otherwise_is_enough_not_to_read_in_place() -> None:
    class Doubtful:
        stands, Markup = KERNEL.stands, KERNEL.Markup

        class Nodes:
            def read(self, page: Any, *rest: Any) -> Any:
                return KERNEL.Nodes().read(page, *rest) | {"title": "another"}

    assert not lexbor_compiled.reads_in_place.__wrapped__(engine, Doubtful)


class Liar:
    """A node that tells one thing wrong."""

    def __init__(self, node: Any, name: str, told: Any) -> None:
        self.node, self.name, self.told = node, name, told

    def __getattr__(self, name: str) -> Any:
        return self.told if name == self.name else getattr(self.node, name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tag_id", 3),
        ("is_element_node", False),
        ("next", None),
        ("prev", "itself"),
        ("parent", "itself"),
        ("first_child", None),
        ("last_child", None),
        ("attributes", {"class": "a"}),
        ("attributes", {"class": "b", "data-x": "1", "y": None}),
        ("attributes", {"class": "a", "data-z": "1", "y": None}),
        ("attributes", {"class": "a", "data-x": "1", "y": None, "z": None}),
    ],
)
def test_nodes_stand_where_selectolax_says(name: str, told: Any) -> None:
    page = page_of(b"<i></i><p class=a data-x=1 y>text<b></b></p><i></i>")
    (node,) = page.css("p")

    class Root:
        mem_id = page.root.mem_id

        def traverse(self, **_: Any) -> Any:
            yield Liar(node, name, node if told == "itself" else told)

    assert KERNEL.stands(page.root)
    assert not KERNEL.stands(Root())


@given(st.one_of(pages, well_formed, st.lists(pages | well_formed, max_size=3).map("<td>".join)))
@settings(max_examples=100, deadline=None)
def test_every_field_is_the_same_from_what_is_written(page: str) -> None:
    with written():
        expected, found = both(page.encode("utf-8", "replace"), "lexbor")
    assert expected == found


@pytest.mark.parametrize("name", ODD)
def test_an_odd_page_is_the_same_from_what_is_written(name: str) -> None:
    with written():
        expected, found = both(ODD[name], "lexbor")
    assert expected == found


@pytest.mark.parametrize(
    ("page", "vouched"),
    [
        (b"<p>a<?b?>", True),
        (b"<math><mi>a</math><svg><style>a &lt; b</style></svg>", True),  # not if it is written
        (b"<script><!--<script></script>--></script>", True),
        ("<a\u0130>".encode(), False),
        (b"<a" + b"b" * 64 + b">", False),
        (b"<p class='\xff'>", False),
        (b"<p>\xff", False),
    ],
)
def test_a_page_is_walked_over_where_its_nodes_leave_a_doubt(page: bytes, vouched: bool) -> None:
    fields = KERNEL.Nodes().read(page_of(page), Places(), 99)
    assert vouched == (fields is not None)


def test_a_page_with_more_elements_than_are_read_is_walked_over() -> None:
    page = page_of(b"<br>" * 7)
    assert KERNEL.Nodes().read(page, Places(), 9) is None
    assert KERNEL.Nodes().read(page, Places(), 10) is not None


def test_names_that_nobody_met_are_asked_for() -> None:
    tags = [f"<{tag}>" for tag in "bdi bdo cite dfn kbd ruby rb rtc samp sub sup var".split()]
    names = "accept action alt charset color dir for height lang name rel size src type width"
    named = [f"<p {name}={name}>" for name in names.split()]
    expected, found = both("".join(tags + named).encode(), "lexbor")
    assert expected == found


def test_without_the_kernel_nothing_is_read() -> None:
    with compiled.pure():
        assert lexbor_compiled.read_compiled(engine, page_of(b"<p>"), Places(), 9) is None
