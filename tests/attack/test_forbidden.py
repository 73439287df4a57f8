"""Ten thousand questions to pages full of what must not be asked."""

from __future__ import annotations

import pytest

from tests.sources.test_canary import KNOWN, asked_for
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.ways.canary import Canary

from .conftest import Tell

pytestmark = pytest.mark.attack
QUERIES = 10_000
EACH = -(-QUERIES // len(FAMILIES))


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_that_is_forbidden_is_offered_to_be_asked(family: str, tell: Tell) -> None:
    """What no list of words can know has a line of its own."""
    site = Site(pages_of(FAMILIES[family], 7, 60), 7, frozen=True, way=Canary)
    found, all_of, away = asked_for(site, EACH)
    forbidden = {bait: n for bait, n in found.items() if bait.forbidden}
    unknown = {bait: n for bait, n in forbidden.items() if bait.word and bait.word not in KNOWN}
    harm = {bait: n for bait, n in forbidden.items() if bait not in unknown}
    tell("questions to pages of forbidden forms and links", EACH, "")
    n_baits = sum(n for bait, n in all_of.items() if bait.forbidden)
    tell(f"{family}: forbidden by words that no list knows", n_baits, str(sum(unknown.values())))
    assert ({}, []) == (harm, away)
