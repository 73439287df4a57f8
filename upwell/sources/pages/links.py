"""The links of one page: other pages of the answer, other orders, what narrows it, the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from ..database.question import Answer, Question
from ..look.wording import Wording
from .addresses import SIZES, STATICS, Addresses, Asked, at_page

_WINDOW = 4  # pages beside the present one that a long pager names
_ALL = 12  # pages that a pager names all of


class Link(NamedTuple):
    """A text and where it leads; None: to where one is."""

    text: str
    url: str | None


class Narrowing(NamedTuple):
    """Values of one facet."""

    heading: str
    links: Sequence[Link]


class Links:
    """All links of one page, made when a template asks for them."""

    def __init__(
        self,
        addresses: Addresses,
        wording: Wording,
        labels: Mapping[str, str],
        asked: Asked,
        answer: Answer | None = None,
        session: str = "",
        traps: bool = False,
    ) -> None:
        self._addresses = addresses
        self._say = wording.say
        self._labels = labels
        self._asked = asked
        self._answer = answer
        self._session = session
        self._traps = traps

    home = "/"

    def _extra(self, where: str) -> tuple[tuple[str, str], ...]:
        if where in self._addresses.session_on:
            return ((self._addresses.arguments["session"], self._session),)
        return ()

    def _search(self, question: Question, where: str) -> str:
        asked = self._asked
        return self._addresses.asking(question, asked.view, *asked.more, *self._extra(where))

    @cached_property
    def sorts(self) -> list[Link]:
        """Orders of the answer."""
        question, found = self._asked.question, []
        sort = question.sort
        for name in ("", *self._addresses.family.rules.sorts):
            text = self._labels.get(name, name) if name else self._say("sort")
            now = name == sort.removeprefix("-")
            found.append(Link(text, None if now else self._search(question.by(name), "sorts")))
        if sort:
            back = sort[1:] if sort.startswith("-") else f"-{sort}"
            url = self._search(question.by(back), "sorts")
            found.append(Link(self._say("sort.reverse"), url))
        return found

    def _page(self, page: int) -> str:
        return self._search(self._asked.question.at_page(page), "pages")

    @cached_property
    def pages(self) -> list[Link]:
        """Pages of the answer by number, then the next one."""
        n, now = self._answer.n_pages if self._answer else 0, self._asked.question.page
        if n < 2:
            return []
        near = range(max(1, now - _WINDOW), min(n, now + _WINDOW) + 1)
        numbers = range(1, n + 1) if n <= _ALL else sorted({1, *near, n})
        links = [Link(str(page), None if page == now else self._page(page)) for page in numbers]
        if self.next:
            links.append(Link(self._say("page.next"), self.next))
        return links

    @cached_property
    def next(self) -> str | None:
        """The next page of the answer."""
        page = self._asked.question.page
        return self._page(page + 1) if self._answer and page < self._answer.n_pages else None

    @cached_property
    def previous(self) -> str | None:
        """The page before."""
        page = self._asked.question.page
        return self._page(page - 1) if self._answer and page > 1 else None

    @cached_property
    def sizes(self) -> list[Link]:
        """Numbers of records on a page."""
        question, found = self._asked.question, []
        for size in sorted({*SIZES, self._addresses.family.per_page}):
            now = size == question.per_page
            url = None if now else self._search(question.sized(size), "sizes")
            found.append(Link(self._say("size", n=size), url))
        return found

    @cached_property
    def views(self) -> list[Link]:
        """Views of the answer, the usual one first."""
        found = []
        for number, name in enumerate(self._addresses.family.views):
            value = name if number else ""
            other = replace(self._asked, view=value)
            now = value == self._asked.view
            url = None if now else self._addresses.search(other, *self._extra("views"))
            found.append(Link(self._say(f"view.{name}"), url))
        return found

    @cached_property
    def facets(self) -> list[Narrowing]:
        """What narrows the answer, with the number of records that remain."""
        found = []
        for facet, values in (self._answer.facets if self._answer else {}).items():
            now = self._asked.question.narrow.get(facet, "")
            links = [
                Link(f"{value} ({n})", None if value == now else self._narrowed(facet, value))
                for value, n in values
            ]
            if now:
                links.append(Link(self._say("facets.all"), self._narrowed(facet, "")))
            found.append(Narrowing(self._labels.get(facet, facet), links))
        return [*found, *self._endless()]

    def _narrowed(self, facet: str, value: str) -> str:
        return self._search(self._asked.question.narrowed(facet, value), "facets")

    def _endless(self) -> list[Narrowing]:
        """A facet that can be chosen again and again and narrows nothing."""
        if not self._traps or self._answer is None:
            return []
        first, links = at_page(self._asked, 1), []
        for number in range(1, 5):
            more = (*self._asked.more, (f"x_{len(self._asked.more) + 1}", str(number)))
            url = self._addresses.search(replace(first, more=more), *self._extra("facets"))
            links.append(Link(str(number), url))
        return [Narrowing(self._say("search.advanced"), links)]

    @cached_property
    def nav(self) -> list[Link]:
        """The main navigation."""
        extra = "".join(f"?{name}={value}" for name, value in self._extra("nav"))
        found = [Link(self._say("home"), f"/{extra}")]
        found += [self._static(name) for name in STATICS[:3]]
        found.append(Link(self._say("cart"), f"/basket{extra}"))
        if self._traps:
            found.append(Link(self._say("calendar"), "/calendar/2026/11"))
        return found

    @cached_property
    def statics(self) -> list[Link]:
        """All static pages."""
        return [self._static(name) for name in STATICS]

    @cached_property
    def footer(self) -> list[Link]:
        """The static pages that the main navigation leaves out."""
        return self.statics[3:]

    def _static(self, name: str) -> Link:
        return Link(self._say(f"static.{name}"), self._addresses.static(name))

    def related(self, searches: Sequence[str]) -> list[Link]:
        """Searches that repeat the query."""
        where = "related" in self._addresses.tracking_on
        extra = ((self._addresses.arguments["tracking"], "related"),) if where else ()
        asking = self._addresses.asking
        return [Link(text, asking(self._question(text), "", *extra)) for text in searches]

    def _question(self, query: str) -> Question:
        return Question(query, per_page=self._addresses.family.per_page)

    def browse(self, facet: str, values: Sequence[str]) -> list[Link]:
        """Every value of a facet, without words: how a front page offers them."""
        plain = self._question("")
        return [Link(v, self._addresses.asking(plain.narrowed(facet, v))) for v in values]
