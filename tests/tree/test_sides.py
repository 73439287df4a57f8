"""Columns of a table that lays out a page are different places; those of records are not."""

from __future__ import annotations

import warnings

from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

BOX = "<table><tr><td><a href=/1>one</a></table>"


def _places(page: str, tag: str) -> list[int]:
    tree: TagTree = parse(page.encode())
    return [int(tree.place[node]) for node, name in enumerate(tree.tag) if name == tag]


def test_boxes_side_by_side_are_at_different_places() -> None:
    layout = f"<table><tr><td colspan=2>Shop<tr><td>{BOX}{BOX}<td>{BOX}</table>"
    left, again, right = _places(layout, "a")
    assert left == again != right


def test_what_no_table_lays_out_is_at_the_place_of_its_key() -> None:
    tree = parse(f"<div>{BOX}</div><div>{BOX}</div>".encode())
    assert tree.key.tolist() == tree.place.tolist()


def test_rows_of_records_that_hold_tables_lay_out_nothing() -> None:
    records = f"<table><tr><td>{BOX}<td>{BOX}<tr><td>{BOX}<td>{BOX}</table>"
    assert 1 == len(set(_places(records, "a")))


def test_the_row_of_a_single_record_is_at_the_place_of_rows_of_several() -> None:
    """Its number or picture stands beside a table of its own."""
    row = f"<tr><td>1.<td>{BOX}"
    assert {*_places(f"<table>{row}{row}</table>", "a")} == {*_places(f"<table>{row}</table>", "a")}


def test_columns_inside_columns_are_told_apart_too() -> None:
    columns = f"<table><tr><td>{BOX}<td>{BOX}</table>"
    assert 4 == len(set(_places(f"<table><tr><td>{columns}<td>{columns}</table>", "a")))


def test_columns_however_deep_are_told_apart_without_a_warning() -> None:
    """Numbers of places wrap around; nobody who reads a page has to hear of it."""
    page = BOX
    for _ in range(8):
        page = f"<table><tr>{9 * f'<td>{BOX}'}<td>{page}</table>"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert 8 * 9 + 1 == len(set(_places(page, "a")))
