"""Whose a URL is: everything that decides where a crawl may go asks here (DESIGN 3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ..canonical import site_of

if TYPE_CHECKING:
    from tldextract import TLDExtract


def same_owner(one: str, other: str) -> bool:
    """Whether two URLs belong to one owner.

    Reading
    -------
    The owner is the registered domain, or the name under which a service lets others publish: two
    users of one service are two owners. Addresses and names without a public suffix (`localhost`)
    stand for themselves and their port, because two services of one machine are two sites.

    Examples
    --------
    >>> same_owner("http://a.example.com/", "https://b.example.com:8443/x")
    True
    >>> same_owner("http://one.github.io/", "http://two.github.io/")
    False
    >>> same_owner("http://127.0.0.1:8001/", "http://127.0.0.1:8002/")
    False
    """
    hosts = site_of(one), site_of(other)
    if hosts[0] == hosts[1]:
        return bool(hosts[0])
    ends = [_bare(host).split(".")[-2:] for host in hosts]  # a registered domain has two or more
    return ends[0] == ends[1] and owner_of(hosts[0]) == owner_of(hosts[1])


def belongs(url: str, home: str, others: Iterable[str] = ()) -> bool:
    """Whether a URL is of the owner of `home`, or on a host that was named.

    >>> belongs("http://b.example/x", "http://a.example/"), belongs("http://b.example/x",
    ...     "http://a.example/", ["b.example"])
    (False, True)
    """
    return same_owner(url, home) or site_of(url) in others


@lru_cache(maxsize=4096)
def owner_of(host: str) -> str:
    """The owner of a host, which may have a port: a registered domain, else the host as it is.

    Examples
    --------
    >>> owner_of("www.shop.co.uk:8080"), owner_of("me.github.io"), owner_of("127.0.0.1:80")
    ('shop.co.uk', 'me.github.io', '127.0.0.1:80')
    """
    return _suffixes()(_bare(host)).top_domain_under_public_suffix or host


def _bare(host: str) -> str:
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name.removesuffix(".")


@cache
def _suffixes() -> TLDExtract:
    """The list of public suffixes that the package brings along: nothing is fetched.

    The package imports an HTTP client, which costs a process .1 s at its start; where a site has
    one host nobody asks for its domain.
    """
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
