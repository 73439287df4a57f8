"""The session of a page: what all its links have in common, and its own address had otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .cursor import is_count
from .params import ELSEWHERE

_PAIR = re.compile(r"(?<=[?&;])([^=&;?#/]+)=([^&;?#/]*)")


def as_linked(url: str, links: Sequence[str]) -> str:
    """The address of a page as its own links would spell it.

    Reading
    -------
    A session that has turned while the page was asked stands anew in all its links, those to
    records and to the menu too. A cursor stands in none that leads elsewhere, and what chooses the
    list stands somewhere as it is in the page's address.

    Examples
    --------
    >>> links = [f"http://a.example/{to}&sid=b" for to in ("l?page=3", "item?id=7", "item?id=8")]
    >>> as_linked("http://a.example/l?page=2&sid=a", links)
    'http://a.example/l?page=2&sid=b'
    >>> as_linked("http://a.example/l?page=2&sid=a", [*links, "http://a.example/help?sid=a"])
    'http://a.example/l?page=2&sid=a'
    """
    host = url.split("/", 3)[:3]
    for name, value in _PAIR.findall(url):
        if not value or is_count(value):
            continue
        own = f"{name}={value}"
        with_name = [
            link for link in links if f"{name}=" in link and link.split("/", 3)[:3] == host
        ]
        values = {held for link in with_name for at, held in _PAIR.findall(link) if at == name}
        if len(values) != 1 or value in values:
            continue
        turned = f"{name}={values.pop()}"
        at_home = url.replace(own, turned)
        if len({link.partition("#")[0] for link in with_name} - {at_home}) >= ELSEWHERE:
            url = at_home
    return url
