"""An argument that a whole list carries leaves the identity where other lists do without it."""

from __future__ import annotations

from collections.abc import Callable, Set

import pytest

from agents.analyse.objects import identified
from upwell.models.objects.identity import Asked, identities, object_id
from upwell.models.objects.identity_table import NO_RULE, IdentityEvidence, IdentityTable
from upwell.models.site import Reading, ReadObject
from upwell.models.urls.address import address_of

from .made import MAKES, SITE, Make, Seen, answer

NAMES = "otter heron badger stoat weasel curlew".split()
Plain = Callable[[int], str]
PATHS: list[Plain] = [lambda n: f"http://{SITE}/i/{n}?", lambda n: f"http://{SITE}/i?nr={n}&"]


def page(make: Make, url: Plain, extra: str) -> Seen:
    """A list that leads to six things, with an argument or without."""
    links = [(f"{url(n)}{extra}".rstrip("?&"), name) for n, name in enumerate(NAMES)]
    return answer(make, links, url=f"http://{SITE}/log")


def reading(seen: Seen) -> Reading:
    """The page as a model reads it."""
    objects = [
        ReadObject("", one.text, [], {}, one.region, anchors=list(one.anchors))
        for one in seen.objects
    ]
    return Reading(None, 0, 0, False, [], objects, 1.0)


def shown_by(seen: Seen) -> Callable[[Set[str]], Set[str]]:
    """What another page shows."""
    own = identities(seen.objects, seen.page, SITE).own
    ids = {object_id(SITE, one.address, "") for one in own if one}
    return lambda wanted: wanted & ids


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("url", PATHS)
def test_another_view_of_known_objects_is_no_other_object(make: Make, url: Plain) -> None:
    plain, old = page(make, url, ""), page(make, url, "version=1")
    asked = Asked(old.page.url)
    found = identified(SITE, asked, reading(old), NO_RULE, 1.0, shown_by(plain))
    known = identified(SITE, asked, reading(plain), NO_RULE, 1.0, shown_by(old))
    assert [one.id for one in known.found] == [one.id for one in found.found]
    table = IdentityTable()
    table.fold(found.evidence)
    assert table.news(IdentityEvidence(idle=found.evidence.idle)) is None
    assert plain.own() == old.own(table.rule())


@pytest.mark.parametrize("make", MAKES)
def test_what_chooses_the_kind_of_thing_stays(make: Make) -> None:
    """Books and authors of one number are two things: neither is known without its kind."""
    url = f"http://{SITE}/show?nr="
    books = answer(make, [(f"{url}{n}&kind=book", name) for n, name in enumerate(NAMES)])
    authors = answer(make, [(f"{url}{n}&kind=author", name) for n, name in enumerate(NAMES)])
    found = identified(SITE, authors.page, reading(authors), NO_RULE, 1.0, shown_by(books))
    assert () == found.evidence.idle
    assert all(one.url and "kind" in address_of(one.url).text for one in found.found)
