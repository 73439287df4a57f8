"""The compiled kernel says what plain Python says, of every page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models import compiled
from upwell.models.tree import TagTree, links_of, parse
from upwell.models.tree.engines import lexbor_bounds
from upwell.models.tree.parse import Engine
from upwell.models.tree.raw import repair as source

from .strategies import pages
from .test_engines import pages as well_formed

MODELS = Path(compiled.__file__).parent
KERNEL = compiled.built("upwell.models.tree.kernel")
ENGINES: tuple[Engine, ...] = ("lxml", "lexbor")
needs_kernel = pytest.mark.skipif(KERNEL is None, reason="no kernel was built here")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "lexbor":
        pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")
    chosen: Engine = request.param
    return chosen


def fields(tree: TagTree) -> dict[str, Any]:
    """All that a tree holds, and of arrays the type."""
    found = {name: getattr(tree, name) for name in TagTree.__dataclass_fields__}
    return {
        name: (value.dtype.str, value.tolist()) if isinstance(value, np.ndarray) else value
        for name, value in found.items()
    }


def both(body: bytes, engine: Engine) -> tuple[dict[str, Any], dict[str, Any]]:
    with compiled.pure():
        expected = fields(parse(body, url="http://example.org/", engine=engine))
    return expected, fields(parse(body, url="http://example.org/", engine=engine))


@needs_kernel
@given(st.one_of(pages, well_formed, st.lists(pages | well_formed, max_size=3).map("<td>".join)))
@settings(max_examples=150, deadline=None)
def test_every_field_of_a_tree_is_that_of_the_pure_way(page: str) -> None:
    for engine in ENGINES if KERNEL and lexbor_is_there() else ENGINES[:1]:
        expected, found = both(page.encode("utf-8", "replace"), engine)
        assert expected == found


def lexbor_is_there() -> bool:
    return find_spec("selectolax") is not None


ODD = {
    "attributes": b"<p =a b=' &lt;\"' c class='' id=x d\"e='>'>t<a href>u"
    b"</a><b class='a&amp;b' id='&'>",
    "ghosts": b"<ul><li><b>1<li><b><a href=x>2<p><font>3<p>4</ul><dl><dt><i>a<dd><i>b</dl>end",
    "noscripts": b"<noscript>few<input value=two></noscript><p><noscript class=x><b>"
    + b"many <i>words</i> " * 40
    + b"</noscript><noscript>" * 2
    + b"x<style>y</style>" * 99,
    "titles": b"<title> </title><svg><title>a<g>b</g></title></svg><div><title>c</title>d",
    "templates": b"<template><p class=no>a<title>b</title><template>c</template></template>d",
    "SVG": b"<svg viewBox=1><style>a{}</style><link>x</link><a><foreignObject><p>y<br>z",
    "SVG that is not raw": b"<svg><style>a &lt; b</style></svg>c<svg><script>d<g></g></script>",
    "a script in a comment of a script": b"<script><!-- <script> </script> --></script><p>a",
    "mathematics": b"<math><mi xlink:href=a>b</mi></math>c",
    "raw text": b"<xmp>a<b>&amp;</xmp><noembed><i></noembed>"
    b"<iframe><p></iframe><plaintext>&amp;<p>",
    "frames": b"<frameset cols=1><frame src=a><noframes>b<c</noframes></frameset>",
    "comments": b"<!-- a --><!doctype html><!x--><p>b<!--c-->d<!-- --->  <!>e<?f?>g</p><?h i>j",
    "white space": "<p>\u00a0</p>\x1c<b>\u2003 a</b>\u0085\u00a0<i>&nbsp;b&#x1f;</i>".encode(),
    "names": "<a\u0130 \u00e9=1><fb:like><P CLASS=Up><\u017fvg></a\u0130>".encode(),
    "early ends": b"a</body >b</html>c </HTML> </body\n>",
    "nested deep": b"<div>" * 600 + b"x" + b"</div>" * 300 + b"y",
    "words": "<p>don't_stop 12,5 \u00bd\u0663 \u6f22\u5b57 e\u0301 <b>_</b>".encode(),
}


@needs_kernel
@pytest.mark.parametrize("name", ODD)
def test_an_odd_page_is_the_same_either_way(name: str, engine: Engine) -> None:
    expected, found = both(ODD[name], engine)
    assert expected == found


@needs_kernel
@pytest.mark.parametrize(
    ("page", "vouched"),
    [
        ("<html><p>a</p></html>", True),
        ("<html><p>a</html>", False),  # nobody writes so
        ("<html><p>a<b</p></html>", False),
        ("<html><p a='b'></p></html>", False),
        ("<html><math></math></html>", False),
        ("<html><svg><style>a<b</style></svg></html>", False),
        ("<html><svg><style>a</style></svg></html>", True),
        ("<html><script><!--<script></script></html>", False),
        ("<html><p>a</p>", False),
        ("<html", False),
        ("", False),
    ],
)
def test_a_page_is_walked_over_where_what_is_written_leaves_a_doubt(
    page: str, vouched: bool
) -> None:
    from upwell.models.tree.place import Places

    read = KERNEL.Markup().read(page, Places(), 99)
    assert vouched == (read is not None)


@needs_kernel
def test_a_page_with_more_elements_than_are_read_is_walked_over() -> None:
    from upwell.models.tree.place import Places

    page = "<html>" + "<br>" * 9 + "</html>"
    assert KERNEL.Markup().read(page, Places(), 9) is None
    assert KERNEL.Markup().read(page, Places(), 10) is not None


sources = st.lists(
    st.sampled_from(
        b"<a_b=' \" ' > <script> </SCRIPT <TITLE_ </body> _</html> <td_x </td_x> </h1_> <!--"
        b" <iframes = word _ < /".replace(b"_", b"\n").split(b" ")
    ),
    max_size=40,
).map(b"".join)


@needs_kernel
@given(sources)
@settings(max_examples=300, deadline=None)
def test_a_quick_look_at_the_source_misses_nothing(page: bytes) -> None:
    """What it says is not there need not be looked for."""
    if source._without_early_ends(page) != page:
        assert KERNEL.ends_early(page)
    for n_bytes, n_attributes in ((5, 0), (5, 2), (30, 1)):
        with patch.object(source, "LONG_TAG", n_bytes):
            if source._with_short_tags(page, n_attributes) != page:
                assert KERNEL.has_long_tag(page, n_bytes, n_attributes)
    n, ignored = KERNEL.n_tags(page)
    assert (page.count(b"<"), True) == (n, ignored >= len(lexbor_bounds._IGNORED.findall(page)))


hrefs = st.sampled_from(
    "/ /a /a/ /a/b /a/./b /a/../b /a/. /.a /a.b /..a //h/x /a//b ? ?q /?q /a?q=/x /a?q=b%20c"
    " /a?q=b+c /a#f #f /a~ /_a /-a /a:b /\u00e9 /a\\b a ./a ../a mailto:x http://b.example/a HTTP://B/a".split()
)
anchors = st.lists(
    st.builds(
        "<{} href='{}' {}>{}</a>".format,
        st.sampled_from(["a", "a", "area", "link", "b"]),
        hrefs | st.lists(hrefs, max_size=3).map("".join),
        st.sampled_from(["", "rel=next", "alt=' x  y '"]),
        st.sampled_from(["", " ", "one", "one  two", " one", "a\u2003b", "<b>x</b> y", "t\tu"]),
    ),
    max_size=12,
).map("".join)


@needs_kernel
@given(anchors, st.sampled_from(["", "<base href=/x/>", "<base href='http://b.example'>"]))
@settings(max_examples=300, deadline=None)
def test_links_are_those_of_the_pure_way(page: str, base: str) -> None:
    tree = parse((base + page).encode())
    for url in ("", "http://example.org/dir/page?q=1"):
        with compiled.pure():
            expected = links_of(tree, url)
        assert expected == links_of(tree, url)


@needs_kernel
@given(
    st.lists(
        st.one_of(
            [
                st.text(st.characters(max_codepoint=limit, exclude_categories=["Cs"]), max_size=90)
                for limit in (0x7F, 0xFF, 0x7FF, 0xFFFF, None)
            ]
        ),
        max_size=4,
    ),
    st.integers(0, 70),
)
def test_a_string_is_written_as_encode_writes_it(parts: list[str], padding: int) -> None:
    string = "a" * padding + "".join(parts)
    assert string.encode() == KERNEL.utf8(string)


@needs_kernel
@pytest.mark.parametrize("around", ["", "a" * 40, "é" * 40, "\U0001f600"])
def test_half_of_a_pair_cannot_be_written(around: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        KERNEL.utf8(around + "\udc00" + around)


def test_a_kernel_was_built_from_the_sources_beside_it() -> None:
    """If it was not: python setup.py build_ext --inplace."""
    name = "upwell.models.tree.kernel"
    if find_spec(name) is None:
        pytest.skip("no kernel was built here")
    assert compiled.built(name) is not None


def test_a_kernel_of_other_sources_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an update that nobody built: plain Python does the work."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, held in (("fresh_kernel", b"now"), ("stale_kernel", b"before")):
        digest = sha256(held).hexdigest()[:16]
        (tmp_path / f"{name}.py").write_text(f"SOURCES = {digest!r}\n")
        (tmp_path / f"{name}.pyx").write_bytes(b"now")
    found = [compiled.built(name) is not None for name in ("fresh_kernel", "stale_kernel")]
    assert [True, False] == found


def test_the_kernel_can_be_kept_off() -> None:
    code = (
        "from upwell.models import compiled; from upwell.models.tree import parse;"
        " print(compiled.in_use(), parse(b'<p>a').tag)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"UPWELL_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "False ['html', 'body', 'p', '#text']\n" == done.stdout


def test_a_kernel_is_as_short_as_other_files() -> None:
    parts = [*MODELS.rglob("*.pyx"), *MODELS.rglob("*.pxi")]
    assert parts
    for part in parts:
        lines = part.read_text("utf-8").splitlines()
        begins = [n for n, line in enumerate(lines) if re.match(r" *(?:cdef|def|class) .*:$", line)]
        assert len(lines) <= 400, part
        assert all(b - a <= 60 for a, b in zip(begins, [*begins[1:], len(lines)], strict=True)), (
            part
        )
