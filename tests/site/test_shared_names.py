"""Laws of the names that rows and own pages share: one column is one thing on all objects."""

from __future__ import annotations

import random

import pytest

from upwell.models.pagelets import Column as RowColumn
from upwell.models.pagelets import Template as RowTemplate
from upwell.models.site.paired import Pairs, shared_names
from upwell.models.site.paired.params import PARAMS
from upwell.models.templates import Column as OwnColumn
from upwell.models.templates import Template as OwnTemplate
from upwell.models.templates.slots import Slots

Row = dict[str, str]


def _rows(*names: tuple[int, str, bool], start: int = 1) -> RowTemplate:
    columns = (RowColumn(place, 0, name, "text", said=said) for place, name, said in names)
    return RowTemplate(start, tuple(columns))


def _own(*names: tuple[str, bool]) -> dict[int, OwnTemplate]:
    columns = {i: OwnColumn(name, 1.0, said) for i, (name, said) in enumerate(names)}
    return {7: OwnTemplate(9, Slots(b"", b"", b"", b""), columns)}


def _pairs(*both: tuple[Row, Row]) -> Pairs:
    pairs = Pairs()
    for number, (row, own) in enumerate(both):
        pairs.fold_row(f"{number:016x}", row)
        pairs.fold_own(f"{number:016x}", own)
    return pairs


def test_all_lists_call_a_column_what_the_own_pages_of_its_objects_do() -> None:
    """One list counts it, the other calls it by a class; years are short and often the same."""
    both = [
        ({"1.0": by, "2.0": year, "4.0": by}, {"author": by, "year": year})
        for by, year in [("Ann", "1999"), ("Eve", "2001"), ("Max", "1999"), ("Kim", "1985")]
    ]
    lists = [_rows((1, "f1", False), (2, "f2", False)), _rows((4, "by", False), start=2)]
    found = shared_names(_pairs(*both), lists, _own(("author", True), ("year", True)))
    assert {"1.0": "author", "2.0": "year", "4.0": "author"} == found.rows
    assert {} == found.own


def test_what_readers_see_in_a_list_names_the_column_that_own_pages_only_have_a_class_for() -> None:
    both = [({"1.0": by}, {"item2": by}) for by in ("Ann", "Eve", "Max")]
    found = shared_names(_pairs(*both), [_rows((1, "writer", True))], _own(("item2", False)))
    assert ({}, {"item2": "writer"}) == (found.rows, found.own)


@pytest.mark.parametrize("n_same", range(3))
def test_two_agreeing_objects_name_nothing(n_same: int) -> None:
    both = [({"1.0": f"Ann {i}"}, {"author": f"Ann {i}"}) for i in range(n_same)]
    assert {} == shared_names(_pairs(*both), [_rows((1, "f1", False))], _own(("author", True))).rows


def test_what_agrees_by_chance_is_another_column() -> None:
    """Yes and no, drawn each by itself, however many objects."""
    for seed in range(40):
        draw = random.Random(seed)
        both = [
            ({"1.0": draw.choice(["Yes", "No"])}, {"sold": draw.choice(["Yes", "No"])})
            for _ in range(30)
        ]
        named = shared_names(_pairs(*both), [_rows((1, "f1", False))], _own(("sold", True)))
        assert {} == named.rows, seed


def test_a_constant_names_nothing() -> None:
    both = [({"1.0": "new"}, {"state": "new"})] * 30
    assert {} == shared_names(_pairs(*both), [_rows((1, "f1", False))], _own(("state", True))).rows


def test_a_column_that_mostly_differs_is_another_one() -> None:
    both = [({"1.0": f"Ann {i}"}, {"editor": f"Ann {i if i < 10 else -i}"}) for i in range(30)]
    assert {} == shared_names(_pairs(*both), [_rows((1, "f1", False))], _own(("editor", True))).rows


def test_titles_stay_and_a_name_that_a_list_has_is_given_to_no_other_column_of_it() -> None:
    both = [({"1.0": f"Lamp {i}", "2.0": f"{i} €"}, {"name": f"Lamp {i}", "price": f"{i} €"})
            for i in range(5)]  # fmt: skip
    lists = [_rows((1, "title", False), (2, "f1", False), (3, "price", False))]
    found = shared_names(_pairs(*both), lists, _own(("name", True), ("price", True)))
    assert ({}, {"name": "title"}) == (found.rows, found.own)


def test_columns_of_which_the_operator_speaks_keep_their_names() -> None:
    both = [({"1.0": by}, {"author": by}) for by in ("Ann", "Eve", "Max")]
    lists, own = [_rows((1, "f1", False))], _own(("author", True))
    assert {"1.0": "author"} == shared_names(_pairs(*both), lists, own).rows
    assert {} == shared_names(_pairs(*both), lists, own, refused=["f1"]).rows


def test_the_sample_is_bounded_and_holds_the_newest_rows() -> None:
    pairs = Pairs()
    for number in range(1_000):
        pairs.fold_row(f"{number:016x}", {f"{place}.0": f"{number}" for place in range(9)})
        if number % 3 == 0:
            pairs.fold_own(f"{number:016x}", {f"name{number}": "1"})
    waiting = pairs.rows.keys() - pairs.own.keys()
    assert PARAMS.both == len(pairs.own)
    assert PARAMS.newest - 1 <= len(waiting) <= PARAMS.newest
    assert len(pairs.columns) <= PARAMS.columns
    assert f"{998:016x}" in waiting
