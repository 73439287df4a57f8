"""A heading between objects is no object but the group of those below it."""

from __future__ import annotations

import pytest

from upwell.models.pagelets.lists.headings import grouped
from upwell.models.pagelets.page.outline import Outline
from upwell.models.site import read_alone
from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import TagTree

GROUPS = {
    "Monday": ("amber", "birch", "cedar"),
    "Tuesday": ("delta", "ember"),
    "Wednesday": ("fjord", "grove", "heath", "islet"),
}
EXPECTED = [(day, name) for day, names in GROUPS.items() for name in names]


def _row(name: str) -> str:
    return f"<td><a href=/{name}>{name}</a></td><td>a talk of some length on {name}</td>"


MAKES = {
    "rows among rows": "<table>{}</table>".format(
        "".join(
            f"<tr><th colspan=2>{day}</th></tr>" + "".join(f"<tr>{_row(n)}</tr>" for n in names)
            for day, names in GROUPS.items()
        )
    ),
    "lists below headings": "<div>{}</div>".format(
        "".join(
            f"<h4>{day}</h4><ul>"
            + "".join(f"<li><a href=/{n}>{n}</a> a talk of some length on {n}</li>" for n in names)
            + "</ul>"
            for day, names in GROUPS.items()
        )
    ),
    "headings among siblings": "<div>{}</div>".format(
        "".join(
            f"<h4>{day}</h4>"
            + "".join(
                f"<div><a href=/{n}>{n}</a> <i>a talk of some length on {n}</i></div>"
                for n in names
            )
            for day, names in GROUPS.items()
        )
    ),
    "headings by class alone": "<div>{}</div>".format(
        "".join(
            f"<div class=day>{day}</div>"
            + "".join(
                f"<div class=talk><a href=/{n}>{n}</a> <i>a talk of some length on {n}</i></div>"
                for n in names
            )
            for day, names in GROUPS.items()
        )
    ),
}


@pytest.mark.parametrize("make", MAKES)
def test_objects_know_the_heading_they_stand_under(make: str) -> None:
    reading = read_alone(parse(f"<html><body><h1>Talks</h1>{MAKES[make]}".encode()), "page")
    found = [(o.fields.get("group"), o.text.split()[1]) for o in reading.objects]
    assert found == EXPECTED


@pytest.mark.parametrize("make", MAKES)
def test_the_group_stands_first_in_the_text_of_its_objects(make: str) -> None:
    reading = read_alone(parse(f"<html><body><h1>Talks</h1>{MAKES[make]}".encode()), "page")
    assert [day for day, _ in EXPECTED] == [o.text.split()[0] for o in reading.objects]


def test_a_record_without_a_link_is_still_a_record() -> None:
    """One odd record is no heading: a heading comes again, or says so by its tag."""
    names = [name for _, name in EXPECTED]
    rows = [
        f"<li><a href=/{n}>{n}</a> <i>a talk of some length on {n}</i></li>"
        if n != "delta"
        else "<li>delta</li>"
        for n in names
    ]
    reading = read_alone(parse(f"<html><body><h1>Talks</h1><ul>{''.join(rows)}".encode()), "page")
    assert names == [o.text.split()[0] for o in reading.objects]
    assert not any("group" in o.fields for o in reading.objects)


def _day(name: str, cell: str = "td") -> str:
    return f"<tr><{cell} colspan=2>{name}</{cell}></tr>"


def _parts(tree: TagTree, rows: list[list[int]], tag: str = "tr") -> list[tuple[int, int]]:
    at = [u for u in range(tree.n) if tree.tag[u] == tag]
    return [(at[held[0]], int(tree.end[at[held[-1]]])) for held in rows]


def test_headings_that_are_parts_do_not_hide_those_at_the_end_of_parts() -> None:
    """The first heading begins the list, the second was taken in by the part before it."""
    names = ("amber", "birch", "cedar", "delta")
    rows = [f"<tr>{_row(name)}</tr>" for name in names]
    monday, tuesday = _day("Monday", "th"), _day("Tuesday", "th")
    body = monday + rows[0] + rows[1] + tuesday + rows[2] + rows[3]
    tree = parse(f"<table>{body}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[0], [1], [2, 3], [4], [5]]))
    said = [tree.visible(*group) if group else None for group in found.groups]
    assert [(tree.visible(*part).split()[0]) for part in found.parts] == list(names)
    assert [tree.visible(*part).split()[-1] for part in found.parts] == list(names)
    assert said == ["Monday", "Monday", "Tuesday", "Tuesday"]


def test_a_heading_comes_again_also_when_the_other_stands_before_the_list() -> None:
    """Two groups have one heading at the end of a part, and one before the first."""
    rows = [f"<tr>{_row(name)}</tr>" for name in ("amber", "birch", "cedar")]
    body = _day("Monday") + rows[0] + _day("Tuesday") + rows[1] + rows[2]
    tree = parse(f"<table>{body}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[1, 2], [3], [4]]))
    said = [tree.visible(*group) if group else None for group in found.groups]
    assert said == ["Monday", "Tuesday", "Tuesday"]


def test_groups_of_one_member_each_are_still_groups() -> None:
    """Most parts end with the heading of the next: told by its tag, and by those that do not."""
    names = ("amber", "birch", "cedar", "delta", "ebony", "fern")
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", None, "Saturday")
    body = ""
    for name, day in zip(names, days, strict=True):
        body += (_day(day, "th") if day else "") + f"<tr>{_row(name)}</tr>"
    tree = parse(f"<table>{body}</table>".encode())
    rows = [[1, 2], [3, 4], [5, 6], [7], [8, 9], [10]]
    found = grouped(Outline(tree), _parts(tree, rows))
    assert [tree.visible(*part).split()[-1] for part in found.parts] == list(names)
    said = [tree.visible(*group) if group else None for group in found.groups]
    assert said == ["Monday", "Tuesday", "Wednesday", "Thursday", "Thursday", "Saturday"]


def test_a_heading_in_front_of_some_parts_is_cut_off_there() -> None:
    """A list that begins a record at its heading: those without one tell that it is none of it."""
    names = ("amber", "birch", "cedar")
    body = "".join(
        (_day(day, "th") if day else "") + f"<tr>{_row(name)}</tr>"
        for name, day in zip(names, ("Monday", "Tuesday", None), strict=True)
    )
    tree = parse(f"<table>{body}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[0, 1], [2, 3], [4]]))
    assert [tree.visible(*part).split()[0] for part in found.parts] == list(names)
    said = [tree.visible(*group) if group else None for group in found.groups]
    assert said == ["Monday", "Tuesday", "Tuesday"]


def test_a_heading_in_front_of_every_part_is_its_title() -> None:
    rows = "".join(f"<tr><th>{name}</th></tr><tr>{_row(name)}</tr>" for name in ("amber", "birch"))
    tree = parse(f"<table>{rows}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[0, 1], [2, 3]]))
    assert found.groups == [None, None]
    assert found.parts == _parts(tree, [[0, 1], [2, 3]])


def test_a_heading_in_front_of_every_part_is_its_group_where_objects_begin_behind_it() -> None:
    """What other pages taught: the row of the record starts it."""
    body = f"<tr class=g><th>Monday</th></tr><tr class=hit>{_row('amber')}</tr>"
    tree = parse(f"<table>{body}</table>".encode())
    row = next(
        u for u in range(tree.n) if tree.tag[u] == "tr" and "amber" in tree.visible(u, tree.end[u])
    )
    found = grouped(Outline(tree), _parts(tree, [[0, 1]]), {int(tree.key[row])})
    (group,) = found.groups
    assert group is not None
    assert tree.visible(*group) == "Monday"


def test_every_row_may_have_a_group_of_its_own_where_objects_are_known_to_begin_at_rows() -> None:
    names = ("amber", "birch", "cedar")
    days = ("Monday", "Tuesday", "Wednesday")
    body = "".join(
        f"<tr class=g><th>{day}</th></tr><tr class=hit>{_row(name)}</tr>"
        for name, day in zip(names, days, strict=True)
    )
    tree = parse(f"<table>{body}</table>".encode())
    parts = _parts(tree, [[1, 2], [3, 4], [5]])
    found = grouped(Outline(tree), parts, {int(tree.key[parts[0][0]])})
    assert [tree.visible(*group) if group else None for group in found.groups] == list(days)
    assert [tree.visible(*part).split()[-1] for part in found.parts] == list(names)


def test_a_row_of_one_cell_above_rows_of_several_is_a_heading_too() -> None:
    """`<td colspan=2>` says as much as `<th>`; three of four rows have a group of their own."""
    names = ("amber", "birch", "cedar", "delta")
    days = ("Monday", "Tuesday", "Wednesday", None)
    body = "".join(
        (_day(day) if day else "") + f"<tr>{_row(name)}</tr>"
        for name, day in zip(names, days, strict=True)
    )
    tree = parse(f"<table>{body}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[1, 2], [3, 4], [5], [6]]))
    said = [tree.visible(*group) if group else None for group in found.groups]
    assert said == ["Monday", "Tuesday", "Wednesday", "Wednesday"]
    assert [tree.visible(*part).split()[-1] for part in found.parts] == list(names)


LINKED = {  # what is around, a record of links alone, a heading in the same elements
    "rows": (
        "<table>{}</table>",
        "<tr><td><a href=/{0}>{0}</a></td><td><a href=/{0}>of some length on {0}</a></td></tr>",
        "<tr><td colspan=2>{}</td></tr>",
    ),
    "items": (
        "<ul>{}</ul>",
        "<li><div><a href=/{0}>a talk of some length on {0}</a></div></li>",
        "<li><div>{}</div></li>",
    ),
    "blocks": (
        "<div class=all>{}</div>",
        "<section><p><a href=/{0}>{0}</a></p><p><a href=/{0}>some length on {0}</a></p></section>",
        "<section><p>{}</p></section>",
    ),
}


@pytest.mark.parametrize("make", LINKED)
def test_what_every_part_has_by_being_one_makes_no_record_of_a_heading(make: str) -> None:
    around, record, heading = LINKED[make]
    names = [f"{name}{n}" for n in range(4) for name in ("amber", "delta", "fjord", "grove")]
    inside = ""
    for i, name in enumerate(names):
        inside += heading.format(f"{i} to {i + 4}") if i % 4 == 0 else ""
        inside += record.format(name)
    tree = parse(around.format(inside).encode())
    page, tag = Outline(tree), heading[1 : heading.index(">")]
    parts = [(u, page.end[u]) for u in range(tree.n) if tree.tag[u] == tag]
    found = grouped(page, parts)
    assert [tree.visible(*part).split()[-1] for part in found.parts] == names
    groups = [f"{i - i % 4} to {i - i % 4 + 4}" for i in range(len(names))]
    assert [tree.visible(*group) if group else "" for group in found.groups] == groups


@pytest.mark.parametrize("tag", ["tr", "li", "article"])
@pytest.mark.parametrize("leads", [True, False])
def test_where_every_object_leads_somewhere_one_that_does_not_is_a_heading(
    tag: str, leads: bool
) -> None:
    """As many headings as objects: only the site's other pages can tell them apart."""
    cell, whole = ("td", "<table>{}</table>") if tag == "tr" else ("p", "<section>{}</section>")
    rows = [
        row
        for name in ("amber", "birch")
        for row in (
            f"<{cell}>of {name}</{cell}>",
            f"<{cell}><a href=/{name}>{name}</a></{cell}><{cell}>{name} at large</{cell}>",
        )
    ]
    body = "".join(f"<{tag}>{row}</{tag}>" for row in rows)
    tree = parse(whole.format(body).encode())
    found = grouped(Outline(tree), _parts(tree, [[i] for i in range(4)], tag), leads=leads)
    names = [tree.visible(*part).split()[0] for part in found.parts]
    assert names == (["amber", "birch"] if leads else ["of", "amber", "of", "birch"])


def test_a_picture_alone_ends_the_object_before_it() -> None:
    names = ("amber", "fern")
    rows = "".join(f"<tr>{_row(n)}</tr><tr><td><img src=/{n}.jpg></td></tr>" for n in names)
    tree = parse(f"<table>{rows}</table>".encode())
    found = grouped(Outline(tree), _parts(tree, [[0], [1], [2], [3]]))
    assert found.parts == _parts(tree, [[0, 1], [2, 3]])
