"""The part of a URL that turns the page: where a link differs from the page it stands on.

A URL is read as a shape, its letters, and its numbers: `/s?q=x&start=#` and 20.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from ..canonical import arguments, canonical
from .params import DIGITS

_DIGITS = re.compile(r"\d{1,18}")  # what 64 bits hold
_INDEX = re.compile(r"(?:index|default|home)\.\w{2,5}$")


_EDGE = re.compile(r"[^\w]|\b\w|_")
_LETTER = re.compile(r"[^\W\d_]")
_ENDS = re.compile(r"\d\W*(?:\.\w{2,5})?$")


class Shape(NamedTuple):
    """A URL taken apart at its numbers."""

    letters: str
    numbers: tuple[int, ...]


class Family(NamedTuple):
    """URLs of one shape whose varying numbers follow the numbers that the links say."""

    letters: str
    numbers: tuple[int | None, ...]  # None where they vary
    step: int  # of the first varying number, from one page to the next
    origin: int  # its value on page 0
    column: int


spelled = lru_cache(4096)(canonical)  # of the same links again and again


@lru_cache(4096)
def shape(url: str) -> Shape:
    """The shape and the numbers of a URL.

    Reading
    -------
    Arguments without a digit are left out: a cursor has one, and sites mark their links with words
    (where on the page they stood).

    >>> shape("http://a.example/list/2?n=10&from=foot")
    Shape(letters='http://a.example/list/#?n=#', numbers=(2, 10))
    """
    path, mark, rest = spelled(url).partition("?")
    kept = "&".join(s for s in map(unquote, rest.split("&")) if _DIGITS.search(s.partition("=")[2]))
    at = f"{unquote(path)}{mark and '?'}{kept}"
    return Shape(_DIGITS.sub("#", at), tuple(int(n) for n in _DIGITS.findall(at)))


def family(numbered: Sequence[tuple[int, str]]) -> Family | None:
    """The family that numbered links form; None if their URLs do not follow their numbers.

    Parameters
    ----------
    numbered
        Numbers of pages, and where their links lead. One of them, the first page, may be of
        another shape.

    Reading
    -------
    What varies has to be a line: page 2 and 3 lead to start=20 and start=40, then page 5 leads
    to start=80.

    Examples
    --------
    >>> family([(1, "http://a.example/s"), (2, "http://a.example/s?p=10"),
    ...         (3, "http://a.example/s?p=20")])
    Family(letters='http://a.example/s?p=#', numbers=(None,), step=10, origin=-10, column=0)
    >>> family([(2, "http://a.example/s?p=7"), (3, "http://a.example/s?p=2")]) is None
    True
    """
    shapes = {n: shape(url) for n, url in numbered}
    letters, _ = Counter(each.letters for each in shapes.values()).most_common(1)[0]
    first = next((url for n, url in numbered if n == 1), None)
    rows = [(n, each.numbers) for n, each in sorted(shapes.items()) if each.letters == letters]
    others = {n for n, each in shapes.items() if each.letters != letters}
    if others - {1} and len(shapes) == 2:  # as many of one shape as of the other
        letters = shapes[max(shapes)].letters
        rows, others = [(max(shapes), shapes[max(shapes)].numbers)], others ^ set(shapes)
    if others - {1}:
        return None
    if len(rows) > 1:
        return _line(letters, rows)
    (n, _), url = rows[0], dict(numbered)[rows[0][0]]
    return from_first(first, n, url) if first is not None and others else None


def from_first(first: str, n: int, url: str) -> Family | None:
    """The family of which only the first page and one other are known.

    >>> from_first("http://a.example/blog/", 3, "http://a.example/blog/page/3").step
    1
    """
    step = step_between(first, url)
    if step is None or step.own or not is_count(step.value) or n < 2:
        return None
    mine, value = shape(url), int(step.value)
    places = [i for i, number in enumerate(mine.numbers) if number == value]
    origin = {n: 0, n - 1: -1}.get(value)
    slope = 1
    if origin is None:
        slope, rest = divmod(value - value % 2 * (value % (n - 1) == 1), n - 1)
        origin = value - slope * n
        if rest or slope < 2:
            return None
    if not places:
        return None
    kept = tuple(None if i == places[-1] else number for i, number in enumerate(mine.numbers))
    return Family(mine.letters, kept, slope, origin, places[-1])


def _line(letters: str, rows: list[tuple[int, tuple[int, ...]]]) -> Family | None:
    width = len(rows[0][1])
    (n0, first), (n1, second) = rows[0], rows[-1]
    varying: list[int] = []
    step = origin = 0
    for column in range(width):
        values = [numbers[column] for _, numbers in rows]
        if len(set(values)) == 1:
            continue
        slope, rest = divmod(second[column] - first[column], n1 - n0) if n1 != n0 else (0, 1)
        start = first[column] - slope * n0
        if rest or slope < 1 or slope + start not in (0, 1, slope):
            return None  # the first page is 0, 1 or one step
        if any(v != slope * n + start for (n, _), v in zip(rows, values, strict=True)):
            return None
        if not varying:
            step, origin = slope, start
        varying.append(column)
    if not varying:
        return None
    kept = tuple(None if c in varying else first[c] for c in range(width))
    return Family(letters, kept, step, origin, varying[0])


def position(url: str, of: Family) -> int | None:
    """The page of a family that a URL is; None if it is none of its pages."""
    mine = shape(url)
    if mine.letters != of.letters or len(mine.numbers) != len(of.numbers):
        return None
    if any(k is not None and k != v for k, v in zip(of.numbers, mine.numbers, strict=True)):
        return None
    page, rest = divmod(mine.numbers[of.column] - of.origin, of.step)
    return None if rest else page


def is_count(value: str) -> bool:
    """Whether a value is a number that a page or an offset may have.

    >>> is_count("20"), is_count("²"), is_count("1" * 5_000), is_count("")
    (True, False, False, False)
    """
    return len(value) <= DIGITS and value.isdecimal()


class Step(NamedTuple):
    """How a link's URL goes on from a page's."""

    where: str  # the argument that differs, "/" for the path
    value: str  # what the link has there; empty if nothing
    own: str  # what the page has there; empty if nothing
    exact: bool  # nothing else differs


def step_between(page: str, link: str, query: str | None = None) -> Step | None:
    """The one place where a link's URL goes on from its page's; None if it is another page's.

    Examples
    --------
    >>> step_between("http://a.example/s?q=x", "http://a.example/s?q=x&page=2")
    Step(where='page', value='2', own='', exact=True)
    >>> step_between("http://a.example/blog/", "http://a.example/blog/page/2/")
    Step(where='/', value='2', own='', exact=True)
    >>> step_between("http://a.example/s?q=x", "http://a.example/s?q=y&page=2") is None
    True

    Reading
    -------
    Sites leave out of such links what the form sent with its defaults (the button, the order),
    and add what the form did not (the size of a page). Where the query is carried that is no
    other question; where there is none nothing may be lost.
    """
    here, there = spelled(page), spelled(link)
    if here == there or here.split("/", 3)[:3] != there.split("/", 3)[:3]:
        return None
    own, other = dict(arguments(here)), dict(arguments(there))
    if query is not None and not _carries(own, other, unquote(here), unquote(there), query):
        return None
    path, to = _path(here), _path(there)
    if path == to:
        return _argument_step(own, other, query)
    if any(other.get(name, value) != value for name, value in own.items()):
        return None
    if query is None and any(value and name not in other for name, value in own.items()):
        return None
    return _path_step(path, to)


def first_page_candidates(url: str) -> set[str]:
    """URLs of which one may be the first page of a list that `url` is a later page of.

    >>> sorted(first_page_candidates("http://a.example/t?id=7&p=2"))
    ['http://a.example/t?id=7', 'http://a.example/t?p=2']
    >>> "http://a.example/t" in first_page_candidates("http://a.example/t/page/2")
    True
    """
    numeric = [name for name, value in arguments(url) if is_count(value)]
    path, mark, rest = url.partition("?")
    segments = rest.split("&")
    out = {
        f"{path}?{'&'.join(s for s in segments if s.partition('=')[0] != gone)}".rstrip("?")
        for gone in numeric
    }
    found = _ENDS.search(path)
    if found and not numeric:
        number = found.start()
        head, tail = path[:number].rstrip("0123456789"), path[number:].lstrip("0123456789")
        stretch = re.split(r"\d", head)[-1]  # dates have numbers before numbers
        for cut in (
            m.start() for m in _EDGE.finditer(stretch) if _LETTER.search(stretch[m.start() :])
        ):
            short = head[: len(head) - len(stretch) + cut]
            out |= {f"{short}{end}{mark}{rest}" for end in ("", "/", tail)}
    return out


def _argument_step(own: dict[str, str], other: dict[str, str], query: str | None) -> Step | None:
    changed = [name for name in own if name in other and own[name] != other[name]]
    lost = [name for name in own if name not in other and own[name]]
    new = [name for name in other if name not in own and other[name]]
    if query is None and (len(changed) > 1 or (lost and (changed or new))):
        return None
    turned = [name for name in changed if is_count(own[name]) and is_count(other[name])]
    numeric = sorted((int(other[name]), name) for name in new if is_count(other[name]))
    gone = [name for name in lost if is_count(own[name])]
    exact = len(changed) + len(lost) + len(new) == 1
    if query is None and len(changed) > len(turned) and not exact:
        return None  # another word: another list
    if len(turned) == 1:
        return Step(turned[0], other[turned[0]], own[turned[0]], exact)
    if turned:
        return None
    if numeric:
        return Step(numeric[0][1], other[numeric[0][1]], "", exact)
    if len(gone) == 1:
        return Step(gone[0], "", own[gone[0]], exact)
    for name in (*changed, *new)[:1] if len(changed) + len(new) == 1 else ():
        return Step(name, other[name], own.get(name, ""), exact)
    return None


def _path_step(here: str, there: str) -> Step | None:
    """A path with one number changed, or with a stretch that holds a number put in or left out."""
    mine, theirs = _DIGITS.split(here), _DIGITS.split(there)
    if mine == theirs:
        pairs = zip(_DIGITS.findall(here), _DIGITS.findall(there), strict=True)
        changed = [(a, b) for a, b in pairs if a != b]
        if len(changed) != 1 or not all(map(is_count, changed[0])):
            return None
        return Step("/", changed[0][1], changed[0][0], True)
    for one, two in ((here, there), (there, here)):
        stretch = _stretch(_INDEX.sub("", one), two)
        number = _DIGITS.findall(stretch)
        if len(number) == 1 and is_count(number[0]) and _ENDS.search(stretch):
            value, own = (number[0], "") if two is there else ("", number[0])
            return Step("/", value, own, exact=True)
    return None


def _stretch(short: str, long: str) -> str:
    """The one stretch by which a path is longer than another; empty if they differ otherwise."""
    head = 0
    short = short.rstrip("/")
    while head < len(short) and head < len(long) and short[head] == long[head]:
        head += 1
    tail = len(short) - head
    if tail and not long.endswith(short[head:]):
        return ""
    return long[head : len(long) - tail] if len(long) > len(short) else ""


def _path(url: str) -> str:
    return unquote(url.partition("?")[0].split("/", 3)[-1])


def _carries(own: dict[str, str], other: dict[str, str], here: str, there: str, query: str) -> bool:
    """Whether a link asks what its page asks; so does one of a page that does not say it."""
    asked = _folded(query)
    names = [name for name, value in own.items() if _folded(value) == asked]
    if names:
        return any(_folded(other.get(name, "")) == asked for name in names) or (
            asked in " ".join(there.partition("?")[0].casefold().split())
        )
    if asked and asked in here.partition("?")[0].casefold():
        return asked in there.casefold()
    return True


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
