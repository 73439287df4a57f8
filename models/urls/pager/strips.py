"""Runs of page numbers, and the laws that tell them from ids, counts, years and calendars."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, pairwise, takewhile
from math import inf

from upwell.models.tree.tagtree import TEXT, TagTree

from .cursor import Family, Step, family, is_count, position, shape, spelled, step_between
from .items import Item, plain_numbers, range_page, runs
from .params import DIGITS

_LAST = re.compile(rf"(?<!\d)(\d{{1,{DIGITS}}})\W*$")
_FIRST = re.compile(rf"^\W*(\d{{1,{DIGITS}}})(?!\d)")


@dataclass(frozen=True)
class Strip:
    """Numbers in rising order with nothing but separators between them."""

    items: tuple[Item, ...]  # links and plain numbers, in order
    labels: tuple[Item, ...]  # links without a number that stand among or beside them
    family: Family | None  # of their URLs; None where one link alone has one
    chosen: int | None = None  # the number that looks otherwise than all others
    of_ranges: bool = False  # they name their records: 21-40

    @property
    def links(self) -> list[Item]:
        """The items that lead somewhere."""
        return [item for item in self.items if item.url]

    @property
    def numbers(self) -> set[int]:
        """Numbers that lead somewhere."""
        return {item.number for item in self.items if item.url and item.number is not None}

    @property
    def plain(self) -> set[int]:
        """Numbers that lead nowhere: in a pager the page itself."""
        return {item.number for item in self.items if not item.url and item.number is not None}


def strips(tree: TagTree, found: Sequence[Item]) -> list[Strip]:
    """The strips of a page, by its items in document order."""
    leading = [item for item in found if item.url or item.number is not None]
    nodes = {item.node for item in found}
    return [strip for run in runs(tree, leading) for strip in _cut(tree, run, nodes)]


def paged_by(strip: Strip, page: str, query: str | None) -> tuple[bool, int | None]:
    """Whether a strip pages the list that its page shows, and which of its pages this one is.

    Reading
    -------
    The page's own URL has to lie in the family of the links, or to become one of them by one
    number put in; only then is it the first.
    """
    far = max(strip.links, key=lambda item: item.number or 0)
    step = step_between(page, far.url, query)
    here = position(page, strip.family) if strip.family is not None else None
    if here is not None and (step is not None or spelled(far.url) == spelled(page)):
        return True, here
    if step is None:
        return False, None
    if not step.own:
        return True, 1
    if not is_count(step.own):
        return False, None
    if strip.family is not None:  # the page's URL is marked otherwise than its links
        here, rest = divmod(int(step.own) - strip.family.origin, strip.family.step)
        return (False, None) if rest else (True, here)
    if len(strip.plain) == 1:
        (here,) = strip.plain
        return _follows(step.own, step.value, here, far.number or 0), here
    return _neighbour(step, far.number or 0)


def _neighbour(step: Step, number: int) -> tuple[bool, int | None]:
    """Where a page stands if a lone number is that of the page before it or behind it.

    The number is the cursor's, or it counts from nought.
    """
    if not is_count(step.value):
        return number == 1 and int(step.own) == 2, int(step.own)
    here = int(step.own) + number - int(step.value)
    return number - int(step.value) in (0, 1) and abs(here - number) == 1, here


def _follows(own: str, value: str, here: int, there: int) -> bool:
    """Whether two numbers of a URL and two of the text may be of one line."""
    if not value:
        return there == 1 < here
    if not is_count(value) or here == there:
        return False
    slope, rest = divmod(int(value) - int(own), there - here)
    return not rest and slope > 0


def starts(strip: Strip, here: int | None) -> bool:
    """Whether the numbers begin where pages do, or stand around the page itself."""
    numbers = strip.numbers
    return min(numbers) <= 2 or (here is not None and bool({here - 1, here + 1} & numbers))


def names_page(strip: Strip, page: str, here: int) -> bool:
    """Whether the page itself is among the numbers: alone without a link, or as its own link."""
    if strip.plain:
        return strip.plain == {here}
    return any(item.number == here and spelled(item.url) == spelled(page) for item in strip.links)


def _cut(tree: TagTree, run: list[Item], nodes: Set[int]) -> list[Strip]:
    """A run at the points where numbers fall or URLs take another shape."""
    places = [i for i, item in enumerate(run) if item.number is not None]
    out, begun = [], 0
    for i in range(1, len(places) + 1):
        if i < len(places) and _goes_on(run, places[begun:i], places[i]):
            continue
        if places[begun:i]:
            lower = places[begun - 1] + 1 if begun else 0
            upper = places[i] if i < len(places) else len(run)
            strip = _strip(tree, run, places[begun:i], range(lower, upper), nodes)
            if strip is not None:
                out.append(strip)
        begun = i
    return out


def _goes_on(run: list[Item], before: list[int], at: int) -> bool:
    last, item = run[before[-1]], run[at]
    if (item.number or 0) <= (last.number or 0):
        return False
    linked = [run[i] for i in before if run[i].url]
    if not item.url or not linked:
        return True
    same = shape(linked[-1].url).letters == shape(item.url).letters
    return same or (len(linked) == 1 and linked[-1].number == 1)


def _strip(
    tree: TagTree, run: list[Item], places: list[int], around: range, nodes: Set[int]
) -> Strip | None:
    linked = [run[i] for i in places]
    whole = list(linked)
    for one, other in pairwise(linked):
        whole += plain_numbers(tree, one.stop, other.node)
    whole += _edges(tree, linked, nodes)
    whole.sort(key=lambda item: item.node)
    rising = _rising(whole)
    real = [item for item in rising if item.url]
    if not real:
        return None
    of = family([(item.number or 0, item.url) for item in real])
    if of is None and len({item.url for item in real}) > 1:
        return None
    labels = [run[i] for i in around if run[i].number is None and run[i].url]
    ranges = all(range_page(item.text) == item.number for item in real)
    return Strip(tuple(rising), tuple(labels), of, _chosen(tree, real), ranges)


def _chosen(tree: TagTree, linked: Sequence[Item]) -> int | None:
    """The number of the one link that is dressed otherwise than all others, which are alike."""
    nodes = [-1, *(item.node for item in linked), tree.n]
    looks = [_look(tree, item, nodes[i], nodes[i + 2]) for i, item in enumerate(linked)]
    counted = Counter(looks)
    if len(linked) < 3 or len(counted) != 2:
        return None
    rare = min(counted, key=lambda look: counted[look])
    return linked[looks.index(rare)].number if counted[rare] == 1 else None


def _look(tree: TagTree, item: Item, before: int, behind: int) -> tuple[tuple[str, ...], ...]:
    """Tags and classes of a link, of what is in it, and of what holds it and no other of them."""
    around = [item.node]
    above = tree.parents[item.node]
    while above > before and tree.ends[above] <= behind:
        around.append(above)
        above = tree.parents[above]
    inside = [n for n in range(item.node + 1, item.stop) if tree.tag[n] != TEXT]
    return tuple(_dress(tree, n) for n in (*around, *inside))


def _dress(tree: TagTree, node: int) -> tuple[str, ...]:
    stated = tree.named[node] or tree.stated.get(node) or {}
    return tree.tag[node], stated.get("class", ""), stated.get("aria-current", "")


def _rising(whole: list[Item]) -> list[Item]:
    """Without plain numbers that stand out of order: they count something."""
    linked = [item.number or 0 for item in whole if item.is_link]
    below = [-1, *accumulate(linked, max)]  # the highest before each
    above = [*reversed([*accumulate(reversed(linked), min)]), inf]  # the lowest behind each
    out: list[Item] = []
    n = 0
    for item in whole:
        if item.is_link or below[n] < (item.number or 0) < above[n]:
            out.append(item)
        n += item.is_link
    return out


def _edges(tree: TagTree, linked: list[Item], stops: Set[int]) -> list[Item]:
    """The number that stands right before the first link, and right behind the last."""
    out = []
    for first, beside, pattern in (
        (linked[0], range(linked[0].node - 1, -1, -1), _LAST),
        (linked[-1], range(linked[-1].stop, tree.n), _FIRST),
    ):
        found = next(
            (
                n
                for n in takewhile(lambda n: n not in stops, beside)
                if tree.tag[n] == TEXT and any(map(str.isalnum, tree.text[n] or ""))
            ),
            None,
        )
        match = pattern.search(tree.text[found] or "") if found is not None else None
        if found is None or match is None or tree.linked[found]:
            continue
        number, next_to = int(match[1]), first.number or 0
        if (
            number == next_to - 1
            if first is linked[0] and pattern is _LAST
            else number == next_to + 1
        ):
            out.append(Item(found, found + 1, "", match[1], number, None, is_link=False))
    return out
