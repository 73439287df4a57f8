"""A page under several addresses is one page: the others of its kind are still told apart."""

from __future__ import annotations

import pytest

from upwell.models.templates import KindTable, learn_template, page_row
from upwell.models.tree.parse import parse


def shown(number: int, visit: int) -> bytes:
    """A record's own page as one visit gets it: its advertisement is another each time."""
    return (
        f"<title>Otter {number}</title><a href=/>Home</a><h1>Otter {number}</h1>"
        f"<p>Weight <b>{number} kg</b></p><p>Home <b>{'river' if number % 2 else 'lake'}</b></p>"
        f"<i class=permit>P-{number}77</i><aside><em>Lamp {visit}</em></aside>"
        f"<ul>{''.join(f'<li><a href=/go/{i}>Visit {visit}{i}</a>' for i in range(9))}</ul>Imprint"
    ).encode()


@pytest.mark.parametrize("copies", [0, 1, 3, 7])
def test_pages_under_two_addresses_do_not_hide_what_tells_the_others_apart(copies: int) -> None:
    table = KindTable()
    for number in range(8):
        table.fold(f"/{number}", page_row(parse(shown(number, number))))
    for number in range(copies):
        table.fold(f"/{number}?from=list", page_row(parse(shown(number, 100 + number))))
    found = learn_template(table)
    assert found.telling.tells_apart
    assert found.n_pages == 8


def test_things_that_share_a_property_are_no_copies() -> None:
    """Half of the columns say the same of two pages by chance."""
    table = KindTable()
    for number in range(8):
        page = f"<h1>Otter {number}</h1><i>{number // 2} kg</i><b>No {number}</b><em>{number // 2}"
        table.fold(f"/{number}", page_row(parse(page.encode())))
    assert learn_template(table).n_pages == 8
