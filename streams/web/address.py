"""URLs as they go on the wire: parsed once, by the rules of browsers."""

from __future__ import annotations

from typing import NamedTuple

import ada_url

from upwell.errors import WebError
from upwell.models.urls.canonical import unrooted
from upwell.models.urls.template import LONGEST

from .outcomes import BAD_URL

_PORTS = {"http": 80, "https": 443}


class Address(NamedTuple):
    """A checked http(s) URL without its fragment."""

    href: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> str:
        """What robots.txt belongs to.

        >>> address("http://Shop.test:80/a").origin
        'http://shop.test:80'
        """
        return f"{self.scheme}://{self.host}:{self.port}"


def address(url: str, base: str | None = None) -> Address:
    """Parse a URL, perhaps relative; raise a WebError for what no crawler should ask.

    Examples
    --------
    >>> address("/b?x=1#top", base="http://shop.test/a").href
    'http://shop.test/b?x=1'
    >>> address("http://0x7f.1/").host, address("http://shop.test./").host
    ('127.0.0.1', 'shop.test')
    >>> address("ftp://shop.test/")
    Traceback (most recent call last):
    ...
    upwell.errors.WebError: not an http or https address: ftp://shop.test/
    """
    if len(url) > LONGEST:
        raise WebError(BAD_URL, f"an address of {len(url)} characters; at most {LONGEST}")
    try:
        parsed = ada_url.URL(url, base) if base is not None else ada_url.URL(url)
    except ValueError:
        raise WebError(BAD_URL, f"not an address: {url[:200]!r}") from None
    scheme = str(parsed.protocol).rstrip(":")
    if scheme not in _PORTS:
        raise WebError(BAD_URL, f"not an http or https address: {url[:200]}")
    if parsed.username or parsed.password:
        raise WebError(BAD_URL, "addresses with a user name or password are not asked")
    unrooted(parsed)
    port = int(parsed.port) if parsed.port else _PORTS[scheme]
    return Address(str(parsed.href).partition("#")[0], scheme, str(parsed.hostname), port)
