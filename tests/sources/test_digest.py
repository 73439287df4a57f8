"""A generator is what it was when figures were measured on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from upwell.sources import FAMILIES
from upwell.sources.digest import digest, pinned


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_makes_the_pages_that_were_pinned(name: str) -> None:
    """`python -m upwell.sources.digest --pin` takes a change as it is; the commit says why."""
    assert pinned().get(name) == digest(FAMILIES[name])


def test_a_change_of_a_rule_changes_the_digest() -> None:
    family = FAMILIES["catalogue"]
    pin = pinned()[family.name]
    assert pin == digest(replace(family, about="another line for the list"))
    assert pin != digest(replace(family, per_page=19))
