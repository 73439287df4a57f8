"""The table of a kind of page is a function of the set of its pages, and bounded."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from upwell.models.templates import KindTable, PageRow, Placed, TemplateParams, learn_slots
from upwell.models.templates.table import page_row, page_texts
from upwell.models.tree.parse import parse

PARAMS = TemplateParams(sample=5)

words = st.sampled_from("otter wolf sea mill price year 12 1999 author Ann".split())
pages = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3), st.lists(words, max_size=6), max_size=12
)


def row_of(said: list[str]) -> PageRow:
    """What a page of these words, each after a label, adds."""
    cells = "".join(f"<tr><th>label {i}<td>{word}" for i, word in enumerate(said))
    return page_row(parse(f"<title>x</title><table>{cells}</table>".encode()), params=PARAMS)


def table_of(named: list[tuple[str, list[str]]]) -> KindTable:
    """The table of these pages in this order."""
    table = KindTable(PARAMS)
    for name, said in named:
        table.fold(name, row_of(said))
    return table


@given(pages=pages, data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_order_merge_replay_and_restart_give_the_same_table(
    pages: dict[str, list[str]], data: st.DataObject
) -> None:
    named = list(pages.items())
    whole = table_of(named).encode()
    shuffled = data.draw(st.permutations(named))
    cut = data.draw(st.integers(0, len(named)))
    one, other = table_of(shuffled[:cut]), table_of(shuffled[cut:])
    one = KindTable.decode(one.encode(), PARAMS)
    one.merge(other)
    assert whole == table_of(shuffled).encode()
    assert whole == table_of(named + shuffled).encode()
    assert whole == one.encode()


@given(pages=pages, name=st.text("abcdef", min_size=1, max_size=3), said=st.lists(words))
@settings(max_examples=40, deadline=None)
def test_a_page_that_comes_again_replaces_what_it_said(
    pages: dict[str, list[str]], name: str, said: list[str]
) -> None:
    again = table_of([*pages.items(), (name, ["otter"]), (name, said)])
    assert table_of(list((pages | {name: said}).items())).encode() == again.encode()


def test_only_pages_of_the_sample_change_anything() -> None:
    table = table_of([(f"page {i}", ["otter", str(i)]) for i in range(40)])
    before = table.encode()
    unwanted = [f"more {i}" for i in range(40) if not table.wants(f"more {i}")]
    for name in unwanted:
        table.fold(name, row_of(["wolf"]))
    assert unwanted
    assert before == table.encode()


def test_a_page_of_many_nodes_costs_no_more_than_its_bound() -> None:
    many = "".join(f"<p class=c{i}x>text {i}" for i in range(60_000))
    row = page_row(parse(many.encode()))
    assert TemplateParams().texts == row.n_texts
    assert len(row.labels) <= row.n_texts


@pytest.mark.parametrize("n_pages", [0, 1])
def test_a_table_of_hardly_any_page_has_slots(n_pages: int) -> None:
    table = table_of([("a", [])] * n_pages)
    assert b"" == learn_slots(table.texts, PARAMS).frame


def test_values_are_told_apart_by_their_labels_wherever_they_stand() -> None:
    """Each page leaves out another row, so that ranks do not tell."""
    table = KindTable()
    rows = [("Author", "Ann {}"), ("Year", "19{}"), ("Pages", "2{}"), ("Price", "3{},50")]
    made = []
    for number in range(10, 22):
        shown = [row for i, row in enumerate(rows) if i != number % 4]
        cells = "".join(f"<tr><td>{a}<td>{b.format(number)}" for a, b in shown)
        tree = parse(f"<h1>Book {number}</h1><table>{cells}</table>".encode())
        table.fold(str(number), page_row(tree))
        made.append((tree, number))
    slots = learn_slots(table.texts, table.params)
    years = set()
    for tree, number in made:
        nodes, texts = page_texts(tree)
        placed = Placed(texts, slots, table.params)
        said = [tree.text[node] for node in nodes.tolist()]
        columns = dict(zip(said, placed.slot.tolist(), strict=True))
        assert 0 == columns.get("Author", 0) == columns.get("Pages", 0)
        if number % 4 != 1:
            years.add(columns[f"19{number}"])
            assert 1 == placed.slot.tolist().count(columns[f"19{number}"])
    assert 1 == len(years)
