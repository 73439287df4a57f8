"""Faults of addresses: ids beside pagers, echoes of the query, words of action, spellings."""

from __future__ import annotations

from urllib.parse import quote, quote_plus

from .database import Record
from .looks import Links, Row
from .site import SIZE, Answer, MadeSite


class IdColumn(MadeSite):
    """A column of numbers links to the records, beside a pager of numbers."""

    name = "id-column"

    def __init__(self, make: int) -> None:
        super().__init__(make)
        self.by_url |= {self.url_of(record): record for record in self.records}

    def url_of(self, record: Record) -> str:
        search = self.look.search_path
        return (f"/record/{record.id}", f"{search}?nr={record.id}", f"/base/{record.id}.html")[
            self.make - 1
        ]

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        record = self.record_at(path, arguments)
        return self.own(record) if record else super().answer(path, arguments)

    def row(self, record: Record, query: str) -> Row:
        url = self.url_of(record)
        row = super().row(record, query)._replace(url=url)
        return row._replace(lead=f'<a href="{url}">{record.id}</a> ')


class Echo(MadeSite):
    """The query stands in the address of each record."""

    name = "echo"

    def row(self, record: Record, query: str) -> Row:
        row = super().row(record, query)
        if not query:
            return row
        url = (
            f"{row.url}?q={quote_plus(query)}",
            f"{row.url}&hervorheben={quote_plus(query)}",
            f"/resultat/{quote(query, safe='')}{row.url}",
        )[self.make - 1]
        return row._replace(url=url)

    def record_at(self, path: str, arguments: dict[str, str]) -> Record | None:
        if path.startswith("/resultat/"):
            path = "/" + path.removeprefix("/resultat/").partition("/")[2]
        rest = {name: text for name, text in arguments.items() if name not in ("q", "hervorheben")}
        return super().record_at(path, rest)


class ActionWords(MadeSite):
    """Records have addresses with words of action, or arguments that elsewhere turn pages."""

    name = "action-words"
    actions = "print login download cart share edit search category page register".split()

    def __init__(self, make: int) -> None:
        super().__init__(make)
        self.by_url = {self.url_of(record): record for record in self.records}
        if make == 3:  # p is the record, so that pages need another name
            self.look.page_field = "feuille"

    def url_of(self, record: Record) -> str:
        action = self.actions[record.id % len(self.actions)]
        return (f"/{action}/{record.slug}", f"/index.php?page={record.id}", f"/?p={record.id}")[
            self.make - 1
        ]

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        record = self.record_at(path, arguments)
        return self.own(record) if record else super().answer(path, arguments)

    def row(self, record: Record, query: str) -> Row:
        return super().row(record, query)._replace(url=self.url_of(record))


class Spellings(MadeSite):
    """The same answer has many addresses: sorted, as a grid, its first page, and as data."""

    name = "spellings"

    def results(self, query: str, page: int, arguments: dict[str, str]) -> Answer:
        kind = arguments.get("format", "")
        found = self.database.search(query)
        if kind and found:
            return self._as_data(kind, found)
        order = arguments.get("sort", "")
        if order in ("title", "year"):
            found.sort(key=lambda record: (getattr(record, order), record.id))
        if not found or not query:
            return super().results(query, page, arguments)
        return self._listed(query, found, page, order)

    def _listed(self, query: str, found: list[Record], page: int, order: str) -> Answer:
        """A page whose pager keeps the order, and whose links lead to all spellings."""
        page = min(page, -(-len(found) // SIZE))
        rows = [self.row(each, query) for each in found[(page - 1) * SIZE : page * SIZE]]
        urls = [self._url(query, n, order) for n in range(1, -(-len(found) // SIZE) + 1)]
        middle = self.look.box("", self._links(query)) + self.middle(
            self.found(len(found)), rows, query
        )
        return self.page(query, middle + self.look.pager(urls, page), query)

    def _url(self, query: str, page: int, order: str) -> str:
        """The first page has its number as well; the order comes first or last."""
        number = (page - 1) * SIZE if self.look.counts_records else page
        asked = f"{self.look.query_field}={quote_plus(query)}"
        parts = [asked, f"{self.look.page_field}={number}"]
        if order:
            parts.insert(self.make % 2, f"sort={order}")
        if self.make == 3:
            parts.reverse()
        return f"{self.look.search_path}?{'&'.join(parts)}"

    def _links(self, query: str) -> Links:
        plain = self.look.search_url(query)
        links = [(f"{plain}&sort={order}", order) for order in ("title", "year")]
        links += [(f"{plain}&view={view}", view) for view in ("grid", "list")]
        links += [(f"{plain}&format={kind}", kind.upper()) for kind in ("csv", "json", "rss")]
        return links

    def _as_data(self, kind: str, found: list[Record]) -> Answer:
        if kind == "csv":
            lines = "\n".join(f"{each.id};{each.title};{each.year}" for each in found)
            return Answer(f"id;title;year\n{lines}\n", content_type="text/csv")
        if kind == "json":
            rows = ", ".join(f'{{"id": {each.id}, "title": "{each.title}"}}' for each in found)
            return Answer(f"[{rows}]", content_type="application/json")
        items = "".join(f"<item><title>{each.title}</title></item>" for each in found)
        feed = f'<?xml version="1.0"?><rss version="2.0"><channel>{items}</channel></rss>'
        return Answer(feed, content_type="application/rss+xml")
