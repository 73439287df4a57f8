"""Which arguments of an address count: the question's and the session's do not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ..urls.address import NOWHERE, Address, address_of
from .arguments.turning import shape_of
from .asking_steps import without_steps
from .params import PARAMS

ByShape = Mapping[str, tuple[str, ...]]  # shape of an address: some of its arguments


class Own(NamedTuple):
    """The own page of an object: the address that identifies it, and a URL that leads there."""

    address: Address
    url: str


class DistinctAddresses(NamedTuple):
    """The addresses that one column of a list leads to, without what need not be there."""

    addresses: list[Address]
    is_clean: bool  # nothing idle had to stay
    needed: dict[str, tuple[str, ...]]  # by shape, arguments without which objects fall together


class Addresses:
    """The addresses of one page's links, without what changes with the question or the visit.

    Parameters
    ----------
    query
        What the page answers; None: nothing was asked.
    turning
        By shape of address, the arguments that turn from visit to visit.
    needed
        By shape, the arguments that were found to tell the objects of a list apart.
    asking
        Beginnings of paths whose next step says the query.
    """

    def __init__(
        self,
        query: str | None = None,
        turning: ByShape | None = None,
        needed: ByShape | None = None,
        asking: Collection[str] = (),
    ) -> None:
        self._asked = frozenset((query or "").casefold().split())
        self._turning, self._needed = turning or {}, needed or {}
        self._asking = frozenset(asking)
        self.whole = cache(self._whole)

    def _whole(self, url: str) -> Address:
        """An address without the steps of its path that hold the question."""
        address = address_of(url)
        return without_steps(address, self._asking) if self._asking else address

    def echoes(self, value: str) -> bool:
        """Whether a value says the query, or words of it.

        >>> asked = Addresses("red bus")
        >>> asked.echoes("Red  Bus"), asked.echoes("bus"), asked.echoes("blue bus")
        (True, True, False)
        """
        words = value.casefold().split()
        return bool(words) and self._asked.issuperset(words)

    def asks(self, address: Address) -> bool:
        """Whether an argument of an address says the query."""
        return any(self.echoes(value) for _, value in address.arguments)

    def of_one(self, url: str) -> Address:
        """The address of one link; arguments that tell lists apart stay, even with the query."""
        address = self.whole(url)
        idle = self._turns(address)
        idle |= {name for name, value in address.arguments if self.echoes(value)}
        return address.without(idle.difference(self._needed.get(shape_of(address), ())))

    def distinct(self, urls: Sequence[str], titles: Sequence[str] = ()) -> DistinctAddresses:
        """The addresses of a list's objects, without the arguments that keep none of them apart.

        Parameters
        ----------
        urls
            Where the same link of each object leads.
        titles
            What these links say. Objects of one title are one where they lead to one address
            without an argument: a record that is shown twice, once as another question finds it.

        Reading
        -------
        An argument is the question's where it says the query in every object that has it: of
        objects with numbers, one may happen to have the number that was asked.

        Examples
        --------
        >>> links = [f"http://a.org/item?id={n}&hl=red" for n in (7, 8)]
        >>> [address.text for address in Addresses("red").distinct(links).addresses]
        ['a.org/item?id=7', 'a.org/item?id=8']
        >>> [address.text for address in Addresses("7").distinct(links).addresses]
        ['a.org/item?hl=red&id=7', 'a.org/item?hl=red&id=8']
        """
        left = whole = [self.whole(url) for url in urls]
        is_clean = True
        for name in sorted(self._idle(left)):
            fewer = [address.without(frozenset((name,))) for address in left]
            if _stay_distinct(left, fewer, titles or [""] * len(urls)):
                left = fewer
            else:
                is_clean = False
        return DistinctAddresses(
            left, is_clean, _needed(left, [shape_of(address) for address in whole])
        )

    def without_idle(self, urls: Sequence[str]) -> list[Address]:
        """The addresses without all idle arguments, also those that keep objects apart."""
        addresses = [self.whole(url) for url in urls]
        idle = self._idle(addresses)
        return [address.without(idle) for address in addresses]

    def _idle(self, addresses: Sequence[Address]) -> frozenset[str]:
        """Arguments that turn, or say the query wherever they stand."""
        values: dict[str, list[str]] = {}
        turns: set[str] = set()
        for address in addresses:
            turns |= self._turns(address)
            for name, value in address.arguments:
                values.setdefault(name, []).append(value)
        echoing = {name for name, given in values.items() if all(map(self.echoes, given))}
        return frozenset(turns | echoing)

    def _turns(self, address: Address) -> frozenset[str]:
        return frozenset(self._turning.get(shape_of(address), ()))


def _stay_distinct(
    before: Sequence[Address], after: Sequence[Address], titles: Sequence[str]
) -> bool:
    """Whether no addresses fall together but those of one title."""
    first: dict[Address, tuple[Address, str]] = {}
    for whole, left, title in zip(before, after, titles, strict=True):
        one, other = first.setdefault(left, (whole, title))
        if one != whole and not (title and title == other):
            return False
    return True


def _needed(addresses: Sequence[Address], shapes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """By shape of the whole address, the arguments without which two of these are one."""
    out: dict[str, set[str]] = {}
    n_distinct = len(set(addresses))
    for name in sorted({name for address in addresses for name in address.names}):
        if len({address.without(frozenset((name,))) for address in addresses}) < n_distinct:
            for address, shape in zip(addresses, shapes, strict=True):
                if name in address.names:
                    out.setdefault(shape, set()).add(name)
    return {shape: tuple(sorted(names)) for shape, names in sorted(out.items())}


def without_session(urls: Collection[str], turning: ByShape) -> dict[str, str]:
    """Addresses without the session of this visit, by URL, for the links of a page that have one.

    It turns from visit to visit, and on one page all links that have it have the same.

    Examples
    --------
    >>> links = [f"http://a.org/{at}?sid=b81f" for at in ("red", "blue", "green")]
    >>> without_session(links, {"sid": ("sid",)})["http://a.org/red?sid=b81f"]
    'a.org/red'
    >>> without_session([f"http://a.org/more?of={n}" for n in "abc"], {"of": ("of",)})
    {}
    """
    if not turning:
        return {}
    addresses = {url: address_of(url) for url in urls}
    values_of: dict[str, list[str]] = {}
    for address in addresses.values():
        for name, value in address.arguments:
            values_of.setdefault(name, []).append(value)
    of_visit = {
        name
        for name, values in values_of.items()
        if len(values) >= PARAMS.fewest and len(set(values)) == 1
    }
    out = {}
    for url, address in addresses.items():
        turns = of_visit.intersection(turning.get(shape_of(address), ()))
        if turns:
            out[url] = address.without(frozenset(turns)).text
    return out


def is_own_page(page_url: str, own_url: str) -> bool:
    """Whether a page is the one that an object has for itself.

    >>> is_own_page("https://a.org/item?id=7#top", "http://a.org/item?id=7")
    True
    """
    own = address_of(own_url)
    return own != NOWHERE and address_of(page_url) == own
