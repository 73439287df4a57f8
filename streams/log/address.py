"""Where a log is: `upwell:///directory` or `kafka://host:port[/prefix]`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from upwell.errors import ConfigError

EMBEDDED = "upwell"
KAFKA = "kafka"
HIDDEN = "***@"  # in place of a name and a password


@dataclass(frozen=True, slots=True)
class Address:
    """A broker URL, taken apart.

    Parameters
    ----------
    scheme
        `upwell` (embedded) or `kafka`.
    directory
        Of the embedded log.
    servers
        `host:port` of Kafka brokers, separated by commas.
    prefix
        Put before the name of every topic and group on Kafka, so that installations can share
        a cluster.
    synchronous
        Of the embedded log: `normal` survives kill -9, `full` also a power cut.
    """

    scheme: str
    directory: Path = Path()
    servers: str = ""
    prefix: str = ""
    synchronous: str = "normal"


def parse_address(url: str) -> Address:
    """Take a broker URL apart.

    >>> parse_address("upwell:///var/lib/upwell").directory.as_posix()
    '/var/lib/upwell'
    >>> address = parse_address("kafka://one:9092,two:9092/shop-")
    >>> address.servers, address.prefix
    ('one:9092,two:9092', 'shop-')
    """
    shown = without_secrets(url)
    if HIDDEN in shown:
        raise ConfigError(
            f"broker URL {shown!r}: a name or a password has no place in it, for lists of "
            "processes and logs show it; give kafka://host:port"
        )
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise ConfigError(f"broker URL {shown!r} cannot be read: {error}") from None
    if parts.scheme == EMBEDDED:
        path = unquote(parts.netloc + parts.path)
        options = parse_qs(parts.query)
        synchronous = options.pop("synchronous", ["normal"])[-1]
        if not path or options or synchronous not in ("normal", "full"):
            raise ConfigError(
                f"broker URL {url!r} is not upwell:///directory, with at most "
                "?synchronous=normal or ?synchronous=full"
            )
        return Address(EMBEDDED, directory=Path(path), synchronous=synchronous)
    if parts.scheme == KAFKA:
        prefix = parts.path.strip("/")
        if not parts.netloc or "/" in prefix or parts.query:
            raise ConfigError(f"broker URL {shown!r} is not kafka://host:port or with /prefix")
        return Address(KAFKA, servers=parts.netloc, prefix=prefix)
    raise ConfigError(
        f"broker URL {shown!r}: expected upwell:///directory (embedded) or kafka://host:port"
    )


def without_secrets(url: str) -> str:
    """A broker URL as it may be shown: without a login, and without options of a cluster.

    >>> without_secrets("kafka://me:secret@one:9092/shop-")
    'kafka://***@one:9092/shop-'
    >>> without_secrets("upwell:///home/me@work")
    'upwell:///home/me@work'
    """
    scheme, mark, rest = url.partition("://") if "://" in url else ("", "", url)
    if scheme == EMBEDDED and rest.startswith("/"):
        return url
    login, _, server = rest.rpartition("@")
    server, options, _ = server.partition("?")
    return f"{scheme}{mark}{HIDDEN if login else ''}{server}{'?***' if options else ''}"
