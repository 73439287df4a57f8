"""Patterns of addresses, as `explain` prints classes of them."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit


def fits(pattern: str, url: str) -> bool:
    """Whether an address is one of a pattern.

    Parameters
    ----------
    pattern
        Host and path; `*` is anything within a step, `**` within several, and `#` a number. Behind
        a question mark the names of all arguments; without one an address may have any.

    Examples
    --------
    >>> fits("a.example/topic/*?", "http://a.example/topic/art/")
    True
    >>> fits("a.example/w?id&t", "http://a.example/w?t=x&id=3"), fits("a.example/w?id", "/w?x=1")
    (True, False)
    >>> fits("a.example/cart/**", "https://a.example/cart/add/7?n=1")
    True
    """
    parts = urlsplit(url)
    path, mark, names = pattern.removeprefix("https://").removeprefix("http://").partition("?")
    if not _compiled(path).fullmatch(f"{parts.netloc}{parts.path.rstrip('/')}"):
        return False
    return not mark or sorted(filter(None, names.split("&"))) == argument_names(parts.query)


def argument_names(query: str) -> list[str]:
    """Names of the arguments of an address, in order of the alphabet."""
    return sorted(pair.partition("=")[0] for pair in query.split("&") if pair)


@lru_cache(1024)
def _compiled(path: str) -> re.Pattern[str]:
    out = []
    for part in re.split(r"(\*\*|\*|#)", path.rstrip("/")):
        out.append({"**": ".*", "*": "[^/]+", "#": r"\d+"}.get(part, re.escape(part)))
    return re.compile("".join(out))
