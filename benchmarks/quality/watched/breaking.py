"""A bundled source that lives, and a field of it that breaks while its pages are crawled."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

import xxhash

from tests.agents.watching.living import Living
from upwell.sources.database.life import Pace
from upwell.sources.pages.visit import Page
from upwell.sources.site import Course, Site

HOW = ("empties", "goes", "is of another type", "is of another class")
WORDS = ("ask in the shop", "upon request", "to be agreed")
PACE = Pace(adds=0.1, changes=1.0, removes=0.1)  # a minute

_MARK = re.compile(r' data-truth-\w+="[^"]*"')
_CLASS = re.compile(r' class="[^"]*"')


class Break(NamedTuple):
    """A field of the records, by its true name, and what becomes of it."""

    field: str
    how: str


class Breaking(Living):
    """A source with life and noise; what it shows can be broken at any moment.

    Parameters
    ----------
    halved
        Fields that half of their values are never shown of.
    """

    def __init__(
        self,
        family: str,
        seed: int,
        size: int,
        pace: Pace | None = PACE,
        halved: Collection[str] = (),
    ) -> None:
        self._course, self._seed, self._halved = Course(pace), seed, sorted(halved)
        super().__init__(family, seed, size, self._course)
        self.broken: Break | None = None

    def shown(self, address: str) -> Page:
        if self.broken is None and not self._halved:
            return self.site.page(address)
        page = self.site.page(address, marked=True)
        text = page.text
        for field in self._halved:
            text = halved(text, field)
        if self.broken is not None:
            text = broken(text, self.broken)
        return page._replace(text=_MARK.sub("", text))

    def redesign(self) -> None:
        """Another design is on from now."""
        course = Course(self._course.pace, redesign_after_s=0.0)
        self.site = Site(self.site.pages, self._seed, course=course, clock=lambda: self.now)


def broken(marked: str, what: Break) -> str:
    """A page with truth marks, on which a field is broken.

    >>> page = '<p>of <i class="a" data-truth-value="year">1999</i>'
    >>> broken(page, Break("year", "empties")), broken(page, Break("year", "goes"))
    ('<p>of <i class="a"></i>', '<p>of ')
    >>> broken(page, Break("year", "is of another class"))
    '<p>of <i class="a-new">1999</i>'
    """
    return _cells(what.field).sub(lambda found: _broken_cell(found, what.how), marked)


def halved(marked: str, field: str) -> str:
    """A page with truth marks, on which every other value of a field is missing, always the same.

    >>> page = '<b data-truth-value="year">{}</b>'
    >>> len([n for n in range(1000) if halved(page.format(n), "year")])
    498
    """
    return _cells(field).sub(lambda cell: cell[0] if _is_odd(cell[4]) else "", marked)


def _is_odd(text: str) -> bool:
    return bool(xxhash.xxh32_intdigest(text.encode()) & 1)


def _cells(field: str) -> re.Pattern[str]:
    name = re.escape(field)
    return re.compile(rf'<(\w+)([^<>]*) data-truth-value="{name}"([^<>]*)>(.*?)</\1>', re.DOTALL)


def _broken_cell(found: re.Match[str], how: str) -> str:
    tag, before, after, inner = found.groups()
    if how == "goes":
        return ""
    if how == "empties":
        inner = ""
    elif how == "is of another type":
        inner = WORDS[len(inner) % len(WORDS)]
    else:
        before = _CLASS.sub(lambda one: f'{one[0][:-1]}-new"', before)
    return f"<{tag}{before}{after}>{inner}</{tag}>"
