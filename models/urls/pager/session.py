"""What a visit puts into addresses: a session that all links have, marks of where links stood."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from .cursor import is_count
from .params import ELSEWHERE

_DIGIT = re.compile(r"\d")
_PAIR = re.compile(r"(?<=[?&;])([^=&;?#/]+)=([^&;?#/]*)")


def address_in_links(url: str, links: Sequence[str], query: str | None = None) -> str:
    """The address of a page as its own links would spell it.

    Parameters
    ----------
    url, links
        Of the page, and where its links lead.
    query
        What it answers; None for a list that is browsed.

    Reading
    -------
    A session that has turned while the page was asked stands anew in all its links, those to
    records and to the menu too, and so does one that the page was asked without. A cursor stands
    in none that leads elsewhere, and what chooses the list stands somewhere as it is in the page's
    address. A question tells its own pages apart, whatever has turned.

    Examples
    --------
    >>> links = [f"http://a.example/{to}&sid=b" for to in ("l?page=3", "item?id=7", "item?id=8")]
    >>> address_in_links("http://a.example/l?page=2&sid=a", links)
    'http://a.example/l?page=2&sid=b'
    >>> address_in_links("http://a.example/l?page=2&sid=a", [*links, "http://a.example/help?sid=a"])
    'http://a.example/l?page=2&sid=a'
    >>> address_in_links("http://a.example/l?q=x", links, "x")
    'http://a.example/l?q=x&sid=b'
    """
    others = _others(url, links)
    if len(others) < ELSEWHERE:
        return url
    for name, value in _PAIR.findall(url) if query is None else ():
        if not value or is_count(value):
            continue
        with_name = [link for link in others if f"{name}=" in link]
        values = {held for link in with_name for at, held in _PAIR.findall(link) if at == name}
        if len(values) != 1 or value in values:
            continue
        at_home = url.replace(f"{name}={value}", f"{name}={values.pop()}")
        if len({*with_name} - {at_home}) >= ELSEWHERE:
            url = at_home
    return _with_all(url, others)


def _with_all(url: str, others: Set[str]) -> str:
    """An address with the arguments that all other links of its page have, and it has not."""
    names = {name for name, _ in _PAIR.findall(url)}
    for name, value in _PAIR.findall(min(others)):
        if name in names or not value or is_count(value):
            continue
        pair = re.compile(rf"[?&;]{re.escape(name)}={re.escape(value)}(?:[&;#]|$)")
        if all(pair.search(link) for link in others):
            url = f"{url}{'&' if '?' in url else '?'}{name}={value}"
    return url


def position_marks(url: str, links: Sequence[str]) -> frozenset[str]:
    """Arguments that every other link of a page has, with words that differ: they choose nothing.

    Reading
    -------
    Sites mark their links with where on the page they stood. What chooses among pages is missing
    in some link, or is a number in some.

    Examples
    --------
    >>> links = [f"http://a.example/{to}" for to in ("l?p=2&ref=pager", "i/7?ref=list", "?ref=top")]
    >>> position_marks("http://a.example/l", links)
    frozenset({'ref'})
    """
    others = _others(url, links)
    if len(others) < ELSEWHERE:
        return frozenset()
    held = [dict(_PAIR.findall(link)) for link in sorted(others)]
    return frozenset(
        name
        for name in held[0]
        if all(name in one and not _DIGIT.search(one[name]) for one in held)
        and len({one[name] for one in held}) > 1
    )


def _others(url: str, links: Sequence[str]) -> set[str]:
    """Where the links of a page lead on its host, but to itself."""
    host, own = url.split("/", 3)[:3], url.partition("#")[0]
    return {link.partition("#")[0] for link in links if link.split("/", 3)[:3] == host} - {own}
