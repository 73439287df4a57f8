"""Addresses that do something when they are opened: a guest leaves them alone."""

from __future__ import annotations

import re
from itertools import takewhile
from urllib.parse import unquote

from ..address import address_of
from ..canonical import arguments
from .words import names_act, names_private, says_act

_SEGMENTS = re.compile(r"[/;]+")
_BARE = re.compile(r"(?:^|[?&;])([^?&;=]+)(?=$|[&;])")


def acts(url: str, query: str | None = None) -> bool:
    """Whether opening an address may change something, as far as words can tell.

    Parameters
    ----------
    query
        What the address asks: as a value of an argument, once, it is no verb. In a path it is one
        like any other segment, for nobody knows what else the site has there.

    Reading
    -------
    A whole segment of the path or a whole value of an argument decides. Names of arguments and
    words within a longer text decide nothing: `order=descending` sorts, and titles are made of
    words.

    Examples
    --------
    >>> [acts("http://a.example" + path) for path in ("/cart/add?id=3", "/wiki?x=1&do=edit")]
    [True, True]
    >>> [acts("http://a.example" + path) for path in ("/delete-me", "/s?order=asc", "/s?q=buses")]
    [False, False, False]
    >>> [acts("http://a.example" + path, "vote") for path in ("/s?q=vote&page=2", "/s/vote/2")]
    [False, True]
    """
    path, tail = _parts(url)
    pairs = arguments(url)
    said = [value for _, value in pairs]
    said += [unquote(part) for part in _BARE.findall(tail)]
    spelled = [text.casefold().strip() for text in said]
    if query and query.casefold().strip() in spelled:
        del said[spelled.index(query.casefold().strip())]
    said += [unquote(part) for part in _SEGMENTS.split(path)]
    if any(names_act(text) for text in said):
        return True
    return any(says_act(name) for name, _ in pairs)


def is_private(url: str, page: str = "") -> bool:
    """Whether an address leads to pages of an account: a cart, a profile, a log-in.

    Parameters
    ----------
    page
        That leads there. Who was let in at `/admin/` is inside: the steps that both addresses
        begin with say nothing of where the link leads.

    Examples
    --------
    >>> is_private("http://a.example/account/orders"), is_private("http://a.example/accounting")
    (True, False)
    >>> is_private("http://a.example/admin/books/", page="http://a.example/admin/")
    False
    >>> is_private("http://a.example/admin/account/", page="http://a.example/admin/")
    True
    """
    path, _ = _parts(url)
    steps = _SEGMENTS.split(path)
    host = address_of(url).place.partition("/")[0]
    if page and address_of(page).place.partition("/")[0] == host:
        pairs = zip(steps, _folders(page), strict=False)
        steps = steps[sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)) :]
    values = (value for _, value in arguments(url))
    return any(names_private(unquote(part)) for part in (*steps, *values))


def _folders(url: str) -> list[str]:
    """The steps of a path without the last, which names a page."""
    return _SEGMENTS.split(_parts(url)[0])[:-1]


def _parts(url: str) -> tuple[str, str]:
    """Path and arguments, as written."""
    path, _, tail = url.partition("#")[0].partition("://")[2].partition("/")[2].partition("?")
    return path, tail
