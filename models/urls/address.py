"""What a URL leads to, in one spelling: a place on a host, and arguments."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, quote_plus

from ada_url import URL

from .canonical import tracks, unescaped

# What would mean something else where it stands, if it were not escaped.
_IN_PATH = "".join(chr(code) for code in range(33, 127) if chr(code) not in "%/?#;")
_IN_VALUE = _IN_PATH.replace("&", "").replace("=", "").replace("+", "") + "/?;"


class Address(NamedTuple):
    """Where a URL leads, without its scheme.

    Parameters
    ----------
    place
        Host, port unless it is the scheme's own, and path.
    arguments
        Names and values, decoded and sorted; a segment without a sign is a value without a name.
    """

    place: str
    arguments: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names of its arguments."""
        return frozenset(name for name, _ in self.arguments)

    def without(self, names: frozenset[str]) -> Address:
        """The address without these arguments.

        >>> address_of("http://a.org/x?sid=7&id=2").without(frozenset({"sid"})).text
        'a.org/x?id=2'
        """
        if self.names.isdisjoint(names):
            return self
        kept = tuple(pair for pair in self.arguments if pair[0] not in names)
        return Address(self.place, kept)

    @property
    def text(self) -> str:
        """The one spelling of it."""
        pairs = [
            f"{_value(name)}={_value(value)}" if name else _value(value)
            for name, value in self.arguments
        ]
        return f"{self.place}?{'&'.join(pairs)}" if pairs else self.place


NOWHERE = Address("")
# A URL in which nothing is to be spelled otherwise: most links of most pages.
_PLAIN = re.compile(
    r"https?://([a-z0-9][a-z0-9.-]*(?::(?!80(?!\d)|443(?!\d))\d+)?)(/[\w/~:@!$()*,.-]*)"
    r"(?:\?([\w/~:@!$()*,.=&\[\]-]*))?(?:#.*)?",
    re.ASCII,
)


@lru_cache(maxsize=8192)
def address_of(url: str) -> Address:
    """The address that a URL leads to; `NOWHERE` for one that is no page's (a script, a mail).

    Reading
    -------
    Two spellings of one address differ in scheme, case of the host, the scheme's own port,
    fragment, escapes that say nothing, order of arguments, arguments without a value, and
    arguments that only tell who sent the visitor. Parameters of a path (`;sid=7`) are arguments.

    Examples
    --------
    >>> address_of("HTTPS://A.org:443/wiki/a%3Ab?y=1&x=&id=7#z").text
    'a.org/wiki/a:b?id=7&y=1'
    >>> address_of("mailto:a@b.org").text
    ''

    References
    ----------
    ENT 6.3.2.
    """
    plain = _PLAIN.fullmatch(url)
    if plain and "/." not in plain[2]:
        return _address(plain[1], plain[2], (plain[3] or "").split("&"))
    try:
        parsed = URL(url)
    except ValueError:
        return NOWHERE
    if parsed.protocol not in ("http:", "https:") or not parsed.host:
        return NOWHERE
    path, *parameters = parsed.pathname.split(";")
    steps = (quote(unescaped(step), safe=_IN_PATH) for step in path.split("/"))
    segments = [*parameters, *parsed.search.removeprefix("?").split("&")]
    return _address(parsed.host, "/".join(steps), segments)


def _address(host: str, path: str, segments: list[str]) -> Address:
    pairs = (_pair(segment) for segment in segments)
    kept = {pair for pair in pairs if pair[1] and not tracks(pair[0])}
    return Address(f"{host}{path}", tuple(sorted(kept)))


def _pair(segment: str) -> tuple[str, str]:
    name, sign, value = segment.partition("=")
    if not sign:
        name, value = "", name
    if "%" not in segment and "+" not in segment:
        return name, value
    return unescaped(name.replace("+", " ")), unescaped(value.replace("+", " "))


def _value(text: str) -> str:
    return quote_plus(text, safe=_IN_VALUE)
