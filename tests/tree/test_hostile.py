"""No bytes make the parser raise, hang or recurse."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from threading import Thread
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.tree import Budget, TagTree, parse

MANY = 100_000


def attributes(n: int, value: str = "1") -> bytes:
    return b" ".join(b"a%d=" % i + value.encode() for i in range(n))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" \n",
        b"\0\0",
        b"<!-- only -->",
        b"<?xml?>",
        b"<",
        b"</p>",
        b"<script>",
        b"\xff\xfe",
        b"\xff\xfe\x00\xd8",  # a lone surrogate in UTF-16
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",  # a surrogate in what would be UTF-8
        b"&#xD800;&#0;&#x110000;&#xFFFE;",
        b"<p \x01\x02='\x03'>\x04\x7f\x80",
        b"<html/>text",
        b"text</html x>text",
        b"</htm</body>l><",
        b"%PDF-1.4\n\x00\xff" * 20,
    ],
)
def test_any_body_is_a_tree_with_a_root(body: bytes) -> None:
    for way in (nullcontext, compiled.pure):
        with way():
            tree = parse(body, url="http://example.org/")
        assert ("html", -1, tree.n) == (tree.tag[0], tree.parent[0], tree.end[0])


@given(st.binary(max_size=400), st.text(max_size=40), st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_arbitrary_bytes_headers_and_urls_do_not_raise(
    body: bytes, content_type: str, url: str
) -> None:
    for way in (nullcontext, compiled.pure):
        with way():
            tree = parse(body, content_type, url)
        assert tree.n == tree.end[0]
        tree.visible(0, tree.n).encode("utf-8")


@pytest.mark.parametrize(
    ("body", "truncated"),
    [
        (b"<div>" * MANY + b"x", True),
        (b"<i>" * 10 * MANY + b"x", True),
        (b"<b>" * MANY, True),
        (b"<ul><li><font>" * MANY, True),
        (b"<p>" * MANY, False),
        (b"<br>" * MANY, False),
        (b"</div>" * MANY, False),
        (b"<a href=x>" * MANY, False),
        (b"<table>" * MANY, True),
        (b"<form><input>" * 5_000, False),
        (b"<form>" + b"<label>" * 2_000 + b"<input>" * 20_000 + b"x" * (1 << 20), True),
        (b"<form><select>" + b"<option>x" * MANY, False),
        (b"&amp" * MANY, False),
        (b"<div " + attributes(MANY) + b">x", True),
        (b"<html " + attributes(MANY) + b">x", True),
        (b"<div " + attributes(MANY), True),
        (b"<div " + attributes(MANY, '">"') + b">x", True),
        (b"<div a='" + b"x" * (1 << 20) + b"'>x", False),
        (b"<div a='" + b"x" * (1 << 20), False),
        (b"<noscript>few words</noscript>" * MANY, False),
        (b"<!--" * MANY, False),
        (b"<meta " * MANY, True),
    ],
    ids=lambda value: f"{value[:14]!r}" if isinstance(value, bytes) else "",
)
def test_a_hostile_page_costs_seconds_at_most(body: bytes, truncated: bool) -> None:
    began = process_time()
    tree = parse(body, url="http://example.org/")
    assert process_time() - began < 8
    assert int(tree.depth.max()) <= Budget().depth
    assert truncated == tree.truncated


@pytest.mark.parametrize(
    ("budget", "page", "kept"),
    [
        (Budget(n_bytes=8), b"<p>12345678", lambda tree: "12345" == tree.visible(0, tree.n)),
        (Budget(depth=4), b"<div>" * 9, lambda tree: 4 == tree.depth.max()),
        (Budget(n_elements=5), b"<br>" * 9, lambda tree: 5 == tree.n),
    ],
)
def test_what_lies_beyond_the_budget_is_left_out_and_said(
    budget: Budget, page: bytes, kept: Callable[[TagTree], bool]
) -> None:
    assert kept(parse(page, budget=budget))
    assert parse(page, budget=budget).truncated
    assert not parse(page).truncated


def test_attributes_beyond_the_budget_leave_the_element_in_place() -> None:
    body = b"<p class=first " + attributes(20_000) + b" id=last>text</p><p>next"
    tree = parse(body)
    assert {"class": "first"} == tree.attributes[2]
    assert "text next" == tree.visible(0, tree.n)
    assert tree.truncated


def test_a_long_script_that_speaks_of_tags_is_no_tag() -> None:
    script = b"<script>x = '<div " + attributes(5_000) + b"';</script>"
    tree = parse(script + b"<p>after</p><script " + attributes(5_000) + b">y</script>end")
    assert "after end" == tree.visible(0, tree.n)


def test_threads_see_the_same_places() -> None:
    pages = [f"<div class=c{chr(97 + i % 26)}x{i}><p>a<p>b".encode() for i in range(300)]
    expected = [parse(page).key.tolist() for page in pages]
    found: list[list[list[int]]] = []
    threads = [
        Thread(target=lambda: found.append([parse(page).key.tolist() for page in pages]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [expected] * 4 == found
