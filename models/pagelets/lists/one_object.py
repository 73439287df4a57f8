"""Pieces of one object: links side by side that lead to the same page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from ..page.outline import Outline
from .segment import Part


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
    such pages is a section.
    """
    starts = [a for a, _ in wholes]
    led: list[Counter[str]] = [Counter() for _ in wholes]
    for a, b in pieces:
        at = bisect_right(starts, a) - 1
        lead = leads_to(page, a, b)
        if at >= 0 and b <= wholes[at][1] and lead is not None:
            led[at][lead] += 1
    twice = [[url for url, n in counts.items() if n > 1] for counts in led]
    own = Counter(urls[0] for urls in twice if len(urls) == 1)
    return 2 * sum(n == 1 for n in own.values()) > len(wholes)


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
