"""Laws of the evidence: text blocks, cut, pages of a site, blocks of both methods."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upwell.models.blocks.best_cut import best_cut
from upwell.models.blocks.evidence import Evidence, evidence
from upwell.models.blocks.evidence.marks import marks
from upwell.models.blocks.evidence.page_kind import page_kind
from upwell.models.blocks.evidence.prose import prose
from upwell.models.blocks.evidence.records import records
from upwell.models.blocks.evidence.sections import sections
from upwell.models.blocks.informative import (
    BlockParams,
    SitePage,
    covering_nodes,
    informative_blocks,
)
from upwell.models.blocks.page_text import chosen_text, page_choice
from upwell.models.blocks.site_text import site_choice, title_block
from upwell.models.blocks.text_blocks import text_blocks
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TEXT

TAGS = st.sampled_from(["div", "p", "b", "span", "li", "a", "table", "td", "h2", "nav"])
HTML = st.recursive(
    st.sampled_from(["one two", "three", " ", "<br>", "four. five"]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=4)
    ),
    max_leaves=20,
)


@given(HTML)
def test_every_content_node_is_in_one_text_block_and_blocks_end_at_block_tags(html: str) -> None:
    tree = parse(html.encode())
    blocks = text_blocks(tree)
    held: list[int] = []
    for first, stop in zip(blocks.first.tolist(), blocks.stop.tolist(), strict=True):
        held += [node for node in range(first, stop) if tree.tag[node] == TEXT]
        assert not {"div", "p", "li", "br", "h2"} & set(tree.tag[first:stop])
    assert [node for node, tag in enumerate(tree.tag) if tag == TEXT] == held
    assert tree.word_sums[-1] == blocks.words.sum()


@given(
    st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=12),
)
def test_no_other_cut_has_a_higher_expected_f1(blocks: list[tuple[float, int]]) -> None:
    chances = np.array([p for p, _ in blocks])
    sizes = np.array([w for _, w in blocks], float)

    def f1(cut: float) -> float:
        taken = chances >= cut
        hits = (chances * sizes)[taken].sum()
        return float(2 * hits / (sizes[taken].sum() + (chances * sizes).sum()))

    assert pytest.approx(max(map(f1, chances.tolist())), abs=1e-6) == f1(best_cut(chances, sizes))


PROSE = "The river rose again in the night and the lower bridge was closed to all traffic. "
MENU = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/c>Contact</a></ul></nav>"
END = "<footer>© 2026 All rights reserved. Privacy policy</footer>"


def page(title: str, text: str, side: str = "") -> bytes:
    return (
        f"<html><head><title>{title} - The Paper</title></head><body>{MENU}"
        f"<main><h1>{title}</h1><p>{text}</p><p>{PROSE}</p></main>{side}{END}"
    ).encode()


def read(body: bytes) -> Evidence:
    return evidence(parse(body), body)


def test_of_a_page_alone_the_prose_is_content_and_menu_and_footer_are_not() -> None:
    alone = read(page("Flood", PROSE * 2))
    text = chosen_text(alone, page_choice(alone))
    assert "lower bridge" in text
    assert "Home" not in text
    assert "reserved" not in text


@given(HTML)
@settings(max_examples=50)
def test_any_page_is_weighed_twice_the_same_and_stays_as_it_was(html: str) -> None:
    body = html.encode()
    tree = parse(body)
    before = (list(tree.tag), list(tree.text), tree.end.tolist())
    one, other = evidence(tree, body), evidence(tree, body)
    assert one.log_odds.tolist() == other.log_odds.tolist()
    assert np.isfinite(one.log_odds).all()
    assert before == (tree.tag, tree.text, tree.end.tolist())


def test_text_inside_a_nav_a_footer_or_a_hidden_node_has_less_for_it() -> None:
    def odds(around: str) -> float:
        opened, closed = around, f"</{around.split()[0]}>"
        body = f"<body><{opened}><p>{PROSE}</p>{closed}<div>{PROSE * 3}</div></body>"
        return float(read(body.encode()).log_odds[0])

    plain = odds("div")
    assert all(odds(around) < plain for around in ("footer", "aside", "div hidden", "dialog"))


STRANGE = [b"", b"<", b"\x00\xff", b"<table><td>", b"<p>" * 600, b"<title>only</title>"]


@pytest.mark.parametrize("body", STRANGE)
@pytest.mark.parametrize("method", ["evidence", "wisdom"])
def test_a_page_of_nothing_has_no_blocks_and_ends_nothing(body: bytes, method: str) -> None:
    params = BlockParams(method="wisdom") if method == "wisdom" else BlockParams()
    found = informative_blocks([SitePage(parse(body), body)] * 3, params)
    assert all(block.text for blocks in found for block in blocks)
    assert len(found) == 3


TEXTS = {
    "Flood": "Water stood two metres deep in the cellars of the old town for the whole weekend. ",
    "Harvest": "Farmers brought in the wheat three weeks early after the driest spring on record. ",
    "Match": "Two late goals turned the derby around in front of a crowd of forty thousand. ",
    "Vote": "The council passed the budget by one vote after a debate that lasted until dawn. ",
}
TEASER = (
    "<div><p>Subscribers read every story of the week on one long quiet page, always.</p></div>"
)


def site() -> Iterator[tuple[str, bytes]]:
    for title, text in TEXTS.items():
        yield title, page(f"{title} of the year", text * 2, TEASER)


def test_a_string_on_two_pages_is_the_templates_and_the_rest_stays() -> None:
    pages = [read(body) for _, body in site()]
    for (title, _), weighed, chosen in zip(site(), pages, site_choice(pages), strict=True):
        text = chosen_text(weighed, chosen)
        assert TEXTS[title].strip() in text
        assert "Subscribers" not in text
        assert "lower bridge" not in text  # the same on all pages


def test_the_block_that_the_title_names_stays_though_others_link_with_its_words() -> None:
    link = "<div><a href=/f>Flood of the year</a></div>"
    pages = [read(page(f"{t} of the year", x * 2, link)) for t, x in TEXTS.items()]
    chosen = site_choice(pages)[0]
    assert "Flood of the year" in chosen_text(pages[0], chosen).split("\n")
    assert "h1" == pages[0].blocks.tree.tag[int(pages[0].blocks.node[title_block(pages[0]) or 0])]


def test_fewer_than_three_pages_are_read_alone() -> None:
    pages = [read(body) for _, body in site()][:2]
    for weighed, chosen in zip(pages, site_choice(pages), strict=True):
        assert page_choice(weighed).tolist() == chosen.tolist()


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [read(body) for _, body in site()]
    there = [chosen.tolist() for chosen in site_choice(pages)]
    back = [chosen.tolist() for chosen in site_choice(pages[::-1])]
    assert there == back[::-1]


@pytest.mark.parametrize("method", ["evidence", "wisdom"])
def test_both_methods_find_the_article_of_a_page_of_a_site(method: str) -> None:
    params = BlockParams(method="wisdom") if method == "wisdom" else BlockParams()
    pages = [SitePage(parse(body), body) for _, body in site()]
    for (title, _), each, blocks in zip(
        site(), pages, informative_blocks(pages, params), strict=True
    ):
        article = next(block for block in blocks if block.type == "article")
        assert TEXTS[title].strip() in article.text
        assert "Privacy" not in article.text
        held = {
            text for n in article.nodes for text in each.tree.text[n : each.tree.end[n]] if text
        }
        assert any(TEXTS[title].strip() in text for text in held)


def test_a_page_of_linked_records_has_a_table_of_contents_with_their_links() -> None:
    items = "".join(
        f"<li class=item><h3><a href=/{i}>{text}</a></h3>" for i, text in enumerate(TEXTS.values())
    )
    body = f"{MENU}<h1>Stories</h1><ol>{items}</ol>{END}".encode()
    tree = parse(body, url="http://paper.example/")
    blocks = informative_blocks([SitePage(tree, body)])[0]
    toc = next(block for block in blocks if block.type == "toc")
    assert tuple(f"http://paper.example/{i}" for i in range(4)) == toc.links
    assert ["ol"] == [tree.tag[node] for node in toc.nodes]


@given(HTML, st.data())
def test_covering_nodes_hold_all_that_is_chosen_and_never_overlap(
    html: str, data: st.DataObject
) -> None:
    tree = parse(html.encode())
    content = [node for node, tag in enumerate(tree.tag) if tag == TEXT]
    taken = data.draw(st.sets(st.sampled_from(content))) if content else set()
    chosen = np.zeros(tree.n, bool)
    chosen[list(taken)] = True
    nodes = covering_nodes(tree, chosen)
    held = [n for node in nodes for n in range(node, int(tree.end[node]))]
    assert taken <= set(held)
    assert len(held) == len(set(held))


def test_records_are_siblings_of_one_shape_and_the_main_ones_stand_outside_the_sides() -> None:
    rows = "".join(f"<li>record number {i} with words</li>" for i in range(5))
    tree = parse(f"<nav><ul>{rows}{rows}</ul></nav><div><ul>{rows}</ul></div>".encode())
    found = records(tree, marks(tree))
    assert {"li"} == {tree.tag[node] for node in found.group}
    assert ["div"] == list({tree.tag[int(tree.parent[tree.parent[n]])] for n in found.group})
    assert 1.0 == found.main[found.group[0] + 1]
    assert 10.0 == found.count[list(tree.tag).index("li")]


def test_the_region_of_prose_is_the_deepest_node_with_half_of_it() -> None:
    tree = parse(f"<div><p>{PROSE}<p>{PROSE}<p>{PROSE}</div><div>a few words</div>".encode())
    found = prose(text_blocks(tree), marks(tree))
    assert "div" == tree.tag[found.region]
    assert 0.9 < found.share <= 1.0


def test_a_section_runs_to_the_next_heading_of_its_level() -> None:
    body = (
        b"<div><h1>Story</h1><p>one</p><h2>Related stories</h2><p>two</p><h3>x</h3><p>three</p>"
        b"<h2>Methods</h2><p>four</p></div><p>five</p>"
    )
    found = sections(text_blocks(parse(body)))
    assert [1, 1, 1, 1, 1, 1, 1, 1, 0] == found.headed.tolist()
    assert [0, 0, 1, 1, 1, 1, 0, 0, 0] == found.beside.tolist()


KINDS = [
    # bytes, kind
    (b'<script type="application/ld+json">{"@type": "Product"}</script>', (1.0, 0.0, 0.0)),
    (b"<p>Add to CART</p>", (1.0, 0.0, 0.0)),
    (b"<body id=phpbb>", (0.0, 1.0, 0.0)),
    (b'{"@type":["NewsArticle"]}', (0.0, 0.0, 1.0)),
    (b"<p>nothing</p>", (0.0, 0.0, 0.0)),
]


@pytest.mark.parametrize(("body", "kind"), KINDS)
def test_a_page_says_what_it_is(body: bytes, kind: tuple[float, float, float]) -> None:
    assert kind == page_kind(body)
