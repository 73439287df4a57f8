"""Makes of sites: how a page of each is written, from its frame to one record.

A make gives the page around a middle, the middle of an answer, and that of a message. None looks
like another: tables, blocks named by methodology, utility classes, no classes at all, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from .texts import Note, Texts


class Item(NamedTuple):
    """A record as a list shows it."""

    href: str
    title: str
    author: str
    year: int
    price: str
    text: str


class Frame(NamedTuple):
    """What a page of a site needs to know around its middle."""

    texts: Texts
    lang: str
    name: str
    query: str
    title: str


class Make(NamedTuple):
    """One way of writing a site."""

    page: Callable[[Frame, str], str]
    items: Callable[[Frame, str, list[Item]], str]  # frame, heading, records
    note: Callable[[Note], str]  # a heading and paragraphs


def links(frame: Frame, pattern: str, glue: str = "") -> str:
    """The menu, one link a pattern."""
    return glue.join(
        pattern.format(href=f"/s{i}", text=escape(text)) for i, text in enumerate(frame.texts.menu)
    )


def _field(frame: Frame) -> str:
    return f'<input name="q" value="{escape(frame.query)}">'


# Tables within tables, as in 1999


def _table_page(f: Frame, middle: str) -> str:
    menu = links(f, '<TR><TD><FONT SIZE=2><A HREF="{href}">{text}</A></FONT></TD></TR>')
    return (
        f"<HTML><HEAD><TITLE>{f.title}</TITLE></HEAD><BODY BGCOLOR=#FFFFFF LINK=#0000CC>"
        f"<CENTER><TABLE WIDTH=760 BORDER=0><TR><TD COLSPAN=2 BGCOLOR=#003366>"
        f"<FONT COLOR=white SIZE=5><B>{f.name}</B></FONT></TD></TR><TR VALIGN=TOP>"
        f"<TD WIDTH=140 BGCOLOR=#EEEEEE><TABLE>{menu}</TABLE><FORM ACTION=/cgi-bin/find>"
        f"{_field(f)}<INPUT TYPE=SUBMIT VALUE={f.texts.search}></FORM></TD><TD>{middle}</TD></TR>"
        f"<TR><TD COLSPAN=2><FONT SIZE=1>{f.texts.footer}</FONT></TD></TR></TABLE></CENTER></BODY>"
        "</HTML>"
    )


def _table_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f"<TR BGCOLOR={('#FFFFFF', '#F4F4F4')[i % 2]}><TD><B><A HREF={item.href}>{item.title}</A>"
        f"</B><BR><FONT SIZE=2>{item.author}, {item.year}</FONT></TD><TD>{item.price}</TD></TR>"
        for i, item in enumerate(items)
    )
    return f"<P><FONT SIZE=4>{heading}</FONT></P><TABLE WIDTH=100% CELLPADDING=4>{rows}</TABLE>"


def _table_note(note: Note) -> str:
    text = "<BR><BR>".join(note[1:])
    return f"<P><FONT SIZE=4 COLOR=red><B>{note[0]}</B></FONT></P><P>{text}</P><HR NOSHADE>"


# Classes by block, element, modifier


def _bem_page(f: Frame, middle: str) -> str:
    menu = links(f, '<li class="nav__item"><a class="nav__link" href="{href}">{text}</a></li>')
    return (
        f'<!doctype html><html lang="{f.lang}"><head><meta charset="utf-8"><title>{f.title}</title>'
        f'</head><body class="page page--search"><header class="header"><span class="header__logo">'
        f'{f.name}</span><nav class="nav"><ul class="nav__list">{menu}</ul></nav><form '
        f'class="search-form" action="/search">{_field(f)}<button class="search-form__button">'
        f'{f.texts.search}</button></form></header><main class="page__main">{middle}</main>'
        f'<footer class="footer"><p class="footer__text">{f.texts.footer}</p></footer></body>'
        f"</html>"
    )


def _bem_items(f: Frame, heading: str, items: list[Item]) -> str:
    label = f.texts.labels
    rows = "".join(
        f'<li class="results__item"><article class="teaser"><h2 class="teaser__title"><a '
        f'class="teaser__link" href="{i.href}">{i.title}</a></h2><p class="teaser__text">{i.text}'
        f'</p><dl class="teaser__meta"><dt>{label[0]}</dt><dd>{i.author}</dd><dt>{label[1]}</dt>'
        f'<dd>{i.year}</dd></dl><span class="teaser__price teaser__price--big">{i.price}</span>'
        "</article></li>"
        for i in items
    )
    return (
        f'<section class="results"><h1 class="results__heading">{heading}</h1>'
        f'<ol class="results__list">{rows}</ol></section>'
    )


def _bem_note(note: Note) -> str:
    text = "".join(f'<p class="message__text">{part}</p>' for part in note[1:])
    return f'<div class="message"><h1 class="message__heading">{note[0]}</h1>{text}</div>'


# Utility classes, hardly any elements but div


def _utility_page(f: Frame, middle: str) -> str:
    menu = links(f, '<a class="px-3 py-2 text-sm hover:text-gray-900" href="{href}">{text}</a>')
    return (
        f'<!doctype html><html lang="{f.lang}"><head><title>{f.title}</title></head><body '
        f'class="bg-gray-50 antialiased"><div class="max-w-7xl mx-auto"><div class="flex '
        f'justify-between py-4"><div class="text-2xl font-bold">{f.name}</div><div class="flex">'
        f'{menu}</div></div><form class="mt-4 flex" action="/find">{_field(f)}<button class="ml-2 '
        f'rounded bg-indigo-600 text-white">{f.texts.search}</button></form><div class="mt-8">'
        f'{middle}</div><div class="mt-16 text-xs text-gray-400">{f.texts.footer}</div></div>'
        f"</body>"
        "</html>"
    )


def _utility_items(f: Frame, heading: str, items: list[Item]) -> str:
    cards = "".join(
        f'<div class="rounded-lg shadow p-4 bg-white"><a class="text-lg text-indigo-700" '
        f'href="{i.href}">{i.title}</a><div class="text-gray-500 text-sm">{i.author}</div><div '
        f'class="mt-2">{i.text}</div><div class="flex justify-between"><div>{i.year}</div><div '
        f'class="font-semibold">{i.price}</div></div></div>'
        for i in items
    )
    return f'<div class="text-xl">{heading}</div><div class="grid grid-cols-3 gap-6">{cards}</div>'


def _utility_note(note: Note) -> str:
    text = "".join(f'<div class="mt-2 text-gray-600">{part}</div>' for part in note[1:])
    heading = f'<div class="text-3xl font-bold">{note[0]}</div>'
    return f'<div class="text-center py-24">{heading}{text}</div>'


# No classes at all


def _bare_page(f: Frame, middle: str) -> str:
    menu = links(f, "<a href={href}>{text}</a>", " | ")
    return (
        f"<title>{f.title}</title><h2>{f.name}</h2><p>{menu}<hr><form action=search>{_field(f)}"
        f"<input type=submit value={f.texts.search}></form>{middle}<hr><address>{f.texts.footer}"
        "</address>"
    )


def _bare_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f"<p><a href={i.href}>{i.title}</a> {i.author} ({i.year}). {i.text} <b>{i.price}</b>"
        for i in items
    )
    return f"<h3>{heading}</h3>{rows}"


def _bare_note(note: Note) -> str:
    return f"<h3>{note[0]}</h3>" + "".join(f"<p>{part}" for part in note[1:])


# Definition lists


def _terms_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<dt><a href="{i.href}">{i.title}</a></dt><dd>{i.text}<br><i>{i.author}</i>, {i.year}, '
        f"{i.price}</dd>"
        for i in items
    )
    return f"<h1>{heading}</h1><dl>{rows}</dl>"


def _terms_page(f: Frame, middle: str) -> str:
    menu = links(f, '<li><a href="{href}">{text}</a>')
    return (
        f'<html lang="{f.lang}"><head><title>{f.title}</title></head><body><div id="top"><h4>'
        f'{f.name}</h4></div><div id="left"><ul>{menu}</ul></div><div id="content">{middle}</div>'
        f'<div id="right"><form action="/suche.php">{_field(f)}<input type="image" src="go.gif">'
        f'</form></div><div id="bottom">{f.texts.footer}</div></body></html>'
    )


def _terms_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f"<h1>{note[0]}</h1><blockquote>{text}</blockquote>"


# An application in one page, filled by its server


def _app_page(f: Frame, middle: str) -> str:
    menu = links(f, '<div role="menuitem"><a href="{href}">{text}</a></div>')
    return (
        f'<!doctype html><html><head><title>{f.title}</title><script src="/static/main.8f3c.js" '
        f'defer></script></head><body><div id="root" data-reactroot=""><div role="banner">{f.name}'
        f'<div role="menu">{menu}</div><form role="search" action="/q"><label>{f.texts.search}'
        f'{_field(f)}</label></form></div><div role="main">{middle}</div><div role="contentinfo">'
        f"{f.texts.footer}</div></div><script>"
        f'window.__STATE__={{"route":"/q","user":null}}</script>'
        "</body></html>"
    )


def _app_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<div role="listitem" data-testid="hit" data-index="{n}"><a href="{i.href}"><span>'
        f"{i.title}</span></a><span>{i.author}</span><time>{i.year}</time><p>{i.text}</p>"
        f"<span>{i.price}</span></div>"
        for n, i in enumerate(items)
    )
    return f'<div role="status">{heading}</div><div role="list">{rows}</div>'


def _app_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f'<div role="alert" data-testid="notice"><strong>{note[0]}</strong>{text}</div>'


# XHTML, strict and namespaced


def _xml_page(f: Frame, middle: str) -> str:
    menu = links(f, '<li><a href="{href}">{text}</a></li>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 '
        'Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html '
        f'xmlns="http://www.w3.org/1999/xhtml" xml:lang="{f.lang}"><head><title>{f.title}</title>'
        f'</head><body><div class="masthead"><p>{f.name}</p></div><div class="navigation"><ul>'
        f'{menu}</ul></div><div class="search"><form action="/opac/query"><div><input type="text" '
        f'name="q" value="{escape(f.query)}"/><input type="submit" value="{f.texts.search}"/></div>'
        f'</form></div><div class="body">{middle}</div><div class="colophon"><p>'
        f"{f.texts.footer}</p>"
        "</div></body></html>"
    )


def _xml_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<div class="record"><p class="title"><a href="{i.href}">{i.title}</a></p><p '
        f'class="statement"><span class="author">{i.author}</span> <span class="date">{i.year}'
        f'</span></p><p class="abstract">{i.text}</p><p class="price">{i.price}</p></div>'
        for i in items
    )
    return f'<h2 class="count">{heading}</h2><div class="recordset">{rows}</div>'


def _xml_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f'<div class="diagnostic"><h2>{note[0]}</h2>{text}</div>'


MAKES = {
    "tables": Make(_table_page, _table_items, _table_note),
    "bem": Make(_bem_page, _bem_items, _bem_note),
    "utility": Make(_utility_page, _utility_items, _utility_note),
    "bare": Make(_bare_page, _bare_items, _bare_note),
    "terms": Make(_terms_page, _terms_items, _terms_note),
    "app": Make(_app_page, _app_items, _app_note),
    "xml": Make(_xml_page, _xml_items, _xml_note),
}
