"""Laws of a site's stored state: it is what was learned, whenever it is decoded anew."""

from __future__ import annotations

import pytest

from tests.site.answers import seen
from upwell.agents.analyse.deltas import MOST
from upwell.agents.analyse.state import SiteView
from upwell.agents.state import Views
from upwell.errors import StoreError

from .toy import DictTable


def learn(table: DictTable, views: Views, number: int) -> SiteView:
    """One page in a batch of its own."""
    view = views.view(0, "s")
    view.begin(number)
    site = SiteView.load(view)
    tree, observation = seen(f"word{number}", 1 + number % 3, turn=number)
    site.fold(site.state.with_vote(observation, tree))
    if number in (19, 27, 75):
        site.publish()
    site.save()
    view.keep(None)
    views.commit(1)
    return site


def test_state_that_is_decoded_anew_is_what_was_learned() -> None:
    """Between snapshots and after them; and the bytes stored are the same."""
    kept, lost = DictTable(), DictTable()
    views, others = Views(kept), Views(lost)
    for number in range(MOST + 20):
        site = learn(kept, views, number)
        others = Views(lost) if number % 9 == 0 else others
        learn(lost, others, number)
        if number % 21 == 0:
            stored = SiteView(Views(kept).view(0, "s"))
            assert site.state.encode() == stored.state.encode()
            assert site.head == stored.head
    assert kept.data == lost.data


def test_a_page_of_a_known_site_costs_a_fraction_of_the_first() -> None:
    """What a page has in common with those before it is written once."""
    table = DictTable()
    views = Views(table)
    sizes = []
    for number in range(40):
        learn(table, views, number)
        sizes.append(sum(len(v) for (_, k), v in table.data.items() if b"pdelta." in k))
    assert sizes[-1] - sizes[-2] < sizes[0] / 3


def test_a_delta_that_lacks_the_one_before_it_is_the_disks_fault() -> None:
    """It is never read as another one."""
    table = DictTable()
    views = Views(table)
    for number in range(4):
        learn(table, views, number)
    parts = sorted(k for k in table.data if b"pdelta." in k[1])
    table.data[parts[0]], table.data[parts[1]] = table.data[parts[1]], table.data[parts[0]]
    with pytest.raises(StoreError):
        SiteView(Views(table).view(0, "s"))
