"""How many votes, words and equals make a place, a heading, a label or a column."""

from __future__ import annotations

import pytest

from upwell.models.pagelets.fields.cells import is_short
from upwell.models.pagelets.fields.columns import SeenTemplate, seen_templates
from upwell.models.pagelets.fields.markup_names import is_made_up
from upwell.models.pagelets.lists.search import find_runs
from upwell.models.pagelets.lists.table_rows import title_row
from upwell.models.pagelets.model import KindLists, KnownList, PageletModel
from upwell.models.pagelets.page.outline import Outline, weight_sums
from upwell.models.pagelets.page.sheet import Sheet
from upwell.models.pagelets.reading.result import Span
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

WORDS = "otter heron badger stoat weasel curlew plover dunlin avocet teal".split()


def place(key: int, votes: float = 1.0) -> KnownList:
    return KnownList(key, votes, True, False, (key,), ())


def tree_of(body: str) -> TagTree:
    return parse(f"<body>{body}</body>".encode())


def test_three_places_of_a_kind_are_looked_at() -> None:
    assert [1, 2, 3] == [one.key for one in KindLists(tuple(map(place, range(1, 6)))).lists]


def test_a_place_has_three_tenths_of_the_votes_of_the_best() -> None:
    kind = KindLists((place(1), place(2, 0.4), place(3, 0.25)))
    assert [1, 2] == [one.key for one in kind.lists]


@pytest.mark.parametrize(("n_voted", "own"), [(1.5, False), (3.0, True)])
def test_a_kind_is_read_by_its_own_votes_after_two_pages(n_voted: float, own: bool) -> None:
    model = PageletModel(lists=(place(1),), kinds={5: KindLists((place(2),), 1.0, n_voted)})
    assert own == model.of(5).is_list(2)


@pytest.mark.parametrize("row", ["<tr><td colspan=3>{}</td></tr>", "<tr><td>{}<td><td></tr>"])
@pytest.mark.parametrize(("n_words", "is_heading"), [(9, True), (16, False)])
def test_a_heading_among_records_has_a_dozen_words(
    row: str, n_words: int, is_heading: bool
) -> None:
    """Rows under headings are regular; a row with more words is one that was swallowed."""
    rows = [
        f"<tr><td>{10 + i} May</td><td>1{i}:15</td><td><a href=/{w}>{w} house</a></td></tr>"
        for i, w in enumerate(WORDS)
    ]
    said = " ".join(WORDS * 2)[: len(" ".join((WORDS * 2)[:n_words]))]
    groups = [row.format(f"{i} {said}") + "".join(rows[3 * i : 3 * i + 3]) for i in range(3)]
    tree = tree_of(f"<table>{''.join(groups)}</table>")
    runs = find_runs(Outline(tree), weight_sums(tree.words.astype(float)))
    irregular = {
        len(run.parts): run.features.irregular
        for run in runs
        if run.kind == "kid" and tree.tag[run.parts[0][0]] == "tr"
    }
    assert is_heading == (irregular[9] == 0)


@pytest.mark.parametrize("cell", ["th", "td"])
@pytest.mark.parametrize(("n_words", "is_title"), [(3, True), (4, False)])
def test_a_column_title_has_three_words(cell: str, n_words: int, is_title: bool) -> None:
    titles = "".join(f"<{cell}>{' '.join([w] * n_words)}</{cell}>" for w in WORDS[:3])
    rows = "".join(f"<tr><td>{w}<td>{i}<td>{i} m</tr>" for i, w in enumerate(WORDS))
    tree = tree_of(f"<table><tr>{titles}</tr>{rows}</table>")
    at = [node for node in range(tree.n) if tree.tag[node] == "tr"]
    assert (at[0] if is_title else None) == title_row(
        Outline(tree), [0] * (tree.n + 1), at[1], at[1]
    )


def test_a_label_has_four_words_and_forty_letters() -> None:
    assert [True, False] == [is_short(" ".join(["of"] * n)) for n in (4, 5)]
    assert [True, False] == [is_short("x" * n) for n in (40, 41)]


def seen(records: list[str]) -> SeenTemplate:
    tree = tree_of(f"<ul>{''.join(f'<li>{one}</li>' for one in records)}</ul>")
    at = [node for node in range(tree.n) if tree.tag[node] == "li"]
    (found,) = seen_templates(tree, [Span(node, int(tree.end[node]), 0) for node in at])
    return found


@pytest.mark.parametrize("tag", ["i", "span"])
def test_five_equals_at_a_place_are_columns_and_more_are_a_list(tag: str) -> None:
    records = [
        f"<b>{w}</b>" + "".join(f"<{tag}>{w} {i} {k} m</{tag}>" for k in range(8))
        for i, w in enumerate(WORDS)
    ]
    slots: dict[int, int] = {}
    for column in seen(records).columns:
        slots[column.place] = slots.get(column.place, 0) + 1
    assert 5 == max(slots.values())


@pytest.mark.parametrize(("n", "made_up"), [(1, False), (3, True)])
def test_classes_are_made_up_where_a_fifth_are_no_words(n: int, made_up: bool) -> None:
    """Of ten classes; those of four letters do not count."""
    classes = [*["qxzvt", "bcdfg", "wrtpk"][:n], *WORDS[: 10 - n], "xkcd", "qrst", "bdfg", "hjkl"]
    body = "".join(f"<p class={one}>{one}</p>" for one in classes)
    assert made_up == is_made_up(Sheet(tree_of(body)))
