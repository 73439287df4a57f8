"""Laws of runs, cut and features, each beside a slow oracle."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pagelets.generated import small_trees
from upwell.models.pagelets import analyse, read
from upwell.models.pagelets.content.best_subtrees import cut
from upwell.models.pagelets.lists.candidates import FLAT, KID, candidates
from upwell.models.pagelets.lists.features import likeness
from upwell.models.pagelets.lists.search import find_runs
from upwell.models.pagelets.page.outline import Outline, weight_sums
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree


def best_weight(tree: TagTree, weights: list[float], cost: float, node: int) -> float:
    """The cut's worth by trying: take the subtree, or the best below it, or nothing."""
    own = sum(weights[node : int(tree.end[node])]) - cost
    children = [i for i, p in enumerate(tree.parent.tolist()) if p == node]
    return max(0.0, own, sum(best_weight(tree, weights, cost, c) for c in children))


@given(small_trees(), st.data())
@settings(max_examples=40, deadline=None)
def test_the_cut_is_worth_as_much_as_the_best_choice_of_regions(
    tree: TagTree, data: st.DataObject
) -> None:
    weight = st.integers(-3, 4).map(float)
    weights = data.draw(st.lists(weight, min_size=tree.n, max_size=tree.n))
    regions = cut(tree, np.array(weights), 1.5)
    worth = sum(sum(weights[u : int(tree.end[u])]) - 1.5 for u in regions)
    assert best_weight(tree, weights, 1.5, 0) == pytest.approx(worth)
    assert all(int(tree.end[a]) <= b for a, b in pairwise(regions))


@given(small_trees())
@settings(max_examples=40, deadline=None)
def test_likeness_is_the_mean_dice_coefficient_over_pairs(tree: TagTree) -> None:
    page = Outline(tree)
    parts = [(i, int(tree.end[i])) for i, p in enumerate(tree.parent.tolist()) if p == 1]
    if len(parts) < 2:
        return
    sets = [set(tree.path[a:b].tolist()) for a, b in parts]
    shared = sum(len(x & y) for x, y in combinations(sets, 2))
    whole = sum(len(x) + len(y) for x, y in combinations(sets, 2))
    assert 2 * shared / whole == pytest.approx(likeness(page, parts))


@given(small_trees())
@settings(max_examples=40, deadline=None)
def test_parts_are_disjoint_in_order_and_inside_their_region(tree: TagTree) -> None:
    page = Outline(tree)
    for run in find_runs(page, weight_sums(tree.words.astype(float))):
        bounds = [run.region, *(x for part in run.parts for x in part), page.end[run.region]]
        assert sorted(bounds) == bounds
        assert len(run.parts) == run.features.r
        assert 0 < run.features.mass <= 1


def test_nodes_of_one_place_part_at_each_ancestor_that_holds_several() -> None:
    tree = parse(b"<ul><li><b>1</b><li><b>2</b></ul><ul><li><b>3</b></ul>")
    page = Outline(tree)
    found = {
        (c.kind, tree.tag[c.region], tuple(tree.tag[s] for s in c.starts))
        for c in candidates(page, page.by_path, least_words=2)
    }
    assert {
        (KID, "ul", ("li", "li")),
        (KID, "body", ("ul", "ul")),
        (FLAT, "body", ("li", "li", "li")),
    } == found


def test_what_stands_once_in_every_node_of_a_place_begins_no_run_of_its_own() -> None:
    """Not where one of them lacks it: then it tells some of them from the others."""
    tree = parse(b"<ul><li><b>1</b><i>x</i><li><b>2</b><i>y</i><li><b>3</b></ul>")
    page = Outline(tree)
    found = [
        [tree.tag[s] for s in c.starts] + [tree.visible(s, s + 3) for s in c.starts]
        for c in candidates(page, page.by_path, least_words=2)
    ]
    assert [["li"] * 3 + ["1", "2", "3"], ["li"] * 2 + ["1", "2"]] == found


RUNS = [
    # layout, its records, what starts the first part
    ("ul", "<ul>{}</ul>", "<li><a href=x>w{0} word</a> a b c{0}</li>", "li"),
    ("dl", "<dl>{}</dl>", "<dt><a href=x>w{0} word</a></dt><dd>a b c{0}</dd>", "dt"),
    ("hr", "<div>{}</div>", "<b><a href=x>w{0} word</a></b> a b c{0}<br>d<hr>", "b"),
    ("unclosed p", "<div>{}</div>", "<p><a href=x>w{0} word</a> a b c{0}", "p"),
]


@pytest.mark.parametrize(("name", "around", "record", "tag"), RUNS)
def test_separators_siblings_and_rows_are_one_rule(
    name: str, around: str, record: str, tag: str
) -> None:
    records = "".join(record.format(i) for i in range(6))
    tree = parse(f"<body><h1>Found</h1>{around.format(records)}<p>bye</p>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    texts = [tree.visible(a, b) for a, b in best.parts]
    assert [(f"w{i}", True) for i in range(6)] == [
        (t.split()[0], f"c{i}" in t) for i, t in enumerate(texts)
    ]
    assert tag == tree.tag[best.start]


def test_the_last_part_ends_where_it_stops_looking_like_the_others() -> None:
    records = "".join(f"<dt><a href=x>word w{i}</a><dd>some text {i}</dd>" for i in range(5))
    tree = parse(f"<dl>{records}<p>Copyright of all this</p><p>and more</p></dl>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    assert tree.visible(*best.parts[-1]) == "word w4 some text 4"


def test_cells_that_are_whole_objects_take_the_place_of_their_rows() -> None:
    cell = "<td><a href=x>name w{0}</a><p>words of text {0}</p></td>"
    rows = ["".join(cell.format(3 * r + c) for c in range(3)) for r in range(4)]
    tree = parse(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    assert len(best.parts) == 12


def test_two_cells_in_every_row_stay_one_record() -> None:
    row = "<tr><td><a href=x>name w{0}</a> a b</td><td><a href=y>more {0}</a> c d</td></tr>"
    tree = parse(f"<table>{''.join(row.format(i) for i in range(5))}</table>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    assert len(best.parts) == 5


LINKED_ROWS = [  # name, what is around records, a record of which all words are links
    (
        "table",
        "<table>{}</table>",
        "<tr><td><a href=/{0}>name{0}</a></td><td><a href=/{0}>{2}</a></td>"
        "<td><a href=/by/{1}>Person {1}</a></td></tr>",
    ),
    (
        "rows of div",
        "<div>{}</div>",
        "<div class=row><div><a href=i?id={0}>Book {0}</a></div><div><a href=i?id={0}>{2}</a></div>"
        "<div><a href=s?by={1}>Writer {1}</a></div><div><a href=t/{1}>shelf {1}</a></div></div>",
    ),
    (
        "list of spans",
        "<ul>{}</ul>",
        "<li><span><a href=/by/{1}>Band {1}</a></span> <span><a href=/r/{0}>Record {0}</a></span> "
        "<span><a href=/r/{0}>{2}</a></span></li>",
    ),
    (
        "which link was followed",
        "<table>{}</table>",
        "<tr><td><a href=/{0}?by=name>name{0}</a></td><td><a href=/{0}?by=text>{2}</a></td>"
        "<td><a href=/?q={1}&by=text>Person {1}</a></td></tr>",
    ),
    (
        "which link was followed, beside what tells records apart",
        "<div>{}</div>",
        "<div class=row><div><a href=i?at=1&amp;id={0}>Book {0}</a></div>"
        "<div><a href=i?at=2&amp;id={0}>{2}</a></div>"
        "<div><a href=s?at=3&amp;by={1}>Writer {1}</a></div></div>",
    ),
]


@pytest.mark.parametrize(("name", "around", "record"), LINKED_ROWS)
@pytest.mark.parametrize("n", [9, 40])
def test_links_to_one_page_are_of_one_record(name: str, around: str, record: str, n: int) -> None:
    about = [" ".join(f"word{i}" for _ in range(1 + 5 * i * i % 13)) for i in range(n)]
    records = "".join(record.format(i, i % 7, about[i]) for i in range(n))
    tree = parse(f"<body><h1>All</h1>{around.format(records)}<p>bye</p>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    texts = [tree.visible(a, b) for a, b in best.parts]
    assert len(texts) == n
    assert [text.count(about[i]) for i, text in enumerate(texts)] == [1] * n


def test_pieces_of_objects_in_sections_do_not_make_the_sections_objects() -> None:
    cell = "<div><a href=/{0}>name{0} word</a> <p><a href=/{0}>what it is {0}</a></p></div>"
    parts = ["".join(cell.format(6 * r + c) for c in range(6)) for r in range(3)]
    tree = parse("".join(f"<section>{part}</section>" for part in parts).encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    assert len(best.parts) == 18


def test_cells_that_all_lead_elsewhere_stay_objects() -> None:
    cell = "<td><a href=/{0}>name w{0}</a><p>words of text {0}</p></td>"
    rows = ["".join(cell.format(3 * r + c) for c in range(3)) for r in range(8)]
    tree = parse(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>".encode())
    best = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))[0]
    assert len(best.parts) == 24


def test_beyond_its_budget_of_steps_a_page_is_climbed_no_further() -> None:
    chains = "".join("<i>w " * (20 + k) + "</i>" * (20 + k) for k in range(9))
    page = Outline(parse(f"<body>{chains}".encode()))
    whole = list(candidates(page, page.by_path))
    for most_steps in (0, 20, 200):
        part = list(candidates(page, page.by_path, most_steps=most_steps))
        assert whole[: len(part)] == part
        assert len(part) < len(whole)


@pytest.mark.parametrize(("linked", "expected"), [(False, 5), (True, 15)])
def test_descriptions_without_links_belong_to_their_term(linked: bool, expected: int) -> None:
    """Under a term that heads linked entries it is these that are the records."""
    said = "<a href=/{0}{1}>a meaning of {0}, {1}</a>" if linked else "a meaning of {0}, number {1}"
    terms = "".join(
        f"<dt>{word} <i>noun</i></dt>"
        + "".join(f"<dd>{said.format(word, i)}</dd>" for i in range(3))
        for word in ("amber", "birch", "cedar", "delta", "ember")
    )
    tree = parse(f"<body><h1>Words</h1><dl>{terms}</dl></body>".encode())
    assert expected == len(read(tree).objects)


@pytest.mark.parametrize(("path", "times"), [("v", 1), ("w", 2)])
def test_a_list_that_is_laid_out_twice_has_each_object_once(path: str, times: int) -> None:
    """Once as a table, once for small screens: both lead to the same pages, or to others."""
    pages = []
    words = ("amber", "birch", "cedar", "delta", "ember", "fjord")
    for n, word in enumerate(words, 6):
        titles = [(f"{word}{i}", f"A {word} of {word[::-1]}{i}") for i in range(n)]
        rows = "".join(f"<tr><td><a href=/v/{at}>{t}</a><td>{t[::-1]}" for at, t in titles)
        items = "".join(f"<li><a href=/{path}/{at}>{t}</a><i>{t[::-1]}</i>" for at, t in titles)
        both = f"<body><h1>Posts</h1><table>{rows}</table><ul>{items}</ul></body>"
        pages.append((parse(both.encode()), word))
    found = [len(one.objects) for one in analyse(pages)]
    assert [n * times for n in range(6, 12)] == found
