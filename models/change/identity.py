"""Which object is which, from one page to the next."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from urllib.parse import SplitResult, urlsplit

from xxhash import xxh3_64_hexdigest

# Arguments and path words of links that turn, sort or act on a list; they are nobody's own page.
_LIST_ARGUMENTS = frozenset(
    "page pg p pageno pagenum paged start offset from first skip sort sortby sort_by orderby order"
    " order_by dir direction view display limit perpage per_page rows".split()
)
_ACTIONS = frozenset(
    "add addtocart add-to-cart basket cart checkout compare wishlist watchlist favorite favourite"
    " login signin sign-in logout register share print report vote subscribe save delete edit reply"
    " javascript mailto tel".split()
)
_WORDS = re.compile(r"[^a-z0-9_-]+")


def object_id(site: str, entity_url: str | None, text: str) -> str:
    """Id of an object: 16 hexadecimal digits that every worker gives it.

    Parameters
    ----------
    site
        Authority the object was found on.
    entity_url
        Canonical URL of the object's own page, or None.
    text
        Its visible text; used only when there is no URL.

    Reading
    -------
    Two sites that link the same page have two objects: what they say of it differs. With no page of
    its own an object is its text, so a change makes it another one.

    Examples
    --------
    >>> object_id("a.org", "http://a.org/item?id=7", "Red bus") == object_id(
    ...     "a.org", "https://a.org/item?id=7#top", "Red bus, now 5 €")
    True
    >>> object_id("a.org", None, "Red  bus") == object_id("a.org", None, "red bus")
    True
    """
    own = f"u {same_url(entity_url)}" if entity_url else f"t {fold_text(text)}"
    return xxh3_64_hexdigest(f"{site}\n{own}".encode("utf-8", "replace"))


def entity_url(links: Sequence[str], site: str, counts_on_page: Mapping[str, int]) -> str | None:
    """An object's own URL among its links: the first that only this object of the page has.

    Parameters
    ----------
    links
        Links of the object, absolute, in document order.
    site
        Authority of the page; links of the site are preferred to links that leave it.
    counts_on_page
        Link -> objects of the page that have it.

    Examples
    --------
    >>> links = ["http://a.org/brand/9", "http://a.org/item?id=7", "http://a.org/item?id=7&sort=up"]
    >>> entity_url(links, "a.org", {"http://a.org/brand/9": 4})
    'http://a.org/item?id=7'
    """
    own = [
        link for link in links if counts_on_page.get(link, 1) == 1 and not _is_list_or_action(link)
    ]
    local = (link for link in own if _split(link).netloc.lower() == site)
    return next(local, own[0] if own else None)


def same_url(url: str) -> str:
    """A URL without what does not tell pages apart: scheme, fragment, case of the host.

    >>> same_url("HTTPS://A.org/x?y=1#z")
    'a.org/x?y=1'
    """
    parts = _split(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.lower()}{parts.path or '/'}{query}"


def fold_text(text: str) -> str:
    """Text without what does not tell objects apart: case, width, runs of white space.

    >>> fold_text(" Red\\n BUS ")
    'red bus'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _is_list_or_action(link: str) -> bool:
    parts = _split(link)
    if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
        return True
    names = {pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair}
    steps = set(_WORDS.split(parts.path.lower()))
    return bool(names & _LIST_ARGUMENTS or (steps | names) & _ACTIONS)


def _split(url: str) -> SplitResult:
    """Parts of a URL; of one that is none, all of it is path."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", url, "", "")
