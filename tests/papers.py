"""Two made papers without a search form, in three makes each, with what is true of their pages.

A daily has sections with all of their stories, some pages of each, a front page and boxes beside;
a quarterly has issues, each with its contents, and a list of issues. Written from what WISDOM says
of news sites (figures 1 and 2): tables of contents, articles with title, date and reporter, a menu
on every page, and lists of what else there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from random import Random
from typing import Literal

from tests.site.answers import HOST

Kind = Literal["daily", "quarterly"]
Make = Literal["tables", "semantic", "divs"]
KINDS: tuple[Kind, ...] = ("daily", "quarterly")
MAKES: tuple[Make, ...] = ("tables", "semantic", "divs")

_SECTIONS = ["Harbour", "Council", "Theatre", "Markets", "Rowing", "Letters"]
_NOUNS = (
    "bridge ferry mayor orchard engine choir school tunnel lantern museum festival strike budget"
    " garden railway kitchen library canal storm chapel verdict reservoir auction glacier parade"
).split()
_VERBS = "reopens closes divides delays surprises outlives funds blocks honours repairs".split()
_PLACES = "Aldry Benmoor Carrow Dunlea Eskby Farholm Glenside Hythe Inverlee Jarrow".split()
_FIRST = "Ada Boris Clara Dmitri Elsa Farid Greta Hugo Ines Jonas Kaya Lorenz".split()
_LAST = "Abbott Brandt Castell Dvorak Ekman Fontaine Grimaldi Holt Iversen Jansky".split()
_WORDS = (
    "after before because although residents engineers councillors had been was were asked told"
    " expected water stone winter money letter evening committee report river street window"
    " several another little older narrow public quiet formal unusual first second"
).split()
_MONTHS = (
    "January February March April May June July August September October November December".split()
)


@dataclass(frozen=True)
class Article:
    """A story, and what is true of it."""

    number: int
    section: str
    title: str
    author: str
    day: tuple[int, int, int]
    paragraphs: tuple[str, ...]

    @property
    def date(self) -> str:
        """As the paper prints it."""
        year, month, day = self.day
        return f"{day} {_MONTHS[month - 1]} {year}"

    @property
    def summary(self) -> str:
        """What a table of contents says beside the title."""
        return self.paragraphs[0].partition(".")[0] + "."


class PaperSite:
    """Pages by their path; `site(url)` answers as a server would."""

    per_page = 8

    def __init__(self, kind: Kind, make: Make, seed: int = 1, n: int = 90) -> None:
        self.kind, self.make = kind, make
        rng = Random(f"{kind} {make} {seed}")
        self.name = f"The {rng.choice(_PLACES)} {'Courier' if kind == 'daily' else 'Review'}"
        groups = _SECTIONS if kind == "daily" else [f"Number {i}" for i in range(1, n // 7 + 1)]
        drawn = [_article(rng, i, groups[i * len(groups) // n]) for i in range(n)]
        self.articles = sorted(drawn, key=lambda one: (one.day, one.number), reverse=True)
        self.groups = groups
        self.by_path = {self.path(one): one for one in self.articles}
        self.asked: list[str] = []

    def path(self, one: Article) -> str:
        """The address of a story."""
        slug = "-".join(one.title.lower().replace(",", "").split())
        return {
            "tables": f"/cgi-bin/story.pl?no={700 + one.number}",
            "semantic": f"/{one.day[0]}/{one.day[1]:02}/{slug}-{one.number}",
            "divs": f"/a/{slug}_{one.number}.html",
        }[self.make]

    def group_path(self, group: str, page: int = 1) -> str:
        """The address of a page of a section, or of an issue."""
        at = self.groups.index(group) + 1
        if self.make == "tables":
            return f"/cgi-bin/sec.pl?s={at}" + (f"&p={page}" if page > 1 else "")
        name = f"{'topic' if self.kind == 'daily' else 'issue'}/{at}"
        return f"/{name}" + (f"/page/{page}" if page > 1 else "")

    def contents(self, path: str) -> list[Article]:
        """The stories that a page is the table of contents of."""
        for group in self.groups:
            mine = [one for one in self.articles if one.section == group]
            for page in range(1, len(mine) // self.per_page + 2):
                if path == self.group_path(group, page):
                    return mine[(page - 1) * self.per_page : page * self.per_page]
        return []

    def paths(self) -> Iterator[str]:
        """All pages, from the front on."""
        yield from ("/", "/about", "/contact", "/terms")
        if self.kind == "quarterly":
            yield "/issues"
        for group in self.groups:
            n = sum(one.section == group for one in self.articles)
            yield from (self.group_path(group, p + 1) for p in range((n - 1) // self.per_page + 1))
        yield from self.by_path

    def __call__(self, url: str) -> tuple[str, int, bytes]:
        path = url.removeprefix(HOST) or "/"
        self.asked.append(path)
        html = self.page(path)
        return ("ok", 200, html.encode()) if html else ("ok", 404, b"<h1>Not here</h1>")

    def page(self, path: str) -> str:
        """The page of a path; empty: there is none."""
        told = self.by_path.get(path)
        if told is not None:
            return self._framed(path, told.title, self._story(told))
        if path == "/":
            newest = [self._teaser(one) for one in self.articles[:6]]
            return self._framed(path, self.name, self._listed(newest))
        if path == "/issues" and self.kind == "quarterly":
            links = [f'<a href="{self.group_path(g)}">{g}</a>' for g in self.groups]
            return self._framed(path, "All issues", self._listed(links))
        if path in ("/about", "/contact", "/terms"):
            return self._framed(path, path[1:].title(), f"<p>{path[1:].title()} us by letter.</p>")
        shown = self.contents(path)
        if not shown:
            return ""
        body = self._listed([self._teaser(one) for one in shown])
        return self._framed(path, shown[0].section, body + self._pager(path, shown[0].section))

    def _pager(self, path: str, group: str) -> str:
        n = sum(one.section == group for one in self.articles)
        pages = [self.group_path(group, p + 1) for p in range((n - 1) // self.per_page + 1)]
        at = pages.index(path)
        older = f'<a href="{escape(pages[at + 1])}">Older</a>' if at + 1 < len(pages) else ""
        newer = f'<a href="{escape(pages[at - 1])}">Newer</a>' if at else ""
        return f"<div>{newer} {older}</div>"

    def _teaser(self, one: Article) -> str:
        link = f'<a href="{escape(self.path(one))}">{escape(one.title)}</a>'
        if self.make == "tables":
            return f"<b>{link}</b><br><font size=1>{one.date}</font><br>{one.summary}"
        if self.make == "semantic":
            summary = f"<p>{one.summary}</p>" if self.kind == "daily" else ""
            return f"<h3>{link}</h3><time>{one.date}</time>{summary}"
        return f'<div class="mb-2"><span class="text-sm">{one.date}</span> {link}</div>'

    def _listed(self, rows: list[str]) -> str:
        if self.make == "tables":
            cells = "".join(f"<tr><td>&#8226;</td><td>{row}</td></tr>" for row in rows)
            return f'<table width="100%">{cells}</table>'
        if self.make == "semantic":
            return '<ol class="stories">' + "".join(f"<li>{row}</li>" for row in rows) + "</ol>"
        return '<div class="grid">' + "".join(f"<div>{row}</div>" for row in rows) + "</div>"

    def _story(self, one: Article) -> str:
        rng = Random(one.number)
        others = rng.sample([o for o in self.articles if o.section == one.section], 3)
        links = [f'<a href="{escape(self.path(o))}">{escape(o.title)}</a>' for o in others]
        picture = f'<img src="/img/{one.number}.jpg" alt="">'
        if self.make == "tables":
            text = "<br><br>".join(one.paragraphs)
            return (
                f"<font size=5><b>{escape(one.title)}</b></font><br>"
                f"<font size=1>By {one.author}, {one.date}</font><br>{picture}<br>{text}"
                f"<hr>See also: {' | '.join(links)}"
            )
        text = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
        if self.make == "semantic":
            return (
                f"<article><header><h1>{escape(one.title)}</h1>"
                f'<p class="byline">By <span class="author">{one.author}</span>'
                f" <time>{one.date}</time></p></header><figure>{picture}</figure>{text}</article>"
                f"<aside><h4>Related</h4><ul>{''.join(f'<li>{x}</li>' for x in links)}</ul></aside>"
            )
        return (
            f'<div class="px-4"><div class="text-3xl">{escape(one.title)}</div>'
            f'<div class="flex"><div>{one.author}</div><div>{one.date}</div></div>{picture}'
            f'<div class="prose">{text}</div></div><div class="mt-8">{"".join(links)}</div>'
        )

    def _framed(self, path: str, title: str, body: str) -> str:
        read = Random(f"{path} {self.name}").sample(self.articles[:20], 4)
        box = "".join(f'<li><a href="{escape(self.path(o))}">{o.title}</a></li>' for o in read)
        menu = self.groups if self.kind == "daily" else self.groups[-1:]
        links = [f'<a href="{escape(self.group_path(g))}">{g}</a>' for g in menu]
        links += ['<a href="/issues">All issues</a>'] if self.kind == "quarterly" else []
        foot = "".join(f'<a href="/{n}">{n.title()}</a> ' for n in ("about", "contact", "terms"))
        if self.make == "tables":
            return (
                f"<html><head><title>{escape(title)} - {self.name}</title></head><body>"
                f'<table><tr><td colspan=2><a href="/">{self.name}</a>'
                f" {' | '.join(links)}</td></tr>"
                f"<tr><td>{body}</td><td><b>Most read</b><ul>{box}</ul></td></tr></table>"
                f"<center>{foot}</center></body></html>"
            )
        menus = "".join(f"<li>{link}</li>" for link in links)
        if self.make == "semantic":
            return (
                f"<!doctype html><title>{escape(title)} | {self.name}</title><body><header>"
                f'<a href="/">{self.name}</a><nav><ul>{menus}</ul></nav></header>'
                f"<main>{body}</main>"
                f"<aside><h4>Most read</h4><ol>{box}</ol></aside><footer>{foot}</footer>"
            )
        return (
            f"<!doctype html><title>{escape(title)}</title><body>"
            f"<div class=top><a href=/>{self.name}</a>"
            f'<ul class="flex">{menus}</ul></div><div class="container">{body}</div>'
            f'<div class="w-64"><div class="font-bold">Most read</div><ul>{box}</ul></div>'
            f'<div class="bg-gray-100">{foot}</div>'
        )


def _article(rng: Random, number: int, section: str) -> Article:
    noun, other, place = rng.choice(_NOUNS), rng.choice(_NOUNS), rng.choice(_PLACES)
    title = f"{place} {noun} {rng.choice(_VERBS)} the {other} of {rng.choice(_PLACES)}"
    return Article(
        number,
        section,
        f"{title}, {rng.choice(_WORDS)} {rng.randint(2, 99)}",
        f"{rng.choice(_FIRST)} {rng.choice(_LAST)}",
        (rng.randint(2021, 2025), rng.randint(1, 12), rng.randint(1, 28)),
        tuple(_paragraph(rng, noun, place) for _ in range(rng.randint(3, 7))),
    )


def _paragraph(rng: Random, noun: str, place: str) -> str:
    said = [
        " ".join([rng.choice(_WORDS) for _ in range(rng.randint(6, 14))] + [noun, "in", place])
        for _ in range(rng.randint(2, 4))
    ]
    return " ".join(f"{one.capitalize()}." for one in said)
