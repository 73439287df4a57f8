"""What a signature counts."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from upwell.models.pages.signature import N_TOKENS, signature
from upwell.models.tree.parse import parse

PAGE = b"""<html><head><title>Found</title><script>x</script></head><body>
<div class="hits list"><p class="hit row17">one two</p><p class="hit row18">two</p></div>
<select class="sort"><option>a<option>b</select></body></html>"""


def test_an_element_counts_under_each_of_its_classes_with_digits_as_zeros() -> None:
    """`row17` and `row18` are one token."""
    counts = signature(parse(PAGE)).classes
    expected = {"div.hits": 1, "div.list": 1, "p.hit": 2, "p.row0": 2, "html": 1, "body": 1}
    assert expected == {token: counts[token] for token in expected}


def test_opaque_areas_count_too() -> None:
    """Scripts, heads and selects tell templates apart as well."""
    counts = signature(parse(PAGE)).classes
    expected = {"script": 1, "title": 1, "select.sort": 1, "option": 2}
    assert expected == {token: counts[token] for token in expected}


def test_at_most_four_class_names_of_an_element_count() -> None:
    """The rest are utilities."""
    counts = signature(parse(b"<div class='a b c d e f'>x</div>")).classes
    assert {f"div.{name}" for name in "abcd"} == {token for token in counts if "div" in token}


def test_ranking_measures_are_those_of_the_page() -> None:
    """Distinct terms, largest fanout, bytes."""
    body = b"<ul><li>One one</li><li>two</li><li>three</li></ul>"
    page = signature(parse(body))
    assert (3, 3, len(body)) == (page.terms, page.fanout, page.size)


def test_pages_of_one_shape_have_equal_paths_and_others_have_not() -> None:
    """Text plays no part."""
    one, same = signature(parse(b"<p><b>x</b></p>")), signature(parse(b"<p><b>y z</b></p>"))
    other = signature(parse(b"<b><p>x</p></b>"))
    assert one.paths == same.paths
    assert one.paths != other.paths


def test_a_page_of_endless_class_names_keeps_a_bounded_signature() -> None:
    """And two such pages keep the same ones."""
    names = [
        f"<i class='{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{'x' * (i // 676)}'></i>"
        for i in range(2000)
    ]
    page, reversed_page = ("".join(order).encode() for order in (names, names[::-1]))
    first, second = signature(parse(page)), signature(parse(reversed_page))
    assert N_TOKENS == len(first.classes)
    assert first.classes == second.classes


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["div", "span", "h2", "em"]), min_size=1, max_size=30))
def test_tags_are_counted_as_lxml_counts_them(tags: list[str]) -> None:
    """The paper's alphabet, on pages that need no repair."""
    body = "".join(f"<div><{tag}>x</{tag}></div>" for tag in tags)
    page = f"<html><head></head><body>{body}</body></html>"
    expected = Counter(element.tag for element in html.document_fromstring(page).iter())
    assert expected == signature(parse(page.encode())).tags


@given(st.lists(st.text("aB3_ -\u00e4\u0130\u2013\u6771\u0301.", max_size=8), max_size=6))
def test_distinct_terms_are_those_of_the_expression(texts: list[str]) -> None:
    """The quick way cuts ASCII by a table and looks at the rest only."""
    tree = parse("".join(f"<p>{text}</p>" for text in texts).encode())
    said = " ".join(text for text in tree.text if text)
    assert len(set(re.findall(r"\w+", said.lower()))) == signature(tree).terms
