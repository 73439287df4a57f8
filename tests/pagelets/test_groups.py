"""A heading between objects is no object but the group of those below it."""

from __future__ import annotations

import pytest

from upwell.models.site import unlearned
from upwell.models.tree.parse import parse

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
    reading = unlearned(parse(f"<html><body><h1>Talks</h1>{MAKES[make]}".encode()), "page")
    found = [(o.fields.get("group"), o.text.split()[1]) for o in reading.objects]
    assert found == EXPECTED


@pytest.mark.parametrize("make", MAKES)
def test_the_group_stands_first_in_the_text_of_its_objects(make: str) -> None:
    reading = unlearned(parse(f"<html><body><h1>Talks</h1>{MAKES[make]}".encode()), "page")
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
    reading = unlearned(parse(f"<html><body><h1>Talks</h1><ul>{''.join(rows)}".encode()), "page")
    assert names == [o.text.split()[0] for o in reading.objects]
    assert not any("group" in o.fields for o in reading.objects)
