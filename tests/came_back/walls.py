"""Pages that stand alone: errors of servers, blocks, log-in walls, shells, other types."""

from __future__ import annotations

import json
from html import escape
from random import Random

from .texts import Note, Texts

ERRORS = [
    "<html><head><title>500 Internal Server Error</title></head><body><center><h1>500 Internal "
    "Server Error</h1></center><hr><center>nginx</center></body></html>",
    "<!DOCTYPE HTML PUBLIC '-//IETF//DTD HTML 2.0//EN'><html><head><title>Service Error</title>"
    "</head><body><h1>{0}</h1><p>{1}</p><hr><address>Apache Server at catalogue Port 80</address>",
    "<b>Fatal error</b>:  Uncaught Error: Call to a member function fetch_all() on bool in "
    "<b>/var/www/html/search.php</b> on line <b>131</b><br />",
    "<html><body><h1>Server Error in '/' Application.</h1><h2><i>{0}</i></h2><pre>System.Data."
    "SqlClient.SqlException: Timeout expired.\n   at Catalogue.Search.Run(String q)\n   at "
    "System.Web.UI.Page.ProcessRequest()</pre></body></html>",
    'Traceback (most recent call last):\n  File "/srv/app/views.py", line 88, in search\n    rows'
    " = db.execute(sql)\nOperationalError: too many connections\n",
    "<!doctype html><html><head><title>{0}</title><style>body{{font-family:sans-serif}}</style>"
    '</head><body><div class="wrap"><h1>{0}</h1><p>{1}</p><a href="/">&larr;</a></div></body>'
    "</html>",
]


def error_alone(draw: Random, note: Note) -> str:
    """A page of the server, not of the site."""
    page = draw.choice(ERRORS)
    return page.format(note[0], " ".join(note[1:])) if "{0}" in page else page


def block(draw: Random, note: Note, address: str) -> str:
    """A page that wants a human, or nobody."""
    text = "".join(f"<p>{part}</p>" for part in note[1:])
    token = f"{draw.getrandbits(64):016x}"
    puzzles = [
        f'<form id="challenge-form" method="post"><img src="/captcha/{token}.png" alt="captcha">'
        '<input name="captcha" autocomplete="off"><button>OK</button></form>',
        f'<div class="g-captcha" data-sitekey="{token}"></div><noscript>{note[0]}</noscript>',
        f"<p>IP {draw.randint(11, 99)}.{draw.randint(1, 250)}.3.7</p><code>{token}</code>",
    ]
    puzzle = draw.choice(puzzles)
    shapes = [
        f"<html><head><title>{note[0]}</title><meta name=robots content=noindex></head><body><h1>"
        f"{note[0]}</h1>{text}{puzzle}</body></html>",
        f'<!doctype html><html><head><title>{escape(address)}</title></head><body class="no-js">'
        f'<div id="wrapper"><div id="box"><h2>{note[0]}</h2>{text}{puzzle}</div><div id="ray">ID: '
        f"<b>{token}</b></div></div></body></html>",
        f"<center><table border=1><tr><td><h3>{note[0]}</h3>{text}{puzzle}</td></tr></table>",
    ]
    return draw.choice(shapes)


def login(draw: Random, note: Note, query: str) -> str:
    """The middle of a log-in wall; it remembers what was asked for."""
    heading, sentence, user, password, button = note
    back = f'<input type="hidden" name="next" value="/search?q={escape(query)}">'
    shapes = [
        f'<h1>{heading}</h1><p>{sentence}</p><form method="post" action="/login">{back}<label>'
        f"{user}"
        f'<input type="email" name="user"></label><label>{password}<input type="password" '
        f'name="pass"></label><button>{button}</button></form>',
        f'<form method=post action="/account/session"><table><tr><th colspan=2>{heading}</th></tr>'
        f"<tr><td>{user}:</td><td><input name=login></td></tr><tr><td>{password}:</td><td><input "
        f"type=password name=password></td></tr></table>{back}<input type=submit value='{button}'>"
        f"</form><p>{sentence}</p>",
        f'<div class="card"><div class="card-title">{heading}</div><div>{sentence}</div><form '
        f'action="/sso" method="post">{back}<input placeholder="{user}" name="u"><input '
        f'type="password" placeholder="{password}" name="p"><input type="checkbox" name="keep">'
        f'<input type="submit" value="{button}"></form><a href="/forgot">?</a></div>',
    ]
    return draw.choice(shapes)


def shell(draw: Random, texts: Texts, name: str) -> str:
    """A page whose content a script would bring."""
    token = f"{draw.getrandbits(40):010x}"
    sentence = draw.choice(texts.script)
    shapes = [
        f'<!doctype html><html><head><title>{name}</title><link href="/static/css/main.{token}.css"'
        f' rel="stylesheet"></head><body><noscript>{sentence}</noscript><div id="root"></div>'
        f'<script src="/static/js/main.{token}.js"></script></body></html>',
        f"<!doctype html><html><head><title>{name}</title></head><body><app-root></app-root>"
        f"<script "
        f'type="module" src="/runtime.{token}.js"></script><script type="module" '
        f'src="/polyfills.{token}.js"></script></body></html>',
        f'<html><head><title>{name}</title><script>window.__CONFIG__={{"api":"/api/v2","build":'
        f'"{token}"}}</script></head><body><div id="__app"><div class="spinner"></div></div>'
        f"<script "
        f'async src="/_app/chunks/{token}.js"></script></body></html>',
        f"<html><head><title>{name}</title></head><body><noscript><p>{sentence}</p></noscript>"
        f"<main "
        f'id="mount"></main><script>{"var a=[];" * 40}(function(){{load("/bundle-{token}.js")}})()'
        "</script></body></html>",
    ]
    return draw.choice(shapes)


def other_type(draw: Random, words: list[str]) -> tuple[str, bytes]:
    """Content type and bytes of what is no page."""
    rows = [{"id": draw.randint(1, 9999), "title": draw.choice(words)} for _ in range(8)]
    table = "id;title\n" + "".join(f"{row['id']};{row['title']}\n" for row in rows)
    feed = "".join(f"<item><title>{row['title']}</title></item>" for row in rows)
    number = draw.getrandbits(256)
    kinds = [
        ("application/json", json.dumps({"hits": rows}, ensure_ascii=False).encode()),
        ("text/csv; charset=utf-8", table.encode()),
        ("application/pdf", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n" + number.to_bytes(32, "big") * 9),
        (
            "application/rss+xml",
            f'<?xml version="1.0"?><rss><channel>{feed}</channel></rss>'.encode(),
        ),
        ("image/png", b"\x89PNG\r\n\x1a\n" + number.to_bytes(32, "big") * 5),
        ("application/zip", b"PK\x03\x04\x14\x00" + number.to_bytes(32, "big") * 5),
    ]
    return draw.choice(kinds)


PARKED = (
    "<html><head><title>{name}</title></head><body><h1>{name}</h1><p>This domain may be for "
    "sale.</p>"
    "<ul><li><a href=/a>Insurance</a><li><a href=/b>Flights</a><li><a href=/c>Hotels</a></ul>"
    "</body>"
    "</html>"
)
AWAY = [
    "<html><head><title>{status} {text}</title></head><body><center><h1>{status} {text}</h1>"
    "</center>"
    "<hr><center>gateway</center></body></html>",
    "<!doctype html><title>{text}</title><h1>{text}</h1><p>{note}</p>",
    "",
]
