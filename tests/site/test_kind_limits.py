"""How much a kind of page has to show before it is said to be something, and how much is kept."""

from __future__ import annotations

import pytest

from upwell.models.site.kinds.decision import KindEvidence, decide_kind
from upwell.models.site.kinds.items import ItemSample, templates_of
from upwell.models.templates import KindTable, page_row
from upwell.models.tree.parse import parse

from .test_items import own_page
from .test_kind_decision import evidence

PAGE = page_row(parse(own_page(1)))


@pytest.mark.parametrize("n", [2, 3])
def test_two_pages_or_two_links_are_a_chance_and_three_are_none(n: int) -> None:
    known: dict[str, KindEvidence] = {
        "item": evidence()._replace(n_pages=n),  # each page tells what it is about
        "list": evidence(n_lists=1, to_others=n),  # its lists lead to other kinds
    }
    found = {is_: decide_kind(one).is_ for is_, one in known.items()}
    assert {is_: is_ if n > 2 else "unsure" for is_ in known} == found
    for boxed in (evidence(n_lists=1, nowhere=n), evidence(n_lists=1, to_alike=n)):
        assert ("item" if n > 2 else "unsure") == decide_kind(boxed).is_
    table = KindTable(rows={page: page_row(parse(own_page(page))) for page in range(n)})
    assert (n > 2) == (1 in templates_of({1: table}))


def kept(n_pages: int, n_kinds: int) -> int:
    sample, kinds = ItemSample(), {page: page % n_kinds for page in range(n_pages)}
    for page in kinds:
        if sample.wants(page, kinds):
            sample.fold(page, PAGE)
    return len(sample.rows)


def test_five_kinds_of_page_have_their_samples_side_by_side() -> None:
    assert 5 * ItemSample().params.sample == kept(500, 5)


def test_a_site_where_no_two_pages_are_alike_keeps_no_more_than_others() -> None:
    assert kept(100, 5) == kept(600, 600)
