"""Arguments of links whose value turns from visit to visit while the link stays (a session, a rank,
the words that were asked): they tell no pages apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import msgspec
import xxhash

from ...tree.tagtree import Link
from ...urls.address import Address, address_of
from ..params import LINKS, PARAMS, IdentityParams

_ADDRESS = ("/", "http://", "https://")  # how a value begins that is an address
_BARE = "http://a.example/"  # any page, to read arguments by
_ONCE, _STAYS, _TURNS = range(3)  # what is known of the value of one link's argument


class Sighting(msgspec.Struct, frozen=True, array_like=True):
    """The value of one argument in one link of a page."""

    shape: str  # the names of the link's arguments
    argument: str
    link: int  # hash of where it leads without arguments, and of what it says
    value: int  # hash of the argument's value


def sightings(links: Iterable[Link]) -> tuple[Sighting, ...]:
    """What one page shows of the arguments of its links, of some of them by hash.

    Reading
    -------
    A link is the same while its path and its text are. Links that say the same and lead elsewhere
    on one page (Details, Buy) cannot be told apart on the next, and are left out.

    Examples
    --------
    >>> links = [Link(1, "http://a.org/item?id=7&sid=x1", "Red bus"),
    ...          Link(2, "http://a.org/buy?id=7", "Buy"), Link(3, "http://a.org/buy?id=8", "Buy")]
    >>> [(seen.shape, seen.argument) for seen in sightings(links)]
    [('id&sid', 'id'), ('id&sid', 'sid')]
    """
    by_link: dict[int, set[Address]] = {}
    for link in links:
        if link.text and ("?" in link.url or ";" in link.url):
            address = address_of(link.url)
            if address.arguments:
                by_link.setdefault(_hash(f"{address.place} {link.text}"), set()).add(address)
    by_shape: dict[str, list[tuple[int, Address]]] = {}
    for link_hash in sorted(by_link):
        if len(by_link[link_hash]) == 1:
            (address,) = by_link[link_hash]
            held = by_shape.setdefault(shape_of(address), [])
            if len(held) < LINKS:
                held.append((link_hash, address))
    return tuple(
        Sighting(shape, name, link_hash, _hash(value))
        for shape in sorted(by_shape)
        for link_hash, address in by_shape[shape]
        for name, value in _single(address)
    )


def of_visit(
    links: Iterable[Link], url: str, params: IdentityParams = PARAMS
) -> tuple[tuple[str, str], ...]:
    """Arguments by which a page says whose visit this is, and not where its links lead.

    Parameters
    ----------
    links
        Of the page.
    url
        That it was asked for by, after redirects.

    Returns
    -------
    Shapes of links and the argument of each.

    Reading
    -------
    All links within the site have it with one value, wherever they lead; or most have, and it is
    not the value that the page was asked for with; or what they say is the address of this page,
    the way back to a list. So one page is enough to know.

    Examples
    --------
    >>> links = [Link(n, f"http://a.org/item?id={n}&sid=x2", "") for n in (1, 2, 3)]
    >>> of_visit(links, "http://a.org/list?sid=x1"), of_visit(links, "http://a.org/list?sid=x2")
    ((('id&sid', 'sid'),), ())
    >>> links += [Link(n, f"http://a.org/{n}?sid=x2", "") for n in (4, 5, 6)]
    >>> of_visit(links, "http://a.org/list")
    (('id&sid', 'sid'), ('sid', 'sid'))
    >>> links = [Link(n, f"http://a.org/item?id={n}&to=/list%3Fpage%3D2", "") for n in (1, 2)]
    >>> of_visit(links, "http://a.org/list?page=2")
    (('id&to', 'to'),)
    """
    own = address_of(url)
    host = own.place.partition("/")[0]
    addresses = (address_of(link.url) for link in links)
    local = sorted({one for one in addresses if one.place.partition("/")[0] == host} - {own})
    held: dict[str, list[tuple[Address, str]]] = {}
    for address in local:
        for name, value in _single(address):
            held.setdefault(name, []).append((address, value))
    asked = dict(_single(own))
    found = set()
    for name, having in held.items():
        given = {value for _, value in having}
        if len(given) > 1 or len(having) < params.fewest:
            continue
        everywhere = len({address.place for address, _ in having}) >= params.fewest
        turned = name in asked and asked[name] not in given
        if (turned and 2 * len(having) > len(local)) or (everywhere and len(having) == len(local)):
            found |= {(shape_of(address), name) for address, _ in having}
    return tuple(sorted(found | _ways_back(held, url)))


def _ways_back(held: Mapping[str, Sequence[tuple[Address, str]]], url: str) -> set[tuple[str, str]]:
    """Arguments that say the page's own address in all links of a shape."""
    leads_back: dict[tuple[str, str], bool] = {}
    for name, having in held.items():
        for address, value in having:
            key = (shape_of(address), name)
            leads_back[key] = leads_back.get(key, True) and _leads_back(value, url)
    return {key for key, always in leads_back.items() if always}


def _leads_back(value: str, url: str) -> bool:
    """Whether a value is the address of a page, or what that was asked for with; home is none."""
    own = address_of(url)
    if value.startswith(_ADDRESS):
        host = own.place.partition("/")[0]
        whole = f"http://{host}{value}" if value.startswith("/") else value
        back = address_of(whole).place.rstrip("/")
        return "/" in back and back == own.place.rstrip("/")
    value = value.removeprefix("?")
    asked = frozenset(address_of(f"{_BARE}?{value}").arguments) if "=" in value else frozenset()
    return bool(asked) and asked <= frozenset(own.arguments)


def shape_of(address: Address) -> str:
    """The names of an address's arguments: links of one shape have the same arguments."""
    return "&".join(sorted(address.names))


class TurningArguments(msgspec.Struct, array_like=True):
    """Of each argument the links met, with the value they had and whether it stayed."""

    shapes: dict[str, dict[str, dict[int, int]]] = {}

    def news(self, seen: Iterable[Sighting]) -> list[Sighting]:
        """The sightings of a page that would change these counts."""
        return [one for one in seen if self._after(one) is not None]

    def fold(self, seen: Iterable[Sighting]) -> None:
        """Learn from the sightings of one page."""
        for one in seen:
            after = self._after(one)
            if after is None:
                continue
            links = self.shapes.setdefault(one.shape, {}).setdefault(one.argument, {})
            links[one.link] = after
            if len(links) > LINKS:
                del links[max(links)]
        while len(self.shapes) > LINKS:
            del self.shapes[min(self.shapes, key=lambda shape: (self._n_links(shape), shape))]

    def turning(self, params: IdentityParams = PARAMS) -> dict[str, tuple[str, ...]]:
        """By shape, the arguments that turn."""
        out = {}
        for shape, arguments in sorted(self.shapes.items()):
            names = {name for name in arguments if self._turns(shape, name, params)}
            if names:
                out[shape] = tuple(sorted(names))
        return out

    def _turns(self, shape: str, name: str, params: IdentityParams) -> bool:
        """By the links of this shape, or while too few were met again by those of all."""
        own = _again(self.shapes[shape][name].values())
        if len(own) >= params.fewest:
            return 2 * sum(own) > len(own)
        every = _again(
            chain.from_iterable(held.get(name, {}).values() for held in self.shapes.values())
        )
        return len(every) >= params.fewest and all(every)

    def _after(self, one: Sighting) -> int | None:
        """What is known of a link after this sighting; None: no more than before."""
        links = self.shapes.get(one.shape, {}).get(one.argument, {})
        before = links.get(one.link)
        if before is None:
            full = len(links) >= LINKS and one.link > max(links)
            return None if full else one.value << 2 | _ONCE
        if before & 3 == _TURNS:
            return None
        after = before & ~3 | (_STAYS if before >> 2 == one.value else _TURNS)
        return None if after == before else after

    def _n_links(self, shape: str) -> int:
        return max(len(links) for links in self.shapes[shape].values())


def _again(links: Iterable[int]) -> list[bool]:
    """Of each link that was met again, whether the argument turned."""
    return [state & 3 == _TURNS for state in links if state & 3 != _ONCE]


def _single(address: Address) -> Iterator[tuple[str, str]]:
    """Names and values; of an argument that is given several times all its values at once."""
    values: dict[str, list[str]] = {}
    for name, value in address.arguments:
        values.setdefault(name, []).append(value)
    return ((name, "\0".join(given)) for name, given in values.items())


def _hash(text: str) -> int:
    return xxhash.xxh32_intdigest(text.encode("utf-8", "replace"))
