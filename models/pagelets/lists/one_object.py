"""Pieces of one object: links side by side that lead to the same page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from ..page.outline import Outline
from .segment import Part

_SEPARATED = re.compile("[&;]")
_NAMES = 6  # arguments of links that are tried; sites have fewer


def are_of_one_object(page: Outline, pieces: Sequence[Part], wholes: Sequence[Part]) -> bool:
    """Whether each of most wholes holds pieces that lead to one page, and each to another one.

    Parameters
    ----------
    page
        The page.
    pieces, wholes
        Two ways to part the same list, in document order.

    Reading
    -------
    Objects of a list differ in where they lead. A title and a line about it that lead to one page
    are of one object; so is what stands beside them, wherever that leads. A whole with several
    such pages is a section. An argument that says by which of its links an object was opened is
    left out: without it the wholes still lead each to its own page.
    """
    starts = [a for a, _ in wholes]
    led: list[list[str]] = [[] for _ in wholes]
    for a, b in pieces:
        at = bisect_right(starts, a) - 1
        lead = leads_to(page, a, b)
        if at >= 0 and b <= wholes[at][1] and lead is not None:
            led[at].append(lead)
    names = sorted({name for urls in led for url in urls for name in _arguments(url)})
    return any(
        _each_has_its_own([[_without(url, name) for url in urls] for urls in led])
        for name in ("", *names[:_NAMES])
    )


def _each_has_its_own(led: Sequence[Sequence[str]]) -> bool:
    """Whether most wholes have one page that two of their pieces lead to, and no other whole."""
    twice = [[url for url, n in Counter(urls).items() if n > 1] for urls in led]
    own = Counter(urls[0] for urls in twice if len(urls) == 1)
    return 2 * sum(n == 1 for n in own.values()) > len(led)


def _arguments(url: str) -> dict[str, str]:
    """The arguments of an address as they are written, by name."""
    query = url.partition("#")[0].partition("?")[2]
    return {one.partition("=")[0]: one for one in _SEPARATED.split(query) if one}


def _without(url: str, name: str) -> str:
    """An address without one of its arguments.

    >>> _without("/i?id=5&from=list", "from"), _without("/i", "from"), _without("/i?id=5", "")
    ('/i?id=5', '/i', '/i?id=5')
    """
    arguments = _arguments(url) if name and "?" in url else {}
    if name not in arguments:
        return url
    kept = "&".join(one for key, one in arguments.items() if key != name)
    return f"{url.partition('?')[0]}?{kept}" if kept else url.partition("?")[0]


def are_copies(page: Outline, parts: Sequence[Part], others: Sequence[Part]) -> bool:
    """Whether each of the others leads where one of these parts does.

    A list may be laid out twice, once for each width of a screen: the same objects.
    """
    led = {leads_to(page, a, b) for a, b in parts}
    return None not in led and all(leads_to(page, a, b) in led for a, b in others)


def leads_to(page: Outline, start: int, stop: int) -> str | None:
    """Where the first link of a piece leads, or the link that the piece is the text of."""
    nodes, references = page.leads
    at = bisect_left(nodes, start)
    if at < len(nodes) and nodes[at] < stop:
        return references[nodes[at]]
    return references.get(page.parent[start])
