"""The next word of a list that a selection of the thesis has chosen."""

from __future__ import annotations

from itertools import islice

from ..params import LISTED_OVER
from ..selection.adaptive import Adaptive
from ..selection.listed import Selection, words_of_list
from ..selection.pairs import Query
from .head import Head


def next_listed(method: Selection, chooser: Adaptive, head: Head, seed: int) -> Query | None:
    """The first word of the list that was not asked; a list at its end is made anew."""
    if method == "adaptive":
        return None
    head.listed = [word for word in head.listed if not chooser.used[word]]
    if not head.listed:
        held = chooser.books.words_of
        newest = [held[number] for number in islice(reversed(held), LISTED_OVER)]
        head.listed = words_of_list(method, newest, chooser.used, seed)
    return (head.listed[0],) if head.listed else None
