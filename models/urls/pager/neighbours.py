"""The pages before and behind, by the page's own number and no word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from .cursor import is_count, step_between
from .items import Item


def neighbours(found: Sequence[Item], page: str, query: str | None) -> dict[int, str]:
    """The direction, `prev` or `next`, of items that lead to the pages around this one.

    Parameters
    ----------
    found
        The items of a page.
    page
        Its URL.
    query
        What it answers; None for a list that is browsed.

    Reading
    -------
    A page whose URL has a number, and links that differ from it by that number alone: to as much
    less and as much more, and at most to one before and one behind these, the first and the last.
    A choice among others has more values than that. Without a query the records' own pages have
    numbers too, and titles of the records beside them: there only pictures and signs count.

    Examples
    --------
    >>> at = [Item(n, n, f"http://a.example/s?q=x&p={p}", text, None, None)
    ...       for n, p, text in ((1, 2, "erfunden"), (2, 4, "ausgedacht"))]
    >>> neighbours(at, "http://a.example/s?q=x&p=3", "x")
    {0: 'prev', 1: 'next'}
    """
    places: dict[tuple[str, int], dict[int | None, list[int]]] = defaultdict(dict)
    for i, item in enumerate(found):
        if item.number is not None or not item.url:
            continue
        if query is None and any(c.isalnum() for c in item.text) and item.step is None:
            continue
        step = step_between(page, item.url, query)
        if step is not None and step.exact and is_count(step.own):
            value = int(step.value) if is_count(step.value) else None
            if value is not None or not step.value:
                places[step.where, int(step.own)].setdefault(value, []).append(i)
    out: dict[int, str] = {}
    for (_, own), values in places.items():
        out.update(_around(own, values))
    return out


def _around(own: int, values: dict[int | None, list[int]]) -> dict[int, str]:
    """The items that lead one step back and one step on."""
    below = sorted(v for v in values if v is not None and v < own)
    above = sorted(v for v in values if v is not None and v > own)
    if not above or len(above) > 2 or len(below) + (None in values) > 2:
        return {}
    step = above[0] - own
    before = own - step
    if step > 1 and own % step > 1:  # offsets are whole steps, from nought or from one
        return {}
    if before in below and before == below[-1]:
        back = values[before]
    elif None in values and not below and before in (0, 1):
        back = values[None]
    else:
        return {}
    return {**dict.fromkeys(back, "prev"), **dict.fromkeys(values[above[0]], "next")}
