"""Generated sites: answer pages of known records, among boxes that rotate and boxes that stay."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from random import Random

from hypothesis import strategies as st

from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

SYLLABLES = ("ba", "ke", "li", "mo", "nu", "pa", "re")
WORDS = (
    "amber basin cedar delta ember fjord glade harbor island jungle kernel lagoon meadow nectar "
    "orchid pebble quartz ripple saddle timber urchin valley willow yonder zephyr anchor bridge "
    "castle dragon engine"
).split()
FILLERS = tuple(a + b + c for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES)
LAYOUTS = ("div", "ul", "table", "dl", "grid", "hr")


@dataclass(frozen=True)
class AnswerPage:
    """A page, its query, and the token that each of its records holds."""

    tree: TagTree
    query: str
    tokens: tuple[str, ...]


def record(rng: Random, token: str, query: str) -> tuple[str, str]:
    """Title and rest of a record; most titles hold the query."""
    about = " ".join(rng.choices(FILLERS, k=2))
    title = f"{query} {about} {token}"
    text = f"{' '.join(rng.choices(FILLERS, k=rng.randint(5, 9)))} {rng.randint(100, 999)}"
    price = f"${rng.randint(1, 99)}.{rng.randint(10, 99)}"
    return f'<a href="/item/{token}">{escape(title)}</a>', f"<p>{text}</p><i>{price}</i>"


def answer(layout: str, records: list[tuple[str, str]]) -> str:
    """The region that answers."""
    if layout == "ul":
        inside = "".join(f"<li><b>{t}</b> {r}</li>" for t, r in records)
        return f'<ul class="hits">{inside}</ul>'
    if layout == "table":
        rows = "".join(f"<tr><td>{t}</td><td>{r}</td></tr>" for t, r in records)
        return f'<table class="hits">{rows}</table>'
    if layout == "dl":
        return "<dl>" + "".join(f"<dt>{t}</dt><dd>{r}</dd>" for t, r in records) + "</dl>"
    if layout == "grid":
        cells = [f"<td><h4>{t}</h4>{r}</td>" for t, r in records]
        cut = ["".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]
        return '<table class="grid">' + "".join(f"<tr>{row}</tr>" for row in cut) + "</table>"
    if layout == "hr":
        return "<div>" + "".join(f"<h4>{t}</h4>{r}<hr>" for t, r in records) + "</div>"
    inside = "".join(f'<div class="hit"><h3>{t}</h3>{r}</div>' for t, r in records)
    return f'<div id="hits">{inside}</div>'


def advertisement(rng: Random, blocks: int = 6) -> str:
    """Rotating blocks that look much like records, and are not about the query."""
    common = (*FILLERS, *WORDS[:6])
    inside = "".join(
        f'<div class="ad"><a href="/ad/{rng.randint(0, 10**6)}">'
        f"{' '.join(rng.choices(FILLERS, k=3))}</a>"
        f"<p>{' '.join(rng.choices(common, k=7))}</p></div>"
        for _ in range(blocks)
    )
    return f'<div class="promotion">{inside}</div>'


def page(
    layout: str, n_records: int, query: str, rng: Random, ads: bool = False, echo: bool = False
) -> AnswerPage:
    """One answer page."""
    tokens = tuple(f"rec{rng.randint(10**6, 10**7)}" for _ in range(n_records))
    region = answer(layout, [record(rng, t, query) for t in tokens]) if tokens else ""
    region = region or "<p>Sorry, nothing was found for your search.</p>"
    menu = "".join(f'<li><a href="/{w}">{w}</a></li>' for w in ("home", "help", "about"))
    source = f"""<html><head><title>Shop</title></head><body><ul id="menu">{menu}</ul>
        <form><input name="q" value="{escape(query) if echo else ""}"></form>
        {advertisement(rng) if ads else ""}
        <div id="main"><h2>Results</h2>{region}</div>
        <div id="foot">All rights reserved by the shop of shops</div></body></html>"""
    tree = parse(source.encode(), url="http://shop.example/find?q=" + query)
    return AnswerPage(tree, query, tokens)


def site(
    layout: str, seed: int, n_pages: int = 12, ads: bool = False, echo: bool = False
) -> list[AnswerPage]:
    """Pages of one template, three to nine records each, every query another one."""
    rng = Random(f"{layout}{seed}")
    queries = rng.sample(WORDS, n_pages)
    return [page(layout, rng.randint(3, 9), q, rng, ads, echo) for q in queries]


@st.composite
def small_trees(draw: st.DrawFn) -> TagTree:
    """Random pages of nested blocks and words."""
    leaf = st.sampled_from(("one", "two words", "three more words"))
    node = st.recursive(
        leaf,
        lambda inner: st.tuples(
            st.sampled_from(("div", "span", "section")), st.lists(inner, min_size=1, max_size=4)
        ),
        max_leaves=14,
    )
    return parse(f"<body>{''.join(_source(x) for x in draw(st.lists(node, max_size=4)))}".encode())


def _source(node: str | tuple[str, list[object]]) -> str:
    if isinstance(node, str):
        return node
    tag, inner = node
    return f"<{tag}>{' '.join(_source(x) for x in inner)}</{tag}>"  # type: ignore[arg-type]
