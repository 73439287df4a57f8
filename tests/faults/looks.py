"""Three looks of a site: markup, addresses and pagers that have nothing in common."""

from __future__ import annotations

from html import escape
from typing import NamedTuple
from urllib.parse import quote_plus

from .database import Record
from .phrases import Phrases

Links = list[tuple[str, str]]  # address, text


class Row(NamedTuple):
    """A record as a list shows it; all but the record is markup."""

    record: Record
    url: str
    title: str
    text: str
    classes: str = ""
    lead: str = ""  # a column before all others
    tail: str = ""  # one after them


class Sheet(NamedTuple):
    """The parts of a page."""

    title: str
    menu: Links
    form: str
    middle: str
    aside: str = ""


class Look:
    """HTML 5 with lists and classes; numbers and a "next"; pages are counted."""

    query_field, page_field = "q", "page"
    search_path = "/search"
    counts_records = False  # is a page's number that of its first record?

    def __init__(self, phrases: Phrases, lang: str) -> None:
        self.phrases, self.lang = phrases, lang

    def search_url(self, query: str, page: int = 1, size: int = 10, path: str = "") -> str:
        """The address of an answer; the first page has no number."""
        found = f"{path or self.search_path}?"
        if query or not path:
            found += f"{self.query_field}={quote_plus(query)}"
        if page > 1:
            number = (page - 1) * size if self.counts_records else page
            found += f"{'' if found.endswith('?') else '&'}{self.page_field}={number}"
        return found.rstrip("?")

    def page_of(self, arguments: dict[str, str], size: int) -> int:
        """The page that an address asks for."""
        text = arguments.get(self.page_field, "")
        number = int(text) if text.isdigit() else 0
        return number // size + 1 if self.counts_records else max(1, number)

    def own_url(self, record: Record) -> str:
        return f"/item/{record.id}-{record.slug}"

    def form(self, query: str) -> str:
        return (
            f'<form class="finder" action="{self.search_path}" method="get"><input type="search" '
            f'name="{self.query_field}" value="{escape(query)}"><button type="submit">'
            f"{self.phrases.search}</button></form>"
        )

    def page(self, sheet: Sheet) -> str:
        menu = "".join(f'<li><a href="{escape(url)}">{text}</a></li>' for url, text in sheet.menu)
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8"><title>'
            f'{sheet.title}</title></head><body><header class="top"><nav><ul>{menu}</ul></nav>'
            f'{sheet.form}</header><main class="main">{sheet.middle}</main><aside class="side">'
            f'{sheet.aside}</aside><footer class="end"><p>{self.phrases.footer}</p></footer></body>'
            "</html>"
        )

    def rows(self, heading: str, rows: list[Row]) -> str:
        items = "".join(
            f'<li class="{("hit " + row.classes).strip()}">{row.lead}<h3 class="hit-title"><a '
            f'href="{escape(row.url)}">{row.title}</a></h3><p class="abstract">{row.text}</p><span '
            f'class="by">{row.record.author}</span> <time>{row.record.year}</time> <span '
            f'class="price">{row.record.price} €</span>{row.tail}</li>'
            for row in rows
        )
        return f'<h1 class="sum">{heading}</h1><ul class="hits">{items}</ul>'

    def message(self, *parts: str) -> str:
        text = "".join(f"<p>{part}</p>" for part in parts[1:])
        return f'<div class="notice"><h1>{parts[0]}</h1>{text}</div>'

    def box(self, heading: str, links: Links) -> str:
        items = "".join(f'<li><a href="{escape(url)}">{text}</a></li>' for url, text in links)
        return f'<section class="box"><h4>{heading}</h4><ul>{items}</ul></section>'

    def pager(self, urls: list[str], page: int) -> str:
        """`urls` are all pages of the answer."""
        if len(urls) < 2:
            return ""
        near = [n for n in range(1, len(urls) + 1) if abs(n - page) < 4 or n in (1, len(urls))]
        parts = [
            f'<span class="now">{n}</span>'
            if n == page
            else f'<a href="{escape(urls[n - 1])}">{n}</a>'
            for n in near
        ]
        if page < len(urls):
            parts.append(f'<a rel="next" href="{escape(urls[page])}">{self.phrases.next}</a>')
        return f'<nav class="pages">{" ".join(parts)}</nav>'

    def own(self, record: Record) -> str:
        p = self.phrases
        return (
            f'<article class="thing"><h1>{record.title}</h1><dl><dt>{p.author}</dt><dd>'
            f"{record.author}</dd><dt>{p.year}</dt><dd>{record.year}</dd><dt>{p.price}</dt><dd>"
            f"{record.price} €</dd></dl><p>{record.text}</p></article>"
        )


class TableLook(Look):
    """Tables; arrows and numbers; records are counted."""

    query_field, page_field = "begriff", "start"
    search_path = "/suche.php"
    counts_records = True

    def own_url(self, record: Record) -> str:
        return f"/anzeige.php?nr={record.id}"

    def form(self, query: str) -> str:
        return (
            f'<form action="{self.search_path}"><b>{self.phrases.search}:</b> <input type="text" '
            f'name="{self.query_field}" size="20" value="{escape(query)}"><input type="submit" '
            f'value="{self.phrases.search}"></form>'
        )

    def page(self, sheet: Sheet) -> str:
        menu = "".join(
            f'<tr><td bgcolor="#dddddd"><a href="{escape(url)}">{text}</a></td></tr>'
            for url, text in sheet.menu
        )
        return (
            f'<html lang="{self.lang}"><head><title>{sheet.title}</title></head>'
            f"<body><table width=800 border=0><tr>"
            f'<td colspan=3 bgcolor="#336699">{sheet.form}</td></tr><tr valign=top><td width=120>'
            f"<table>{menu}</table></td><td>{sheet.middle}</td><td width=150>{sheet.aside}</td>"
            f"</tr>"
            f"<tr><td colspan=3><font size=1>{self.phrases.footer}</font></td></tr></table></body>"
            "</html>"
        )

    def rows(self, heading: str, rows: list[Row]) -> str:
        p = self.phrases
        body = "".join(
            f'<tr class="{row.classes}">'.replace(' class=""', "")
            + (f"<td>{row.lead}</td>" if row.lead else "")
            + f'<td><a href="{escape(row.url)}"><b>{row.title}</b></a><br>{row.text}</td><td>'
            f"{row.record.author}</td><td>{row.record.year}</td><td>{row.record.price}</td>"
            + (f"<td>{row.tail}</td>" if row.tail else "")
            + "</tr>"
            for row in rows
        )
        first = "<th>#</th>" if rows and rows[0].lead else ""
        last = "<th></th>" if rows and rows[0].tail else ""
        return (
            f"<p><b>{heading}</b></p><table border=1 cellpadding=3><tr>{first}<th></th><th>"
            f"{p.author}</th><th>{p.year}</th><th>{p.price}</th>{last}</tr>{body}</table>"
        )

    def message(self, *parts: str) -> str:
        return f"<p><font color=red><b>{parts[0]}</b></font></p>" + "<br>".join(parts[1:])

    def box(self, heading: str, links: Links) -> str:
        items = "<br>".join(f'<a href="{escape(url)}">{text}</a>' for url, text in links)
        return f"<table border=1><tr><th>{heading}</th></tr><tr><td>{items}</td></tr></table>"

    def pager(self, urls: list[str], page: int) -> str:
        if len(urls) < 2:
            return ""
        parts = [
            f"[{n}]" if n == page else f'<a href="{escape(url)}">{n}</a>'
            for n, url in enumerate(urls, 1)
        ]
        if page > 1:
            parts.insert(
                0, f'<a href="{escape(urls[page - 2])}">&lt;&lt; {self.phrases.previous}</a>'
            )
        if page < len(urls):
            parts.append(f'<a href="{escape(urls[page])}">{self.phrases.next} &gt;&gt;</a>')
        return f"<center>{' | '.join(parts)}</center>"

    def own(self, record: Record) -> str:
        p = self.phrases
        fields = [(p.author, record.author), (p.year, record.year), (p.price, record.price)]
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in fields)
        return f"<h2>{record.title}</h2><table>{rows}</table><p>{record.text}</p>"


class BareLook(Look):
    """Blocks with few classes; only "next" and "previous"; addresses are slugs."""

    query_field, page_field = "mots", "p"
    search_path = "/catalogue/recherche"

    def own_url(self, record: Record) -> str:
        return f"/notice/{record.slug}.html"

    def form(self, query: str) -> str:
        return (
            f'<form action="{self.search_path}"><label>{self.phrases.search} <input '
            f'name="{self.query_field}" value="{escape(query)}"></label></form>'
        )

    def page(self, sheet: Sheet) -> str:
        menu = " · ".join(f'<a href="{escape(url)}">{text}</a>' for url, text in sheet.menu)
        return (
            f'<!DOCTYPE html><html lang="{self.lang}"><title>{sheet.title}</title><body><div '
            f'id="bandeau">{menu}</div><div id="outil">{sheet.form}</div><div id="contenu">'
            f'{sheet.middle}</div><div id="marge">{sheet.aside}</div><div id="pied"><small>'
            f"{self.phrases.footer}</small></div></body></html>"
        )

    def rows(self, heading: str, rows: list[Row]) -> str:
        items = "".join(
            f'<div class="{row.classes}">'.replace(' class=""', "")
            + f'{row.lead}<a href="{escape(row.url)}">{row.title}</a> — <em>'
            f"{row.record.author}</em> ({row.record.year})<div>{row.text}</div>"
            f"<small>{row.record.price} €</small>{row.tail}</div>"
            for row in rows
        )
        return f"<h2>{heading}</h2><div>{items}</div>"

    def message(self, *parts: str) -> str:
        return f"<h2>{parts[0]}</h2>" + "".join(f"<p>{part}" for part in parts[1:])

    def box(self, heading: str, links: Links) -> str:
        items = " ".join(f'<a href="{escape(url)}">{text}</a>' for url, text in links)
        return f"<h5>{heading}</h5><p>{items}</p>"

    def pager(self, urls: list[str], page: int) -> str:
        parts = []
        if page > 1:
            parts.append(f'<a href="{escape(urls[page - 2])}">{self.phrases.previous}</a>')
        if page < len(urls):
            parts.append(f'<a href="{escape(urls[page])}">{self.phrases.next}</a>')
        return f"<p>{' '.join(parts)}</p>" if parts else ""

    def own(self, record: Record) -> str:
        return (
            f"<h2>{record.title}</h2><p>{record.author}, {record.year}<p>{record.text}<p>"
            f"{self.phrases.price}: {record.price} €"
        )


LOOKS: list[type[Look]] = [Look, TableLook, BareLook]
