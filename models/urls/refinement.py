"""Addresses that ask what another one asks, more narrowly or more widely."""

from __future__ import annotations

from functools import lru_cache

from .canonical import arguments, tracks

_PAIRS = 8_192  # of addresses that are remembered


def without_arguments(url: str) -> str:
    """The address of a page without its arguments.

    >>> without_arguments("http://buy.example/s?q=oak#top")
    'http://buy.example/s'
    """
    return url.partition("#")[0].partition("?")[0]


def asked_with(url: str, encoding: str = "") -> dict[str, str]:
    """The arguments of a URL that say something, in lower case.

    >>> asked_with("http://buy.example/s?q=Red+Oak&brand=&utm_source=x")
    {'q': 'red oak'}
    """
    pairs: dict[str, str] = {}
    for name, value in arguments(url, encoding):
        if value.strip() and not tracks(name):
            said = " ".join(value.lower().split())
            pairs[name] = f"{pairs[name]} {said}" if name in pairs else said
    return pairs


def refines(other: dict[str, str], asked: dict[str, str]) -> bool:
    """Whether two sets of arguments differ in those that one of them lacks, and in no others.

    >>> refines({"q": "oak", "brand": "7"}, {"q": "oak", "page": "2"})
    True
    >>> refines({"q": "oak", "page": "3"}, {"q": "oak", "page": "2"})
    False
    """
    shared = other.keys() & asked.keys()
    agree = all(other[name] == asked[name] for name in shared)
    return agree and other != asked and (bool(shared) or not other)


@lru_cache(_PAIRS)
def narrows(url: str, page: str) -> bool:
    """Whether a URL asks all that a page was asked with, and more.

    >>> narrows("http://buy.example/s?cat=3&sort=price", "http://buy.example/s?cat=3")
    True
    >>> narrows("http://buy.example/s?cat=4", "http://buy.example/s?cat=3")
    False
    """
    if without_arguments(url) != without_arguments(page):
        return False
    asked = asked_with(page)
    return bool(asked) and asked.items() < asked_with(url).items()
