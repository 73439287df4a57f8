"""A made site: a database behind a form, answered by routes; each fault overrides what it needs."""

from __future__ import annotations

from html import escape
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from aiohttp import web

from .database import Database, Record
from .looks import LOOKS, Links, Row, Sheet
from .phrases import PHRASES

SIZE = 10  # records a page


class Answer(NamedTuple):
    """What goes over the wire."""

    body: str
    status: int = 200
    content_type: str = "text/html"


class MadeSite:
    """One make (1 to 3) of a class of fault."""

    name = "plain"
    n_records = 200
    labels: tuple[str, str, str] = ("en", "de", "fr")  # the language around records, a make
    languages: tuple[str, str, str] = ("en", "de", "fr")  # and that of the records

    def __init__(self, make: int) -> None:
        label = self.labels[make - 1]
        self.make = make
        self.phrases = PHRASES[label]
        self.look = LOOKS[make - 1](self.phrases, label)
        lang = self.languages[make - 1]
        self.database = Database(f"{self.name} {make}", self.n_records, lang)
        self.by_url = {self._key(self.look.own_url(record)): record for record in self.records}
        self.n_requests = 0

    @property
    def records(self) -> list[Record]:
        return self.database.records

    # What is answered where

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        """The page at an address."""
        if path == "/":
            return self.home()
        if path == self.look.search_path:
            query = arguments.get(self.look.query_field, "").strip()
            return self.results(query, self.look.page_of(arguments, SIZE), arguments)
        if path in ("/about", "/help"):
            return self.page(path[1:], self.look.message(self.phrases.about, self.phrases.footer))
        record = self.record_at(path, arguments)
        if record is not None:
            return self.own(record)
        return self.missing()

    def record_at(self, path: str, arguments: dict[str, str]) -> Record | None:
        """Whose own page an address is."""
        query = "&".join(f"{name}={value}" for name, value in arguments.items())
        return self.by_url.get(f"{path}?{query}" if query else path)

    def home(self) -> Answer:
        return self.page("home", self.look.message(self.phrases.welcome, self.phrases.enter))

    def missing(self) -> Answer:
        return self.page("404", self.look.message(self.phrases.missing))._replace(status=404)

    def results(self, query: str, page: int, arguments: dict[str, str]) -> Answer:
        """A page of an answer, or the one that says there is none."""
        if not query:
            return self.page("search", self.look.message(self.phrases.enter))
        found = self.database.search(query)
        if not found:
            return self.no_match(query)
        return self.listed(query, found, page, self.found(len(found)))

    def found(self, n: int) -> str:
        """The heading of a full answer."""
        return self.phrases.found.format(n=n)

    def no_match(self, query: str) -> Answer:
        text = self.phrases.none.format(q=escape(query))
        return self.page(query, self.look.message(text, self.phrases.hint), query)

    def listed(
        self, query: str, found: list[Record], page: int, heading: str, path: str = ""
    ) -> Answer:
        """A page of a list; without a query it is a list behind a link."""
        n_pages = max(1, -(-len(found) // SIZE))
        page = min(page, n_pages)
        shown = found[(page - 1) * SIZE : page * SIZE]
        urls = [self.look.search_url(query, n, SIZE, path) for n in range(1, n_pages + 1)]
        middle = self.middle(heading, [self.row(record, query) for record in shown], query)
        return self.page(query or heading, middle + self.look.pager(urls, page), query)

    def middle(self, heading: str, rows: list[Row], query: str) -> str:
        """The list of an answer and what stands around it."""
        return self.look.rows(heading, rows)

    def row(self, record: Record, query: str) -> Row:
        text = record.text[:90].rsplit(" ", 1)[0] + " …"
        return Row(record, self.look.own_url(record), record.title, text)

    def own(self, record: Record) -> Answer:
        return self.page(record.title, self.look.own(record))

    # The frame

    def menu(self) -> Links:
        return [("/", self.phrases.home), ("/about", self.phrases.about)]

    def form(self, query: str) -> str:
        return self.look.form(query)

    def aside(self) -> str:
        return self.look.box(self.phrases.help, [("/help", self.phrases.help)])

    def page(self, title: str, middle: str, query: str = "") -> Answer:
        sheet = Sheet(escape(title), self.menu(), self.form(query), middle, self.aside())
        return Answer(self.look.page(sheet))

    # HTTP

    async def handle(self, request: web.Request) -> web.Response:
        """Count the request and answer it."""
        if request.path in ("/robots.txt", "/favicon.ico", "/sitemap.xml"):
            return web.Response(status=404)
        self.n_requests += 1
        found = self.answer(request.path, dict(request.query))
        return web.Response(
            text=found.body, status=found.status, content_type=found.content_type, charset="utf-8"
        )

    @staticmethod
    def _key(url: str) -> str:
        parts = urlsplit(url)
        query = "&".join(f"{name}={value}" for name, value in parse_qsl(parts.query))
        return f"{parts.path}?{query}" if query else parts.path
