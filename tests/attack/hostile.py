"""Pages made of one token again and again, and pages whose characters no page should have."""

from __future__ import annotations

# `{n}` counts up: distinct links, places and numbers cost more than equal ones
TOKENS = {
    "digits": "1",
    "digits in links": "<a>1</a>",
    "digits and marks": "1,",
    "digits and blanks": "1 ",
    "JSON-LD left open": '<script type="application/ld+json">',
    "scripts left open": "<script ",
    "scripts that name JSON-LD": "<script ld+json ",
    "distinct links": '<a href="/s?q={n}">x {n}</a>',
    "distinct arguments": '<a href="/s?a{n}=1">x</a>',
    "distinct arguments of a query": '<a href="/s?q=x&a{n}={n}">x</a>',
    "pages of a list": '<a href="?q=x&page={n}">{n}</a> ',
    "links that say next": "<a rel=next href=/{n}>next</a>",
    "records": "<li>a <a href=/i/{n}>t{n}</a> <a href=/d/{n}>del</a>",
    "rows": "<tr><td><a href=/{n}>{n}</a><td>x",
    "classes": '<p class="c{n}">x',
    "words": "word{n} ",
    "forms": "<form action=/{n}><input name=q>",
    "inputs": "<input name=q>",
    "labels": "<label>",
    "options": "<option>x",
    "selects": "<select><option>",
    "elements": "<div>",
    "formatting": "<b>",
    "paragraphs": "<p>x",
    "headings": "<h2>A</h2>",
    "tables": "<table>",
    "comments left open": "<!--",
    "frames": "<iframe>",
    "NUL": "\0",
    "references": "&amp;",
    "ampersands": "&",
    "brackets": "<",
    "quotes": '"',
    "dots": ".",
    "dashes": "- ",
    "parentheses": "(1)",
    "ideographs": "結果",
    "dates": "2020-01-01 ",
    "prices": "$1.00 ",
    "addresses": "a@",
    "slashes": "/",
    "blanks": " ",
    "lines": "\n",
}


def repeated(token: str, n: int, most: int = 12 << 20) -> bytes:
    """A page of `n` of them, of so many bytes at most."""
    n = min(n, most // (len(token.encode()) + 4))
    text = "".join(token.replace("{n}", str(k)) for k in range(n)) if "{n}" in token else token * n
    return f"<html><body>found {text}".encode()


# what ended a crawl once: outcomes now
ODD = {
    "a control character in a form": b"<form action=/s class='a\x01b'><input name='q\x02'>",
    "a control character around a form": b"<div title='\x1b[2J\x07'><form><input name=q></form>",
    "a form feed in a name": b"<form action='/s\x0c'><input name='\x0cq' value='\x00'></form>",
    "five thousand digits": b"<p>" + b"9" * 5_000 + b" results found</p>",
    "digits of another script": b"<p>" + "٣".encode() * 5_000 + b" results",
    "NULs": b"<p>a\x00b</p>" * 100 + b"\x00" * 1_000,
    "surrogates": b"<p>&#xD800;&#xDFFF; \xed\xa0\x80</p><a href='/\xed\xa0\x80'>x</a>",
    "numbers in references": b"<p>&#" + b"9" * 5_000 + b";</p>",
    "an address of numbers": b"<a href='/s?q=x&page=" + b"9" * 5_000 + b"'>2</a>",
    "a base of nothing": b"<base href='http://['><form action='http://[::'><input name=q></form>",
}
