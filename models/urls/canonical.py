"""One spelling of a URL, its arguments, its site (ENT 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from urllib.parse import unquote_plus, unquote_to_bytes

from ada_url import URL
from w3lib.url import canonicalize_url

# Arguments that only tell the site who sent the visitor; they never change an answer.
TRACKING = frozenset(
    "fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid mc_cid"
    " mc_eid mkt_tok _ga _gl _hsenc _hsmi hsctatracking oly_anon_id oly_enc_id vero_id wickedid"
    " jsessionid phpsessid aspsessionid sessionid".split()
)
TRACKING_PREFIXES = ("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_")


@lru_cache(8192)
def canonical(url: str) -> str:
    """One spelling of a URL: WHATWG's, arguments sorted, without fragment and tracking.

    Remembered: pages of a site lead to the same addresses, and an object is met again and again.

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
    unrooted(parsed)
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


def arguments(url: str, encoding: str = "") -> list[tuple[str, str]]:
    """The query segments of a URL, decoded, in order: pairs of argument and value.

    >>> arguments("http://buy.example/s?qu=gps+map&sort=4&empty=")
    [('qu', 'gps map'), ('sort', '4'), ('empty', '')]
    """
    query = url.partition("#")[0].partition("?")[2]
    pairs = (segment.replace("+", " ").partition("=") for segment in query.split("&") if segment)
    return [(unescaped(name, encoding), unescaped(value, encoding)) for name, _, value in pairs]


def unescaped(text: str, encoding: str = "") -> str:
    """Escaped bytes as text: UTF-8 if they are, else of the encoding given.

    Reading
    -------
    Bytes that are neither are read as Latin-1, so that two addresses of a site whose encoding
    nobody knows stay two.

    >>> unescaped("caf%C3%A9"), unescaped("caf%E9"), unescaped("%83A", "cp932")
    ('café', 'café', 'ア')
    """
    if "%" not in text:
        return text
    found = unquote_to_bytes(text)
    for name in ("utf-8", encoding):
        try:
            return found.decode(name) if name else found.decode("latin-1")
        except UnicodeDecodeError:
            continue
    return found.decode("latin-1")


def site_of(url: str) -> str:
    """The authority of a URL: host, and the port unless it is the scheme's own.

    >>> site_of("https://Shop.example:443/x"), site_of("http://127.0.0.1:8080/")
    ('shop.example', '127.0.0.1:8080')
    """
    try:
        return unrooted(URL(url)).host
    except ValueError:
        return ""


def unrooted(parsed: URL) -> URL:
    """The URL, its host without the dot of the root: one more name of one place.

    >>> unrooted(URL("http://shop.example.:81/x")).href
    'http://shop.example:81/x'
    """
    if parsed.hostname.endswith(".") and parsed.hostname.strip("."):
        parsed.hostname = parsed.hostname.removesuffix(".")
    return parsed


def _name(segment: str) -> str:
    return unquote_plus(segment.partition("=")[0])
