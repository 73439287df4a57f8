"""Links of a list's page that lead back to where one came from."""

from __future__ import annotations

import re

from ..canonical import canonical

NUMBERS = re.compile(r"\d+")


def leads_back(url: str, page_url: str) -> bool:
    """Whether a URL is the page's own with one number lower: a list is entered at its beginning.

    Examples
    --------
    >>> page = "http://a.example/s?q=x&start=20"
    >>> leads_back("http://a.example/s?q=x&start=0", page)
    True
    >>> leads_back("http://a.example/s?q=x&start=40", page)
    False

    The first page is often asked for as before, without a number:

    >>> leads_back("http://a.example/s?q=y&start=0", page)
    False
    """
    one, other = canonical(url), canonical(page_url)
    if NUMBERS.sub("#", one) != NUMBERS.sub("#", other):
        return False
    numbers = zip(NUMBERS.findall(one), NUMBERS.findall(other), strict=True)
    differ = [(int(a), int(b)) for a, b in numbers if a != b and max(len(a), len(b)) < 16]
    return len(differ) == 1 and differ[0][0] < differ[0][1]
