"""Two engines, one result: on well-formed pages every column is the same."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.errors import ConfigError
from upwell.models.tree import TagTree, parse
from upwell.models.tree.engines import lexbor
from upwell.models.tree.parse import Engine

needs_lexbor = pytest.importorskip("selectolax.lexbor", reason="the extra `fast` is not installed")

COLUMNS = ("tag", "parent", "end", "depth", "fanout", "text", "path", "key", "words", "linked")
PAGE = "http://example.org/dir/page"


def column(tree: TagTree, name: str) -> list[Any]:
    values = getattr(tree, name)
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


# Well-formed pages: what HTML5 and libxml2 have to read alike. A block holds blocks or phrases.
strings = st.text("abc é漢<>&\"' \n09", min_size=1, max_size=9).map(escape)
names = st.sampled_from(["", ' class="row odd"', ' id="r17"', ' class="a" title="&lt;b&gt; &amp;"'])
hrefs = st.sampled_from(["/a", "b?q=1&amp;p=2", "http://b.example/#f", ""])
leaves = st.one_of(
    strings,
    st.sampled_from(["<br>", '<img src="i.png" alt="an image">', "<hr>", "<!-- no > text -->"]),
)
phrases = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("<{0}{1}>{2}</{0}>".format, st.sampled_from("b i span".split()), names, inner),
        st.tuples(inner, inner).map("".join),
    ),
    max_leaves=5,
).filter(lambda html: "<hr>" not in html)
links = st.builds('<a href="{}">{}</a>'.format, hrefs, phrases)
controls = st.sampled_from(
    [
        '<input name="q" value="two words">',
        '<label for="i">Label</label><input id="i" type="checkbox" name="c" checked>',
        '<select name="s"><option value="1">One</option><option selected>Two</option></select>',
        '<textarea name="t">some text</textarea>',
        '<button name="b" value="1">Go <b>on</b></button>',
    ]
)
forms = st.builds(
    '<form action="{}" method="{}">{}</form>'.format,
    hrefs,
    st.sampled_from(["get", "post"]),
    st.lists(controls, max_size=3).map("".join),
)
opaque = st.sampled_from(
    [
        '<script>if (a < b && "</p>") {}</script>',
        "<style>p > b {}</style>",
        '<noscript><img src="p.gif" alt=""></noscript>',
    ]
)
blocks = st.recursive(
    st.one_of(st.builds("<p{}>{}</p>".format, names, phrases), links, forms, opaque, strings),
    lambda inner: st.one_of(
        st.builds("<div{}>{}</div>".format, names, inner),
        st.builds("<ul><li>{}</li>\n<li>{}</li></ul>".format, inner, inner),
        st.builds("<dl><dt>{}</dt><dd>{}</dd></dl>".format, phrases, inner),
        st.builds(
            "<table><tbody><tr><td>{}</td><td>{}</td></tr></tbody></table>".format, inner, phrases
        ),
        st.tuples(inner, inner).map("\n".join),
    ),
    max_leaves=12,
)
pages = st.builds(
    '<!DOCTYPE html><html lang="de"><head><title>{}</title></head><body>{}</body></html>'.format,
    strings,
    blocks,
)


@given(pages)
@settings(max_examples=250, deadline=None)
def test_both_engines_agree_on_well_formed_pages(page: str) -> None:
    first, second = (parse(page.encode(), url=PAGE, engine=e) for e in ("lxml", "lexbor"))
    for name in COLUMNS:
        assert column(first, name) == column(second, name), name
    assert [a or {} for a in first.attributes] == [a or {} for a in second.attributes]
    assert first.forms == second.forms
    assert first.links == second.links
    assert first.hidden == second.hidden
    assert (first.title, first.language, first.echo) == (
        second.title,
        second.language,
        second.echo,
    )
    assert first.visible(0, first.n) == second.visible(0, second.n)
    assert list(map(first.xpath, range(first.n))) == list(map(second.xpath, range(second.n)))


def test_a_tree_tells_which_engine_built_it() -> None:
    assert parse(b"x").parser.startswith("lxml 6.")
    assert parse(b"x", engine="lexbor").parser.startswith("lexbor 3.")


def test_without_the_extra_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(lexbor, "import_module", absent)
    lexbor._engine.cache_clear()
    try:
        with pytest.raises(ConfigError, match=r"upwell\[fast\]"):
            parse(b"x", engine="lexbor")
    finally:
        monkeypatch.undo()
        lexbor._engine.cache_clear()


@pytest.mark.parametrize("engine", ["lxml", "lexbor"])
@pytest.mark.parametrize(
    ("page", "held"),
    [
        (b"<form id=f></form><input name=q form=f>", [["q"], []]),
        (b"<input name=q form=f><form id=f><input name=p></form>", [["p", "q"], []]),
        (b"<form id=f></form><p><button name=b form=f>Go</button>", [["b"], []]),
        (b"<form id=f></form><input name=q form=other><input name=r>", [[], []]),
        (b"<form id=f><input name=q form=f></form>", [["q"], []]),
        (b"<form id=f><table><tr><td><input name=q></table></form>", [["q"], []]),
        (b"<table><form id=f><tr><td><input name=q></form></table>", [["q"], []]),
        (b"<form id=f></form><form></form><input name=q form=f>", [["q"], []]),
    ],
)
def test_a_control_belongs_to_the_form_that_it_names(
    page: bytes, held: list[list[str]], engine: Engine
) -> None:
    """One outside of all forms comes last; one that names a form which is not there is nobody's."""
    forms = parse(page, engine=engine).forms
    assert held[: len(forms)] == [[field.name for field in form.fields] for form in forms]
