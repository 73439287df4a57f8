"""Links are distinct, absolute, http(s) and in document order."""

from __future__ import annotations

from html import escape

import ada_url
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from upwell.models.tree import links_of, parse
from upwell.models.tree.parse import Engine

PAGE = "http://example.org/dir/page?q=1"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("a", "http://example.org/dir/a"),
        ("/a b", "http://example.org/a%20b"),
        ("?q=2", "http://example.org/dir/page?q=2"),
        ("//other.example", "http://other.example/"),
        ("HTTPS://Other.Example:443/../x", "https://other.example/x"),
        (" \n/a\t#frag ", "http://example.org/a"),
        ("/a?x=1&amp;y=2", "http://example.org/a?x=1&y=2"),
        ("", None),
        ("#top", None),
        ("javascript:void(0)", None),
        ("mailto:a@b.example", None),
        ("http://", None),
        ("http://[", None),
    ],
)
def test_a_reference_is_joined_as_a_browser_does(href: str, url: str | None) -> None:
    tree = parse(f"<a href='{href}'>x</a>".encode(), url=PAGE)
    assert [url] * (url is not None) == [link.url for link in tree.links]


def test_of_equal_links_the_first_stands_and_the_first_text_speaks() -> None:
    tree = parse(
        b"<a href=/b rel=next><img></a><a href=/a>A</a><a href='/b#x'>B <b>b</b></a>"
        b"<a href=/b>C</a>",
        url=PAGE,
    )
    assert [
        ("http://example.org/b", "B b", "next"),
        ("http://example.org/a", "A", ""),
    ] == [(link.url, link.text, link.rel) for link in tree.links]
    assert [tree.tag.index("a")] == [tree.links[0].node]


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("/other/", "http://example.org/other/a"),
        ("https://cdn.example/x/y", "https://cdn.example/x/a"),
        ("javascript:no", "http://example.org/dir/a"),
    ],
)
def test_references_are_joined_to_the_base(base: str, url: str) -> None:
    tree = parse(f"<base href='{base}'><a href=a>x</a>".encode(), url=PAGE)
    assert [url] == [link.url for link in tree.links]


def test_without_a_url_only_absolute_references_are_links() -> None:
    tree = parse(b"<a href=/a>a</a><a href=http://b.example/#x>b</a>")
    assert () == tree.links
    assert ["http://b.example/"] == [link.url for link in links_of(tree, "")]


@given(st.text("abZ09_-./?=&%+: \\é@~;", max_size=12))
def test_a_path_is_joined_as_by_the_url_standard(rest: str) -> None:
    href = f"/{rest}".strip()
    assume(not href.startswith(("//", "/\\")))  # these name a host
    tree = parse(f"<a href='{escape(href)}'>x</a>".encode(), url=PAGE)
    assert [ada_url.join_url(PAGE, href)] == [link.url for link in tree.links]


@pytest.mark.parametrize("engine", ["lxml", "lexbor"])
def test_parts_of_a_picture_are_links_that_say_their_alt(engine: Engine) -> None:
    if engine == "lexbor":
        pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    page = (
        b"<img usemap=#m><map name=m><area href=/a alt=' North  wing '><area nohref alt=x>"
        b"<p>also <a href=/c>C</a></p></map><a href=/a>A</a>"
    )
    tree = parse(page, url=PAGE, engine=engine)
    assert [
        ("http://example.org/a", "North wing"),
        ("http://example.org/c", "C"),
    ] == [(link.url, link.text) for link in tree.links]
    assert "also C A" == tree.visible(0, tree.n)
