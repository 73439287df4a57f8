"""Further makes: grids, cards, generated classes, capitals, rows, own elements, plain text."""

from __future__ import annotations

from html import escape
from zlib import crc32

from .makes import MAKES, Frame, Item, Make, links
from .texts import Note


def _input(f: Frame) -> str:
    return f'<input type="search" name="q" value="{escape(f.query)}" placeholder="…">'


def _document(f: Frame, body: str, head: str = "") -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{f.lang}" dir="{"rtl" if f.lang == "ar" else "ltr"}">\n'
        f"<head><title>{f.title}</title>{head}</head>\n<body>{body}</body>\n</html>"
    )


# A grid with a head, one column a field


def _grid_page(f: Frame, middle: str) -> str:
    menu = links(f, '<td class="tab"><a href="{href}">{text}</a></td>')
    return _document(
        f,
        f'<table id="tabs"><tr>{menu}</tr></table><h1 id="site">{f.name}</h1><div id="panel"><form '
        f'action="list.aspx">{_input(f)}<input type="submit" value="{f.texts.search}"><input '
        f'type="hidden" name="__VIEWSTATE" value="dDwxMjM0NTY3"></form></div><div id="grid">'
        f"{middle}"
        f'</div><p id="legal">{f.texts.footer}</p>',
    )


def _grid_items(f: Frame, heading: str, items: list[Item]) -> str:
    head = "".join(f"<th>{label}</th>" for label in ("#", *f.texts.labels))
    rows = "".join(
        f'<tr class="{("even", "odd")[n % 2]}"><td><a href="{i.href}">{i.title}</a></td>'
        f"<td>{i.author}</td><td>{i.year}</td><td>{i.price}</td></tr>"
        for n, i in enumerate(items)
    )
    return (
        f'<table class="grid"><caption>{heading}</caption><thead><tr>{head}</tr></thead><tbody>'
        f"{rows}</tbody></table>"
    )


def _grid_note(note: Note) -> str:
    rows = "".join(f"<tr><td>{part}</td></tr>" for part in note[1:])
    return f'<table class="msg"><tr><th>{note[0]}</th></tr>{rows}</table>'


# Cards of sections and figures


def _card_page(f: Frame, middle: str) -> str:
    menu = links(f, '<a href="{href}">{text}</a>')
    return _document(
        f,
        f"<header><h1>{f.name}</h1><nav>{menu}</nav><form action=/explore><fieldset>{_input(f)}"
        f"<button>{f.texts.search}</button></fieldset></form></header><main>{middle}</main><footer>"
        f"<small>{f.texts.footer}</small></footer>",
    )


def _card_items(f: Frame, heading: str, items: list[Item]) -> str:
    cards = "".join(
        f'<article><figure><img src="{i.href}.jpg" alt=""><figcaption><a href="{i.href}">{i.title}'
        f"</a></figcaption></figure><p>{i.text}</p><footer>{i.author} · {i.year} · "
        f"{i.price}</footer>"
        "</article>"
        for i in items
    )
    return f"<section><h2>{heading}</h2>{cards}</section>"


def _card_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f"<section><header><h2>{note[0]}</h2></header>{text}</section>"


# Classes that a tool has drawn


def _drawn(word: str) -> str:
    return f"css-{crc32(word.encode()):08x}"[:10]


def _drawn_page(f: Frame, middle: str) -> str:
    menu = links(f, f'<li class="{_drawn("li")}"><a href="{{href}}">{{text}}</a></li>')
    return _document(
        f,
        f'<div class="{_drawn("root")}"><div class="{_drawn("top")}"><div class="{_drawn("name")}">'
        f'{f.name}</div><ul class="{_drawn("ul")}">{menu}</ul></div><div class="{_drawn("box")}">'
        f'<form action="/s/all">{_input(f)}<button class="{_drawn("go")}">{f.texts.search}</button>'
        f'</form></div><div class="{_drawn("main")}">{middle}</div><div class="{_drawn("foot")}">'
        f"{f.texts.footer}</div></div>",
        f"<style>.{_drawn('root')}{{margin:0}}</style>",
    )


def _drawn_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<a class="{_drawn("hit")}" href="{i.href}"><div class="{_drawn("h")}">{i.title}</div>'
        f"<div "
        f'class="{_drawn("p")}">{i.text}</div><div class="{_drawn("m")}"><span>{i.author}</span>'
        f"<span>{i.year}</span><span>{i.price}</span></div></a>"
        for i in items
    )
    return f'<div class="{_drawn("sum")}">{heading}</div><div class="{_drawn("hits")}">{rows}</div>'


def _drawn_note(note: Note) -> str:
    text = "".join(f'<div class="{_drawn("say")}">{part}</div>' for part in note[1:])
    return f'<div class="{_drawn("void")}"><div class="{_drawn("h")}">{note[0]}</div>{text}</div>'


# Capitals, and nothing closed


def _capital_page(f: Frame, middle: str) -> str:
    menu = links(f, '<LI><A HREF="{href}">{text}</A>')
    return (
        f"<HTML>\n<HEAD>\n<TITLE>{f.title}</TITLE>\n<BODY>\n<H1>{f.name}</H1>\n<MENU>"
        f"{menu}</MENU>\n"
        f"<ISINDEX>\n<FORM ACTION=/query.pl METHOD=GET>{_input(f)}<INPUT TYPE=SUBMIT></FORM>"
        f"\n<HR>\n"
        f"{middle}\n<HR>\n<I>{f.texts.footer}</I>"
    )


def _capital_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f"<LI><A HREF={i.href}>{i.title}</A>\n<BR>{i.author}, {i.year}\n<BR>{i.price}\n"
        for i in items
    )
    return f"<H2>{heading}</H2>\n<OL>{rows}</OL>"


def _capital_note(note: Note) -> str:
    return f"<H2>{note[0]}</H2>\n" + "\n<P>".join(note[1:])


# Rows and columns of a style sheet that everybody uses


def _row_page(f: Frame, middle: str) -> str:
    menu = links(f, '<li class="nav-item"><a class="nav-link" href="{href}">{text}</a></li>')
    return _document(
        f,
        f'<nav class="navbar navbar-light"><a class="navbar-brand" href="/">{f.name}</a><ul '
        f'class="navbar-nav">{menu}</ul></nav><div class="container"><div class="row"><div '
        f'class="col-md-9">{middle}</div><div class="col-md-3"><form class="form-inline" '
        f'action="/catalog"><div class="input-group">{_input(f)}<button class="btn btn-primary">'
        f'{f.texts.search}</button></div></form></div></div></div><div class="container-fluid">'
        f'<p class="text-muted">{f.texts.footer}</p></div>',
    )


def _row_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<div class="list-group-item"><div class="row"><div class="col-8"><h5 class="mb-1"><a '
        f'href="{i.href}">{i.title}</a></h5><p class="mb-1">{i.text}</p><small>{i.author}</small>'
        f'</div><div class="col-2">{i.year}</div><div class="col-2"><span class="badge">{i.price}'
        "</span></div></div></div>"
        for i in items
    )
    return f'<h3 class="page-header">{heading}</h3><div class="list-group">{rows}</div>'


def _row_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f'<div class="alert alert-warning"><h4 class="alert-heading">{note[0]}</h4>{text}</div>'


# Elements of the site's own


def _own_page(f: Frame, middle: str) -> str:
    menu = links(f, '<site-link><a href="{href}">{text}</a></site-link>')
    return _document(
        f,
        f"<site-shell><site-header><site-title>{f.name}</site-title>{menu}<site-search><form "
        f'action="/hits">{_input(f)}<button type="submit">{f.texts.search}</button></form>'
        f"</site-search></site-header><site-body>{middle}</site-body><site-footer>{f.texts.footer}"
        "</site-footer></site-shell>",
    )


def _own_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<search-hit key="{n}"><hit-title><a href="{i.href}">{i.title}</a></hit-title><hit-by>'
        f"{i.author}</hit-by><hit-year>{i.year}</hit-year><hit-text>{i.text}</hit-text><hit-price>"
        f"{i.price}</hit-price></search-hit>"
        for n, i in enumerate(items)
    )
    return f"<search-summary>{heading}</search-summary><search-hits>{rows}</search-hits>"


def _own_note(note: Note) -> str:
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    return f"<site-notice><h2>{note[0]}</h2>{text}</site-notice>"


# Text as a terminal shows it, a link a line


def _plain_page(f: Frame, middle: str) -> str:
    menu = links(f, '[<a href="{href}">{text}</a>]', " ")
    return (
        f"<html><head><title>{f.title}</title></head><body><pre>{f.name}\n{'=' * 60}\n{menu}</pre>"
        f'<form action="/opac">{_input(f)}</form>{middle}<pre>{"-" * 60}\n{f.texts.footer}</pre>'
        "</body></html>"
    )


def _plain_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "\n".join(
        f'{n:>4}. <a href="{i.href}">{i.title}</a>  {i.author}  {i.year}  {i.price}'
        for n, i in enumerate(items, 1)
    )
    return f"<pre><b>{heading}</b>\n\n{rows}</pre>"


def _plain_note(note: Note) -> str:
    return f"<pre><b>*** {note[0]} ***</b>\n\n" + "\n".join(note[1:]) + "</pre>"


# Contributions one below the other, as boards write them


def _board_page(f: Frame, middle: str) -> str:
    menu = links(f, '<span class="gensmall">&raquo; <a href="{href}">{text}</a></span>')
    return _document(
        f,
        f'<div id="wrap"><div id="logodesc">{f.name}</div><div class="navbar">{menu}</div><div '
        f'id="pagecontent">{middle}</div><form action="/search.php" class="quick">{_input(f)}'
        f'<input class="btnlite" type="submit" value="{f.texts.search}"></form><div id="copyright">'
        f"{f.texts.footer}</div></div>",
    )


def _board_items(f: Frame, heading: str, items: list[Item]) -> str:
    rows = "".join(
        f'<div class="post" id="p{n}{len(i.title)}"><div class="postprofile"><b>{i.author}</b><br>'
        f'{i.year}</div><div class="postbody"><h3><a href="{i.href}">{i.title}</a></h3><div '
        f'class="content">{i.text}<br>{f.texts.labels[2]}: {i.price}</div></div></div><hr>'
        for n, i in enumerate(items)
    )
    return f'<h2 class="searchtitle">{heading}</h2>{rows}'


def _board_note(note: Note) -> str:
    text = "<br>".join(note[1:])
    return (
        f'<div class="panel" id="message"><div class="inner"><h2>{note[0]}</h2>{text}</div></div>'
    )


ALL = MAKES | {
    "grid": Make(_grid_page, _grid_items, _grid_note),
    "cards": Make(_card_page, _card_items, _card_note),
    "drawn": Make(_drawn_page, _drawn_items, _drawn_note),
    "capitals": Make(_capital_page, _capital_items, _capital_note),
    "rows": Make(_row_page, _row_items, _row_note),
    "own": Make(_own_page, _own_items, _own_note),
    "plain": Make(_plain_page, _plain_items, _plain_note),
    "board": Make(_board_page, _board_items, _board_note),
}
