"""Who we say we are."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from ipaddress import ip_address
from urllib.parse import urlsplit

from upwell.errors import ConfigError

TOKEN = "upwell"  # what robots.txt may name


def user_agent(contact: str | None = None) -> str:
    """The User-Agent header, with whom to write to.

    >>> user_agent("https://example.org/crawl").startswith("upwell/")
    True
    >>> user_agent("https://example.org/crawl").endswith(" (+https://example.org/crawl)")
    True
    """
    name = f"{TOKEN}/{version('upwell')}"
    if not contact:
        return name
    if not contact.isascii() or not contact.isprintable() or len(contact) > 200:
        raise ConfigError(
            f"--contact {contact!r}: write an e-mail or web address in plain characters"
        )
    return f"{name} (+{contact})"


def require_contact(urls: Iterable[str], contact: str | None) -> None:
    """Refuse to crawl other people's sites without an address to complain to.

    >>> require_contact(["http://127.0.0.1:8080/"], None)
    >>> require_contact(["https://shop.test/"], None)
    Traceback (most recent call last):
    ...
    upwell.errors.ConfigError: shop.test is somebody's site: say who crawls it with --contact WHO
    """
    if contact:
        return
    for url in urls:
        host = urlsplit(url).hostname or url
        if not is_loopback(host):
            raise ConfigError(f"{host} is somebody's site: say who crawls it with --contact WHO")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
