"""The compiled kernel of this room says what plain Python says, of every page."""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tree.strategies import pages
from upwell.models import compiled
from upwell.models.pagelets import weights as weighing
from upwell.models.pagelets.asking import asking_links
from upwell.models.pagelets.cells import Layout, cells
from upwell.models.pagelets.cut import cut
from upwell.models.pagelets.elsewhere import without_others
from upwell.models.pagelets.model import PageletModel
from upwell.models.pagelets.reading import Span
from upwell.models.pagelets.sheet import Sheet
from upwell.models.pagelets.strings import holding_any, names_at, query_terms
from upwell.models.site import Site
from upwell.models.tree import TagTree, parse
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

HOST = "http://127.0.0.1"
needs_kernel = pytest.mark.skipif(
    compiled.built("upwell.models.pagelets.reading_kernel") is None,
    reason="no kernel was built here",
)
texts = st.text("aB Ωß东1٣_-\x01ΣİſK.") | st.text(max_size=20)
cellular = st.lists(
    st.sampled_from(
        "<td>1 <th>Label <tr> <table> </table> <dt>Year: <dd>a:b <b>On: <i>x</i> : _ 7★ <li>a, "
        "<p>Price: 3 <a>so</a> <label>e</label> <ul> </ul> <noscript>n</noscript> &nbsp;".split()
    ),
    max_size=30,
).map("".join)


def answers(name: str, n_records: int = 40) -> list[tuple[str, bytes, str]]:
    """Pages of a bundled source: URL, bytes, query."""
    family = FAMILIES[name]
    source = Source(pages_of(family, 11, n_records), 11)
    truth = Truth(source, HOST)
    out = []
    for record in truth.records()[:12]:
        word = record.title[:2] if family.language == "ja" else record.title.split()[-1]
        url = truth.search_url(word)
        page = source.page(url.removeprefix(HOST))
        if not page.location:
            out.append((url, encoded(page.text, family.charset), word))
    return out


@needs_kernel
@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_a_page_of_a_known_site_reads_the_same(name: str) -> None:
    site = Site()
    visits = answers(name)
    for url, body, query in visits:
        site.observe(body, url, query)
    model = site.publish()
    assert model is not None
    for url, body, query in visits:
        with compiled.pure():
            expected = model.read(body, url, query), model.read(body, url, entity=True)
        assert expected == (model.read(body, url, query), model.read(body, url, entity=True))


@needs_kernel
@given(st.lists(texts, max_size=8), st.lists(texts, max_size=4))
@settings(max_examples=300, deadline=None)
def test_texts_that_hold_the_query_are_the_same(strings: list[str], queries: list[str]) -> None:
    for query in queries:
        terms = query_terms(query)
        if terms:
            with compiled.pure():
                expected = holding_any(terms, range(len(strings)), strings)
            assert expected == holding_any(terms, range(len(strings)), strings)


hrefs = st.text("?&=+%#wolf WOLFä/;", max_size=30) | st.lists(
    st.sampled_from("? & &amp; = q= p=7 sea SEA %53ea sea+wolf sea%20 # /a + K ea".split()),
    max_size=9,
).map("".join)


@needs_kernel
@given(st.lists(hrefs, max_size=6), st.sampled_from(("sea", "Sea wolf", "wolf", "ä", "a", "o l")))
@settings(max_examples=500, deadline=None)
def test_links_that_ask_on_are_the_same(links: list[str], query: str) -> None:
    given = "".join(f'<a href="{escape(href)}">{n}</a>' for n, href in enumerate(links))
    tree = parse(f"<form><input name=q><input name=p></form>{given}".encode())
    with compiled.pure():
        expected = list(asking_links(tree, query))
    assert expected == list(asking_links(tree, query))


@needs_kernel
@given(pages | cellular)
@settings(max_examples=100, deadline=None)
def test_weights_and_the_cut_are_the_same(page: str) -> None:
    tree = parse(page.encode())
    generator = np.random.default_rng(len(page))
    flags = {int(place): int(generator.integers(16)) for place in tree.place}
    with compiled.pure():
        names = names_at(tree, tree.words.nonzero()[0], ())
    strings = {int(name): int(generator.integers(101)) for name in names[::2]}
    expected, found = (_weighed(tree, strings, flags, pure) for pure in (True, False))
    assert expected == found


def _weighed(
    tree: TagTree, strings: dict[int, int], flags: dict[int, int], pure: bool
) -> tuple[list[float], list[int], list[float]]:
    if pure:
        with compiled.pure():
            return _weighed(tree, strings, flags, False)
    model = PageletModel(n_pages=4, strings=strings, places=flags)
    weights = weighing.text_weights(tree, model, "x 7")
    others = without_others(tree, weights)
    return weights.tolist(), cut(tree, others, 0.5), others.tolist()


@needs_kernel
@given(pages | cellular, st.integers(0, 31))
@settings(max_examples=200, deadline=None)
def test_cells_are_the_same(page: str, kinds: int) -> None:
    tree = parse(page.encode())
    keys = tuple(sorted({int(key) for key in tree.key[kinds % 3 :: 2]}))
    layout = Layout(*(keys if kinds >> i & 1 else () for i in range(5)))
    for start in range(0, tree.n, 3):
        span = Span(start, int(tree.end[start]), 0)
        with compiled.pure():
            expected = cells(Sheet(tree), span, layout)
        assert expected == cells(Sheet(tree), span, layout)


def test_every_part_of_the_kernel_is_watched() -> None:
    folder = Path(weighing.__file__).parent
    named = (folder / "reading_kernel.pyx").read_text("utf-8")
    for part in folder.glob("reading_kernel_*.pxi"):
        assert f'include "{part.name}"' in named
