"""Which object is which, from one page to the next."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xxhash import xxh3_64_hexdigest

from ..urls.address import NOWHERE, Address, address_of
from .anchors import Anchor
from .identity_table import NO_RULE, IdentityRule
from .link_columns import LinkColumn, Row, identifying, link_columns
from .own_address import Addresses, Own


class Listed(NamedTuple):
    """An object of a page.

    Parameters
    ----------
    text
        Its visible text, without its number in the list.
    anchors
        Its links.
    region
        Number of the list that it stands in.
    """

    text: str
    anchors: Sequence[Anchor]
    region: int = 0


class Asked(NamedTuple):
    """Where a page is from: its address after redirects, what was asked for, and the question;
    whether it leads on to what it lists."""

    url: str
    requested: str = ""
    query: str | None = None
    leads_on: bool = False


class Identities(NamedTuple):
    """What tells the objects of a page apart.

    Parameters
    ----------
    own
        The page of each object, or None.
    columns
        The columns of the links of all lists.
    strangers
        Objects alone in their region, without a link that tells objects apart, on a site where
        links do: nobody can say which they are.
    """

    own: list[Own | None]
    columns: list[LinkColumn]
    strangers: frozenset[int] = frozenset()


def object_id(site: str, own: Address | None, text: str) -> str:
    """Id of an object: 16 hexadecimal digits that every worker gives it.

    Parameters
    ----------
    site
        Authority the object was found on.
    own
        Address of the object's own page, or None.
    text
        What it says; used only when there is no address.

    Reading
    -------
    Two sites that link the same page have two objects: what they say of it differs. With no page of
    its own an object is its text, so a change makes it another one.

    Examples
    --------
    >>> own = address_of("http://a.org/item?id=7")
    >>> object_id("a.org", own, "Red bus") == object_id(
    ...     "a.org", address_of("https://a.org/item?id=7#top"), "Red bus, now 5 €")
    True
    >>> object_id("a.org", None, "Red  bus") == object_id("a.org", None, "red bus")
    True
    """
    key = f"u {own.text}" if own else f"t {fold_text(text)}"
    return xxh3_64_hexdigest(f"{site}\n{key}".encode("utf-8", "replace"))


def fold_text(text: str) -> str:
    """A text without case, width and runs of white space, which tell no objects apart.

    >>> fold_text(" Red\\n BUS ")
    'red bus'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def identities(
    objects: Sequence[Listed], page: Asked, site: str, rule: IdentityRule = NO_RULE
) -> Identities:
    """What identifies each object of a page.

    Reading
    -------
    List by list, because a record may stand in two of them: in one of titles and in one of
    snippets. What identifies in one list does so in the other. An object that is alone in its
    region has no column: it is told by the link that identifies the site's objects elsewhere; and
    without one the page is about it, unless the address is that of the search. A page that leads on
    is not about its one entry, which is told by where it leads.

    Examples
    --------
    >>> rows = [Listed(t, [Anchor(1, f"http://a.org/{t}", t), Anchor(2, "http://a.org/tag", "tag")])
    ...         for t in ("red", "blue")]
    >>> found = identities(rows, Asked("http://a.org/s?q=b"), "a.org")
    >>> [own.address.text if own else None for own in found.own]
    ['a.org/red', 'a.org/blue']
    """
    addresses = Addresses(page.query, rule.turning, rule.needed, rule.asking)
    lists: dict[int, list[int]] = {}
    for number, found in enumerate(objects):
        lists.setdefault(found.region, []).append(number)
    rows = [Row(found.anchors, found.text) for found in objects]
    columns = {
        region: link_columns([rows[number] for number in numbers], addresses)
        for region, numbers in lists.items()
    }
    telling = {region: _telling(held, rule) for region, held in columns.items()}
    out: list[Own | None] = [None] * len(objects)
    for region, numbers in lists.items():
        elsewhere = _addresses(telling, region)
        found_here = identifying(telling[region], len(numbers), site, rule.counted, elsewhere)
        for number, own_page in zip(numbers, found_here, strict=True):
            out[number] = own_page
    found_there = frozenset(own.address for own in out if own)
    for number, row in enumerate(rows):
        if out[number] is None:
            out[number] = _alone(row, addresses, rule, found_there)
    if len(objects) == 1 and out[0] is None:
        out[0] = _entry(rows[0], addresses) if page.leads_on else _page_itself(page, addresses)
    for numbers in lists.values():
        _join_second_rows(out, numbers)
    alone = [numbers[0] for numbers in lists.values() if len(numbers) == 1]
    return Identities(
        out,
        [column for held in columns.values() for column in held],
        frozenset(number for number in alone if out[number] is None and rule.links_identify),
    )


def _telling(columns: Sequence[LinkColumn], rule: IdentityRule) -> list[LinkColumn]:
    """The columns that identify; links to what rows are hits of also where all rows share one."""
    return [
        one
        for one in columns
        if one.place in rule.hits or (one.identifies and one.place not in rule.shared)
    ]


def _addresses(columns: Mapping[int, Sequence[LinkColumn]], without: int) -> frozenset[Address]:
    """Addresses that identify objects in the other lists of the page."""
    return frozenset(
        address
        for region, held in columns.items()
        if region != without
        for column in held
        for address in column.addresses.values()
    )


def _alone(
    row: Row, addresses: Addresses, rule: IdentityRule, elsewhere: frozenset[Address]
) -> Own | None:
    """Of an object without a column: the link that identifies it in another list of the page, or
    the one at the place that identifies the objects of the site's lists."""
    for anchor in row.anchors:
        if (found := addresses.of_one(anchor.url)) in elsewhere:
            return Own(found, anchor.url)
    usual = [anchor for anchor in row.anchors if anchor.place in rule.counted]
    best = max(usual, key=lambda anchor: rule.counted[anchor.place], default=None)
    address = addresses.of_one(best.url) if best else NOWHERE
    return Own(address, best.url) if best and address != NOWHERE else None


def _entry(row: Row, addresses: Addresses) -> Own | None:
    """The page that an entry of contents leads to; None: several pages, or none."""
    led = {addresses.of_one(anchor.url): anchor.url for anchor in row.anchors}
    led.pop(NOWHERE, None)
    return Own(*next(iter(led.items()))) if len(led) == 1 else None


def _page_itself(page: Asked, addresses: Addresses) -> Own | None:
    """The address of a page about one thing; None: it is that of a question."""
    own = addresses.whole(page.url)
    if own == NOWHERE or addresses.asks(own):
        return None
    if page.query and address_of(page.requested).place.rstrip("/") == own.place.rstrip("/"):
        return None
    return Own(addresses.of_one(page.url), page.url)


def _join_second_rows(out: list[Own | None], numbers: Sequence[int]) -> None:
    """Join every second row of a list to the one above, where it has no link that identifies."""
    linked = [out[number] is not None for number in numbers]
    if len(linked) < 4 or len(linked) % 2 or linked != [True, False] * (len(linked) // 2):
        return
    for above, below in zip(numbers[::2], numbers[1::2], strict=True):
        out[below] = out[above]
