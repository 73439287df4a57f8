"""The laws in their shortest form: one family each; `make laws` runs all of them over all."""

from __future__ import annotations

import json

import pytest

from .__main__ import FLOOR, SHARES, drawn
from .dress import DRESSINGS
from .pages import family_pages
from .reading import LAWS, keep

CHEAP = ("little variety", "twice", "growth")


@pytest.mark.parametrize("law", CHEAP)
def test_a_law_is_kept_as_far_as_it_was(law: str) -> None:
    """`shares.json` says what falls short today; nothing may fall further."""
    shares = json.loads(SHARES.read_text("utf-8"))
    name = drawn(law, quick=True)[0]
    assert keep(law, name).share >= shares[law].get(name, FLOOR)


def test_every_law_has_its_share_written_down() -> None:
    assert set(LAWS) == set(json.loads(SHARES.read_text("utf-8")))


@pytest.mark.parametrize("name", DRESSINGS)
def test_a_dress_changes_the_pages(name: str) -> None:
    """A law about nothing would always be kept."""
    pages = family_pages("catalogue")
    changed = [a.body != b.body for a, b in zip(pages, DRESSINGS[name](pages), strict=True)]
    assert sum(changed) > 0.9 * len(changed)
