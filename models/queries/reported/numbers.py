"""Numbers of a page at their places: one of them may say how many matches there are."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from xxhash import xxh3_64_intdigest

from upwell.models.tree.tagtree import TEXT, TagTree

from .params import MAX_DIGITS, MAX_PLACES, MAX_RANK, MAX_TEXT

# Digits, and groups of digits between separators: the longest run is taken, once.
_RUN = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f\u066c\u060c ]\d+)*")
_BETWEEN = re.compile(r"\D+")
_WORD = re.compile(r"[\W_]{0,20}([^\W\d_]+)")
_GROUP = 3  # digits between separators of thousands


class StatedNumber(NamedTuple):
    """A number and where it stands."""

    place: int  # 63 bits: of the page, and within it by rank or by the word beside the number
    value: int


def stated_numbers(tree: TagTree) -> list[StatedNumber]:
    """Whole numbers outside of links, in texts whose places the page has a few times at most.

    Reading
    -------
    TXT takes the number of matches from the source's own page and does not say how. Which of the
    numbers it is, is learned (`ReportedPlaces`); here every language and every wording is alike.
    A number has two places: by its rank among those of its element, and by the word behind it.
    Sites put another sentence in the same element when there is one match, or none.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> page = parse(b"<p>1,087 hits in 0.5 s, 20 a page</p>")
    >>> sorted({number.value for number in stated_numbers(page)})
    [20, 1087]

    References
    ----------
    TXT 2.4.
    """
    ranks: Counter[int] = Counter()
    by_rank: dict[str, int] = {}
    by_word: dict[str, int | None] = {}
    places = tree.place.tolist()
    for node, text in enumerate(tree.text):
        if text is None or tree.tag[node] != TEXT or len(text) > MAX_TEXT or tree.linked[node]:
            continue
        found = _found(text)
        if not found:
            continue
        place = places[node]
        ranks[place] += 1
        if ranks[place] > MAX_RANK:
            continue
        for k, (value, word) in enumerate(found):
            if value is not None:
                by_rank[f"{place} {ranks[place]} {k}"] = value
                beside = f"{place} {word}"
                by_word[beside] = value if by_word.get(beside, value) == value else None
    few = {str(place) for place, n in ranks.items() if n <= MAX_RANK}
    out = [
        StatedNumber(xxh3_64_intdigest(name.encode("utf-8", "replace")) >> 1, value)
        for name, value in (*by_rank.items(), *by_word.items())
        if value is not None and name.partition(" ")[0] in few
    ]
    return sorted(out)[:MAX_PLACES]


def numbers_in(text: str) -> list[int | None]:
    """The numbers of a text in order; None for what is no whole number.

    Examples
    --------
    >>> numbers_in("1-20 of 1 087, \u0661\u0662 pages"), numbers_in("3.50 each, \uff18\uff18\u4ef6")
    ([1, 20, 1087, 12], [None, 88])
    """
    return [value for value, _ in _found(text)]


def _found(text: str) -> list[tuple[int | None, str]]:
    """The numbers of a text, each with the word behind it."""
    out: list[tuple[int | None, str]] = []
    for run in _RUN.finditer(text):
        word = _WORD.match(text, run.end())
        beside = word[1].casefold() if word else ""
        out += [(value, beside) for value in _read(run[0])]
    return out


def _read(run: str) -> list[int | None]:
    """One run of digits: a number with its thousands, or several with blanks between them."""
    groups = _BETWEEN.split(run)
    marks = set(_BETWEEN.findall(run))
    if len(groups) == 1:
        return [int(run) if len(run) <= MAX_DIGITS else None]
    thousands = len(marks) == 1 and all(len(group) == _GROUP for group in groups[1:])
    if thousands and len(groups[0]) <= _GROUP and len(groups) <= _GROUP:
        return [int("".join(groups))]
    if marks == {" "}:
        return [int(group) if len(group) <= MAX_DIGITS else None for group in groups]
    return [None]
