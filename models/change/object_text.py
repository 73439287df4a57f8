"""What an object says of itself, apart from where it stands in the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .params import FEWEST_NUMBERED, ODD_ORDINALS

_NUMBER = re.compile(r"[(\[]?(\d{1,6})([.):\]]*)\s+")


def without_ordinals(texts: Sequence[str], groups: Sequence[str | None]) -> list[str]:
    """Texts of a page's objects without the heading above them and their number in the list.

    Parameters
    ----------
    texts
        Of all objects of the page, in their order.
    groups
        Heading of each, which its text begins with; None: it has none.

    Reading
    -------
    A new neighbour moves an object down, and another query puts it under a heading that counts
    others; neither is news of the object. Numbers that count up by one from object to object are
    places in the list. In a list of one or two only a number with a dot or a bracket is.

    Examples
    --------
    >>> without_ordinals(["4. Red bus 5 €", "5. Blue bus 7 €"], [None, None])
    ['Red bus 5 €', 'Blue bus 7 €']
    >>> without_ordinals(["Buses (9) Red bus 5 €"], ["Buses (9)"])
    ['Red bus 5 €']
    >>> without_ordinals(["7 dwarfs", "8 deadly sins"], [None, None])
    ['7 dwarfs', '8 deadly sins']
    """
    bare = [
        text.removeprefix(group).lstrip() if group else text
        for text, group in zip(texts, groups, strict=True)
    ]
    found = [_NUMBER.match(text) for text in bare]
    numbers = [int(number[1]) for number in found if number]
    steps = sum(b - a == 1 for a, b in pairwise(numbers))
    marked = len(numbers) == len(bare) and all(number and number[2] for number in found)
    enough = len(bare) >= FEWEST_NUMBERED or marked
    odd = len(numbers) <= ODD_ORDINALS * len(bare) or steps < ODD_ORDINALS * (len(numbers) - 1)
    if odd or not enough:
        return bare
    return [
        text[number.end() :] if number else text for text, number in zip(bare, found, strict=True)
    ]
