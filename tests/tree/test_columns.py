"""The columns equal those of a plain recursion over lxml's tree (THOR III)."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.tree import PARSER, TEXT, TagTree, parse
from upwell.models.tree.words import n_words

from .oracle import lxml_root, reference
from .strategies import pages


def column(tree: TagTree, name: str) -> list[Any]:
    values = getattr(tree, name)
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def encoded(page: str) -> bytes:
    return b"<html>" + page.encode("utf-8", "replace")


@given(pages)
@example('</body><div class="row odd"><title class="row odd"></body>')  # an end is text there
@example("a</body><title>b</html> \n</body> ")
@settings(max_examples=250, deadline=None)
def test_every_column_equals_the_recursion(page: str) -> None:
    tree = parse(encoded(page), "text/html; charset=utf-8")
    with compiled.pure():
        purely = parse(encoded(page), "text/html; charset=utf-8")
    for name, expected in reference(encoded(page)).items():
        assert expected == column(tree, name), name
        assert expected == column(purely, name), name


@pytest.mark.parametrize(
    "page",
    [
        "<p><b>a</b>&amp;b &lt; c",  # pieces that all say something
        "<p><b>a</b> &amp;b",  # the first is blank
        "<p><b>a</b> &#32; <i>b</i>",  # all are
        "<p><b>a</b> <i>b</i> &amp; c",  # a blank string stands before them
        "<title>a &amp; b</title><noscript> &amp; c</noscript><p>d",
    ],
)
def test_a_string_in_pieces_is_one_node(page: str) -> None:
    tree, expected = parse(encoded(page)), reference(encoded(page))
    assert expected == {name: column(tree, name) for name in expected}


@given(pages)
@settings(max_examples=150, deadline=None)
def test_an_xpath_leads_to_its_element_and_to_no_other(page: str) -> None:
    source = encoded(page)
    tree, root = parse(source, "text/html; charset=utf-8"), lxml_root(source)
    for node in range(tree.n):
        found = root.xpath(tree.xpath(node))
        holder = node if tree.tag[node] != TEXT else int(tree.parent[node])
        assert [tree.tag[holder]] == [element.tag for element in found]
        if tree.tag[node] != TEXT:
            kept = tree.attributes[node] or {}
            assert kept == {k: v for k, v in found[0].items() if k in kept}
    elements = [node for node in range(tree.n) if tree.tag[node] != TEXT]
    assert len(elements) == len({tree.xpath(node) for node in elements})


def test_an_xpath_counts_siblings_however_many_there_are() -> None:
    """The first few are counted where they stand, the others all at once."""
    source = encoded("<body>" + 70 * "<p>a</p><b>c</b><p>e</p>")
    tree, root = parse(source), lxml_root(source)
    for node in (*tree.tagged("p"), *reversed(tree.tagged("b"))):
        found = root.xpath(tree.xpath(node))
        assert [tree.text[node + 1]] == [one.text for one in found]
        assert tree.xpath(node).endswith(f"[{tree.position(node)}]")
    assert list(range(1, 141)) == [tree.position(node) for node in tree.tagged("p")]


@given(pages)
@settings(max_examples=50, deadline=None)
def test_a_stretch_has_the_path_and_the_text_of_the_smallest_element_that_holds_it(
    page: str,
) -> None:
    tree = parse(encoded(page))
    bounds = [(a, b) for a in range(tree.n) for b in range(a + 1, min(tree.n, a + 9))]
    expected = []
    for start, stop in bounds:
        holders = [u for u in range(start + 1) if tree.end[u] >= stop]
        expected.append(tree.xpath(max(holders, default=0)))
    texts = [tree.visible(start, stop) for start, stop in bounds]
    with compiled.pure():
        purely = parse(encoded(page))
        assert (expected, texts) == (purely.xpaths(bounds), purely.visibles(bounds))
    assert (expected, texts) == (parse(encoded(page)).xpaths(bounds), tree.visibles(bounds))


@given(pages)
@settings(max_examples=100, deadline=None)
def test_a_second_parse_gives_the_same_and_so_does_a_copy(page: str) -> None:
    first, second = parse(page.encode("utf-8", "replace")), parse(page.encode("utf-8", "replace"))
    assert pickle.dumps(first) == pickle.dumps(second)
    assert first.visible(0, first.n) == pickle.loads(pickle.dumps(first)).visible(0, first.n)


@given(pages)
@settings(max_examples=60, deadline=None)
def test_a_copy_says_the_same_of_attributes_forms_and_places_in_the_source(page: str) -> None:
    tree = parse(encoded("<form action=/s class=f><input name=q>" + page))
    copy = pickle.loads(pickle.dumps(tree))
    assert tree.forms == copy.forms
    assert tree.attributes == copy.attributes
    assert [tree.xpath(node) for node in range(tree.n)] == [copy.xpath(n) for n in range(copy.n)]


@given(st.lists(st.text()))
def test_words_of_many_texts_are_those_an_expression_finds(texts: list[str]) -> None:
    assert [len(re.findall(r"\w+", text)) for text in texts] == n_words(texts).tolist()


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("b<b>angle</b>s", "bangles"),  # inline tags add no space
        ("<b>two</b> <b>words</b>", "two words"),  # white space between them does
        ("one<br>two", "one two"),
        ("<td>one<td>two", "one two"),
        ("<p>one<p>two", "one two"),
        ("a</body></html>b", "ab"),  # an early end ends nothing
        ("<html/>all", "all"),  # nor does one of the root
        ("a\0b", "ab"),
        ("a<!-- b --><?c?>d", "ad"),
        ("a<script>b</script><style>c</style><select><option>d</select>e", "ae"),
        ("<noscript>few words</noscript>x", "x"),
        ("<noscript>" + "many " * 60 + "</noscript>x", "many " * 60 + "x"),
    ],
)
def test_the_text_is_what_a_reader_sees(page: str, text: str) -> None:
    tree = parse(page.encode())
    assert text.strip() == tree.visible(0, tree.n)


@pytest.mark.parametrize(
    ("page", "parents"),
    [
        ("<ul><li><b>1<li><b>2</ul>", ["ul", "ul"]),
        ("<ul><li>1<ul><li>2</ul></ul>", ["ul", "ul"]),
        ("<dl><dt><b>1<dd><b>2<dt>3</dl>", ["dl", "dl", "dl"]),
        ("<p><font>1<p>2", ["body", "body"]),
        ("<p><b><span>1<p>2<p>3", ["body", "body", "body"]),
    ],
)
def test_open_items_are_closed_by_the_next(page: str, parents: list[str]) -> None:
    tree = parse(page.encode())
    items = [node for node in range(tree.n) if tree.tag[node] in ("li", "dt", "dd", "p")]
    assert parents == [tree.tag[int(tree.parent[node])] for node in items]


def test_what_is_no_node_is_counted_by_tag_and_class() -> None:
    tree = parse(
        b"<head><title>T</title><meta><meta><script class='a1 b'></script></head>"
        b"<div><svg class=i22><path></svg><noscript><img class=p></noscript></div>"
    )
    assert {
        "head": 1,
        "title": 1,
        "meta": 2,
        "script.a0": 1,
        "script.b": 1,
        "svg.i0": 1,
        "path": 1,
        "noscript": 1,
        "img.p": 1,
    } == tree.hidden


def test_head_and_root_say_what_the_page_is() -> None:
    page = b"<html lang=de><head><title> A\n B</title><base href=' /x/ '></head><p>c"
    tree = parse(page)
    assert ("A B", "/x/", "de", len(page), PARSER, False) == (
        tree.title,
        tree.base,
        tree.language,
        tree.n_bytes,
        tree.parser,
        tree.truncated,
    )
    assert re.fullmatch(r"lxml [\d.]+/libxml2 [\d.]+", PARSER)


@pytest.mark.parametrize(
    ("page", "echo"),
    [
        ("<input type=hidden value=no><input value=' thor '>", "thor"),
        ("<input type=search value=two><input value=three>", "two"),
        ("<input type=SUBMIT value=Search>", ""),
        ("<input value=x>", ""),  # one character says nothing
    ],
)
def test_the_echo_is_what_the_first_text_field_holds(page: str, echo: str) -> None:
    assert echo == parse(page.encode()).echo


def test_only_attributes_that_models_ask_for_are_kept() -> None:
    tree = parse(b"<p class=a onclick=x data-y=1 style=s><i onclick=x>")
    assert [{"class": "a", "style": "s"}, None] == tree.attributes[2:]


def test_a_place_is_the_same_on_every_page() -> None:
    first, second = parse(b"<div class=row><p>a"), parse(b"<hr><div class='row'><p>b<p>c")
    place = {
        "div": [tree.key[tree.tag.index("div")] for tree in (first, second)],
        "p": [tree.key[tree.tag.index("p")] for tree in (first, second)],
    }
    assert [1, 1] == [len(set(keys)) for keys in place.values()]
