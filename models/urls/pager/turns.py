"""Which links of a page turn it, and which of them turn the list that the page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from upwell.models.tree.tagtree import TagTree

from ..canonical import without
from ..manners.owner import same_owner
from .cursor import (
    Shape,
    Step,
    first_page_candidates,
    is_count,
    position,
    shape,
    spelled,
    step_between,
)
from .direction_words import worded_directions
from .items import Item, items
from .labels import arrow_beside
from .neighbours import neighbours
from .strips import Strip, names_page, paged_by, starts, strips

_ONES = ("next", "prev")


class Turn(NamedTuple):
    """A link that turns a page."""

    node: int
    url: str
    text: str
    step: str  # next, prev, first, last, more, number
    own: bool  # it turns the list that this page shows, not one that a record leads to
    page: int | None = None  # which page it leads to, 1 the first; None where nobody says
    rel: str = ""


def turns(
    tree: TagTree,
    url: str,
    query: str | None = None,
    languages: frozenset[str] | None = None,
    *,
    others: bool = True,
    posts: bool = False,
    idle: frozenset[str] = frozenset(),
) -> list[Turn]:
    """Every link of a page that turns a list, in document order.

    Parameters
    ----------
    others
        Also lists that records of the page lead to: a thread's pages beside its title.
    posts
        Also buttons of POST forms: the page was asked by one.
    idle
        Arguments that tell no pages apart.
    """
    found = items(tree, url, languages, posts)
    stated = {item.node: item.url for item in found}
    if idle:
        url = without(url, idle.__contains__)
        found = [item._replace(url=_bare(item.url, idle)) for item in found]
    out: dict[int, Turn] = {}
    runs = strips(tree, found)
    seen = [frozenset(item.url for item in strip.links) for strip in runs]
    bases = {link.url for link in tree.links} - {url} if runs and others else set()
    pagers: list[Strip] = []
    for i, strip in enumerate(runs):
        again = len(seen[i]) > 1 and seen.count(seen[i]) > 1
        own, here = _pages(strip, url, query, again)
        own = own and not _is_of_records(strip, here, found)
        if not own and not (others and _of_another_list(strip, bases)):
            continue
        pagers += [strip] * own
        for turn in _of_strip(strip, url, own, here):
            out[turn.node] = turn
    worded = worded_directions(found, [link.url for link in tree.links], url, query, languages)
    for turn in _labels(found, url, query, pagers, worded):
        out.setdefault(turn.node, turn)
    return [out[node]._replace(url=stated[node]) for node in sorted(out)]


def _bare(url: str, idle: frozenset[str]) -> str:
    return without(url, idle.__contains__) if url else url


def _labels(
    found: Sequence[Item],
    page: str,
    query: str | None,
    pagers: Sequence[Strip],
    worded: Mapping[int, str],
) -> list[Turn]:
    """Labels without numbers around them, and links that state their direction.

    Reading
    -------
    A page has one cursor: beside numbers that turn it, labels of other places turn something
    else. A label that leads to several places belongs to the records.
    """
    targets: dict[str, set[Shape]] = {}
    for item in found:
        if item.step or item.rel or arrow_beside(item.text):
            targets.setdefault(item.text, set()).add(shape(item.url))
    out: dict[int, Turn] = {}
    around = {**worded, **neighbours(found, page, query)}
    for i, item in enumerate(found):
        turn = _alone(item, page, query) if item.number is None or item.rel else None
        if turn is None and i in around and not pagers and not arrow_beside(item.text):
            out[i] = Turn(item.node, item.url, item.text, around[i], True)
        if turn is None or (len(targets[item.text]) > 1 and not item.rel and item.text):
            continue
        if pagers and not any(_on(strip, item) for strip in pagers):
            turn = turn._replace(own=False)
            if not any(c.isalpha() for c in item.text) or not (item.step or item.rel):
                continue
        out[i] = turn
    for i, item in enumerate(found):  # first and last stand beside them
        near = [out[k] for k in (i - 2, i - 1, i + 1, i + 2) if k in out and out[k].step in _ONES]
        if i not in out and item.step in ("first", "last") and item.url and near:
            out[i] = Turn(item.node, item.url, item.text, item.step, False)
    return [out[i] for i in sorted(out)]


def _pages(strip: Strip, page: str, query: str | None, again: bool) -> tuple[bool, int | None]:
    """Whether a strip is the pager of its page, and the number of this page."""
    own, here = paged_by(strip, page, query)
    if not starts(strip, here) or len(strip.plain) > 1:
        return False, None
    arrows = [item for item in strip.labels if _on(strip, item) and _points(strip, item, here)]
    beside = own and here is not None and _is_neighbour(strip, page, query, here)
    if min(strip.numbers | strip.plain) > 2 and not arrows and not beside:
        return False, None
    if own and here is not None and (not strip.plain or strip.plain == {here}):
        missing = here not in strip.numbers and strip.family is not None
        on_family = strip.family is not None and position(page, strip.family) is not None
        shown = names_page(strip, page, here) or strip.chosen == here
        shown = shown or (strip.of_ranges and here not in strip.numbers)
        return bool(shown or arrows or again or beside or (missing and on_family)), here
    if len(strip.plain) == 1 and arrows:  # its URL does not say it, its numbers do
        (here,) = strip.plain
        return bool({here - 1, here + 1} & strip.numbers), here
    return False, None


def _is_of_records(strip: Strip, here: int | None, found: Sequence[Item]) -> bool:
    """Whether a number by itself is one of many with addresses of its form: ids of records.

    Beside the pages around this one a pager may name its first and its last.
    """
    if len(strip.links) > 1 or here is None:
        return False
    (link,) = strip.links
    form, near = shape(link.url).letters, (here - 1, here, here + 1)
    alike = [item for item in found if item.url and item.number is not None]
    others = {item.number for item in alike if shape(item.url).letters == form}
    return len(others.difference(near)) > 2


def _is_neighbour(strip: Strip, page: str, query: str | None, here: int) -> bool:
    """Whether a number by itself is the page before or behind, and its cursor says so too.

    By itself, or beside the page's own, which words may part from the number on its other side.
    """
    if len(strip.links) > 1 or strip.plain - {here}:
        return False
    (link,) = strip.links
    step, number = step_between(page, link.url, query), link.number or 0
    if step is None or abs(number - here) != 1:
        return False
    if strip.plain and is_count(step.own) and is_count(step.value):
        slope = (int(step.value) - int(step.own)) * (number - here)
        return slope > 0 and int(step.own) - slope * (here - 1) in (0, 1)  # the first page's cursor
    return bool(step.own) or (is_count(step.value) and number - int(step.value) in (0, 1))


def _on(strip: Strip, item: Item) -> bool:
    """Whether a label beside a strip leads to a page of its family.

    What says no direction has to be of the family's own shape: the first page is also where the
    title of a list leads.
    """
    if strip.family is not None and position(item.url, strip.family) is not None:
        return True
    leads = item.step or item.rel or not item.text
    return bool(leads) and any(item.url == link.url for link in strip.links)


def _points(strip: Strip, item: Item, here: int | None) -> bool:
    """Whether a label says a direction, has no words at all, or leads on from a strip's end."""
    if item.step or item.rel or not any(c.isalnum() for c in item.text):
        return True
    if strip.family is None or here is None or any(c.isdigit() for c in item.text):
        return False
    outside = item.node < strip.items[0].node or item.node > strip.items[-1].node
    number = position(item.url, strip.family)
    return outside and number is not None and abs(number - here) == 1


def _of_another_list(strip: Strip, bases: set[str]) -> bool:
    """Whether a strip pages a list that some other link of the page begins."""
    if strip.plain or min(strip.numbers) > 2:
        return False
    far = strip.links[-1].url
    step = step_between(strip.links[0].url, far) if strip.links[0].number == 1 else None
    if step is not None and not step.own:
        return True
    return not bases.isdisjoint(first_page_candidates(far))


def _of_strip(strip: Strip, page: str, own: bool, here: int | None) -> list[Turn]:
    out = [
        Turn(item.node, item.url, item.text, "number", own, item.number)
        for item in strip.items
        if item.is_link
    ]
    for item in strip.labels:
        same = own and bool(item.step) and spelled(item.url) == spelled(page)
        if _on(strip, item) or same:
            number = _number(strip, item)
            direction = _direction(item, number, here)
            out.append(Turn(item.node, item.url, item.text, direction, own, number))
    return out


def _number(strip: Strip, item: Item) -> int | None:
    """The page that a label leads to."""
    if strip.family is not None and (page := position(item.url, strip.family)) is not None:
        return page
    return next((link.number for link in strip.links if link.url == item.url), None)


def _direction(item: Item, number: int | None, here: int | None) -> str:
    """Words count before arithmetic, arithmetic before arrows."""
    if item.step and any(c.isalpha() for c in item.text):
        return item.step
    if number is not None and here is not None and abs(number - here) == 1:
        return "next" if number > here else "prev"
    if number is not None and here is not None:
        return "last" if number > here else "first"
    return item.rel or item.step or ""


def _alone(item: Item, page: str, query: str | None) -> Turn | None:
    """A label by itself: its words, or an arrow, and the page's own URL but for one place."""
    direction = item.rel or item.step or arrow_beside(item.text)
    if direction is None or not item.url or not same_owner(item.url, page):
        return None
    if spelled(item.url) == spelled(page):
        return None
    words = any(c.isalpha() for c in item.text)
    step = step_between(page, item.url, query)
    if step is not None and _leads_on(
        step, direction, bool(item.rel) or (bool(item.step) and words)
    ):
        return Turn(item.node, item.url, item.text, direction, True)
    if item.rel or (item.step in _ONES and words):
        return Turn(item.node, item.url, item.text, direction, False)
    return None


def goes_on_by(page: str, link: str, query: str | None, direction: str) -> bool:
    """Whether a link that states its direction differs from its page by a cursor."""
    step = step_between(page, link, query)
    return step is not None and _leads_on(step, direction, spoken=True)


def _leads_on(step: Step, direction: str, spoken: bool) -> bool:
    """Whether a cursor goes on by a page; one that is no number needs a word for it."""
    if not step.value:
        return is_count(step.own) and direction != "more"
    if direction == "more" and not step.exact:  # of something else
        return False
    if not is_count(step.value):
        return spoken and direction != "more" and not is_count(step.own)
    return step.exact or spoken
