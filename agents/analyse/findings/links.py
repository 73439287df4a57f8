"""What the links of a page are to plan, once its objects are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from upwell.models.objects.identity_table import IdentityRule
from upwell.models.objects.own_address import without_session
from upwell.streams.records import FoundLink

from ..objects import Identified


def marked(
    links: list[FoundLink], objects: Sequence[Identified], query: str | None, rule: IdentityRule
) -> list[FoundLink]:
    """The links of a page as findings have them; a link to a record of the page is marked as such.

    Of the others it is said where they lead at any visit.
    """
    if query is not None:
        return links
    uses = Counter(url for found in objects for url in set(found.links))
    steady = without_session([link.url for link in links], rule.turning)
    return [
        msgspec.structs.replace(link, role="entity")
        if uses[link.url] == 1
        else msgspec.structs.replace(link, steady=steady[link.url])
        if link.url in steady
        else link
        for link in links
    ]
