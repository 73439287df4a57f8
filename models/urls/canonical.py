"""One spelling of a URL, its arguments, the site it belongs to (ENT 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote_plus

from ada_url import URL
from w3lib.url import canonicalize_url

if TYPE_CHECKING:
    from tldextract import TLDExtract

# Arguments that only tell the site who sent the visitor; they never change an answer.
TRACKING = frozenset(
    "fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid mc_cid"
    " mc_eid mkt_tok _ga _gl _hsenc _hsmi hsctatracking oly_anon_id oly_enc_id vero_id wickedid"
    " jsessionid phpsessid aspsessionid sessionid".split()
)
TRACKING_PREFIXES = ("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_")


def canonical(url: str) -> str:
    """One spelling of a URL: WHATWG's, arguments sorted, without fragment and tracking.

    Reading
    -------
    What cannot be parsed comes back stripped and otherwise as it was: a page may hold anything,
    and no link of it may end the page.

    Examples
    --------
    >>> canonical("HTTP://Example.com:80/a/../b?z=1&utm_source=x&a=2#top")
    'http://example.com/b?a=2&z=1'

    References
    ----------
    ENT 6.3.2.
    """
    return without(url, tracks)


def without(url: str, drop: Callable[[str], bool]) -> str:
    """The canonical URL without the arguments whose (decoded) name `drop` says to leave out."""
    try:
        parsed = URL(url)
    except ValueError:
        return url.strip()
    if parsed.search:
        kept = [s for s in parsed.search[1:].split("&") if s and not drop(_name(s))]
        parsed.search = "&".join(kept)
    return canonicalize_url(parsed.href)


def tracks(name: str) -> bool:
    """Whether an argument only says where the visitor came from.

    >>> tracks("utm_campaign"), tracks("q")
    (True, False)
    """
    low = name.lower()
    return low in TRACKING or low.startswith(TRACKING_PREFIXES)


def arguments(url: str) -> list[tuple[str, str]]:
    """The query segments of a URL, decoded, in order: pairs of argument and value.

    >>> arguments("http://buy.example/s?qu=gps+map&sort=4&empty=")
    [('qu', 'gps map'), ('sort', '4'), ('empty', '')]
    """
    query = url.partition("#")[0].partition("?")[2]
    return parse_qsl(query, keep_blank_values=True, errors="replace")


def site_of(url: str) -> str:
    """The authority of a URL: host, and the port unless it is the scheme's own.

    >>> site_of("https://Shop.example:443/x"), site_of("http://127.0.0.1:8080/")
    ('shop.example', '127.0.0.1:8080')
    """
    try:
        return URL(url).host
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def registered_domain(host: str) -> str:
    """The domain that somebody registered: one label and its public suffix.

    Parameters
    ----------
    host
        With or without a port.

    Reading
    -------
    An address or a name without a public suffix (`localhost`) stands for itself.

    Examples
    --------
    >>> registered_domain("www.shop.co.uk:8080"), registered_domain("127.0.0.1:80")
    ('shop.co.uk', '127.0.0.1')
    """
    name = _bare(host)
    return _suffixes()(name).top_domain_under_public_suffix or name


def _bare(host: str) -> str:
    return host if host.endswith("]") else host.rpartition(":")[0] or host


@cache
def _suffixes() -> TLDExtract:
    """The list of public suffixes that the package brings along: nothing is fetched.

    The package imports an HTTP client, which costs a process .1 s at its start; where a site has
    one host nobody asks for its domain.
    """
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def same_owner(one: str, other: str) -> bool:
    """Whether two URLs are of one registered domain and one port.

    Reading
    -------
    The port counts, because two services of one machine are two sites (DESIGN 3).

    Examples
    --------
    >>> same_owner("http://a.example.com/", "https://b.example.com/x")
    True
    >>> same_owner("http://127.0.0.1:8001/", "http://127.0.0.1:8002/")
    False
    """
    hosts = site_of(one), site_of(other)
    ports = [host.rpartition(":")[2] if not host.endswith("]") else "" for host in hosts]
    ports = [port if port.isdigit() else "" for port in ports]
    if ports[0] != ports[1] or hosts[0] == hosts[1]:
        return ports[0] == ports[1]
    ends = [_bare(host).split(".")[-2:] for host in hosts]  # a registered domain has two or more
    return ends[0] == ends[1] and registered_domain(hosts[0]) == registered_domain(hosts[1])


def _name(segment: str) -> str:
    return unquote_plus(segment.partition("=")[0])
