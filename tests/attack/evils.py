"""Hostilities of sites, each of another shape; what is expected of all is the same."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from .farm import ELSEWHERE, FORM, Evil

_AWAY = f"http://{ELSEWHERE}:{{away}}"
_LONG = "9" * 1_000_000


def _answer(body: str, kind: str = "text/html", status: str = "200 OK", headers: str = "") -> str:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{headers}Content-Length: {{size}}\r\n"
        f"Connection: close\r\n\r\n{body}"
    )


def _with(more: str) -> str:
    """The form with more in it."""
    return FORM.replace("<button>", f"{more}<button>")


def _links(*addresses: str) -> str:
    return "".join(f"<p><a href='{one}'>More records of tulips</a></p>" for one in addresses)


def _to(address: str) -> str:
    return f"HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n"


def _json_ld(target: object, name: str = "words") -> str:
    said = {"@type": "SearchAction", "target": target, "query-input": f"name={name}"}
    return f'<script type="application/ld+json">{json.dumps(said)}</script>'


def _bomb(size: int = 1 << 28) -> str:
    packed = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(1 << 20)
    body = b"".join(packed.compress(piece) for _ in range(size >> 20)) + packed.flush()
    return body.decode("latin-1")


_DESCRIBED = '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">'


def _described(xml: str, headers: str = "") -> dict[str, str]:
    return {"/os.xml": _answer(xml, "application/opensearchdescription+xml", headers=headers)}


_LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
_ODD_HOSTS = (
    "http://127。66。66。66:{away}/s",
    "http://①②⑦.⑥⑥.⑥⑥.⑥⑥:{away}/s",
    "http://0x7f.0x42.0x42.0x42:{away}/s",
    "http://2135048770:{away}/s",
    "http://[::ffff:127.66.66.66]:{away}/s",
    "//127.66.66.66:{away}/s",
    "\\\\127.66.66.66:{away}\\s",
    "http:127.66.66.66:{away}/s",
    "http://127.0.0.1:{port}@127.66.66.66:{away}/s",
    "http://127.66.66.66:{away}#@127.0.0.1:{port}/s",
    "http://127.0.0.1:{port}\\@127.66.66.66:{away}/s",
    "http://xn--a/",
    "http://xn--/",
    "http://a.xn--zzzzzzzzzzzzzzzzzzzz/",
    f"http://{'a' * 70}.example/",
    f"http://{'a.' * 5000}/",
    "http://\u202e\u0660.example/",
    "http://[::1%25lo]:{away}/",
    "http://127.66.66.66%2f:{away}/",
    "http://127.66.66.66%00.example:{away}/",
    "gopher://127.66.66.66:{away}/",
    "file:///etc/passwd",
    "jar:http://127.66.66.66:{away}!/",
    "view-source:http://127.66.66.66:{away}/",
)
_CHARSETS = (
    "hex base64 zlib bz2 rot13 uu quopri idna punycode undefined unicode_escape raw_unicode_escape"
    " utf-7 mbcs oem utf-32 cp65001 charmap string_escape ../../x %s {0} x-user-defined"
).split()


def _forms() -> Iterator[tuple[str, Evil]]:
    yield "nothing", Evil()
    yield (
        "choices that act",
        Evil(
            form=_with(
                "<select name=what><option value=view selected>View<option value=delete>Go"
                "<option value=7>Delete all</select>"
                "<input type=checkbox name=remove-all value=1>"
                "<label><input type=checkbox name=z value=2> Delete all</label>"
                "<input type=radio name=task value=logout>"
            ),
            forbidden=("?what=delete", "?what=7", "?remove-all=", "?z=2", "?task=logout"),
        ),
    )
    yield (
        "words of acts in the path",
        Evil(
            head=_json_ld("/{words}"),
            body="<p>logout delete logout delete unsubscribe tulip</p>" * 3,
            form="",
            in_path=True,
            forbidden=("/logout", "/delete", "/unsubscribe"),
        ),
    )
    yield (
        "forms of others first",
        Evil(
            body=FORM.replace("/s", f"{_AWAY}/s")
            + FORM.replace('"/s"', '"//127.66.66.66:{away}/s"')
            + FORM.replace("<form", f'<form formaction="{_AWAY}"')
            + FORM.replace("<button", f'<button formaction="{_AWAY}/f" name=do value=delete')
        ),
    )


def _addresses() -> Iterator[tuple[str, Evil]]:
    yield (
        "a base that is another's",
        Evil(
            head=f'<base href="{_AWAY}/">',
            form=FORM.replace('"/s"', '"http://127.0.0.1:{port}/s"'),
        ),
    )
    yield (
        "redirects",
        Evil(
            body=_links(*(f"/go/{n}" for n in range(9))),
            places={
                "/go/0": _to(f"{_AWAY}/s"),
                "/go/1": _to("file:///etc/passwd"),
                "/go/2": _to("/go/2"),
                "/go/3": _to("/entry/delete"),
                "/go/4": _to("http://127.0.0.1:6379/"),
                "/go/5": _to("http://\xff\xfe/"),
                "/go/6": _to("\x00"),
                "/go/7": _to("//127.66.66.66:{away}/x"),
                "/go/8": _to("/" + "x" * 7_000),
                "/robots.txt": _to(f"{_AWAY}/robots.txt"),
            },
            forbidden=("/entry/delete",),
        ),
    )
    yield (
        "refresh, frames and preloads",
        Evil(
            head=f'<meta http-equiv=refresh content="0;url={_AWAY}/r"><link rel=prefetch'
            f' href="{_AWAY}/p"><link rel=dns-prefetch href="{_AWAY}">'
            f'<link rel=canonical href="{_AWAY}/c"><link rel=next href="{_AWAY}/n">'
            f'<link rel=alternate type="application/rss+xml" href="{_AWAY}/f">',
            body=f'<iframe src="{_AWAY}/i"></iframe><img src="{_AWAY}/g">',
        ),
    )
    yield "hosts of other letters", Evil(body=_links(*_ODD_HOSTS))
    yield (
        "forms to hosts of other letters",
        Evil(body="".join(FORM.replace("/s", one) for one in _ODD_HOSTS)),
    )
    yield (
        "cookies without end",
        Evil(headers="".join(f"Set-Cookie: a{n}={'x' * 3000}; Path=/\r\n" for n in range(60))),
    )


def _headers() -> Iterator[tuple[str, Evil]]:
    yield "a long policy", Evil(headers=f"Content-Security-Policy: {'https://a.b ' * 3_000}\r\n")
    yield (
        "headers that are no letters",
        Evil(
            headers='Content-Type: text/html; x=\xff\xfe\x80\r\nETag: "\xff\xed\xa0\x80"\r\n'
            "Last-Modified: \xff\r\n"
        ),
    )
    yield (
        "charsets that are none",
        Evil(
            head='<meta charset="{turn}">',
            headers="Content-Type: text/html; charset={turn}\r\n",
            form=FORM.replace("<form", '<form accept-charset="{turn}"'),
            turns=_CHARSETS,
        ),
    )


def _statements() -> Iterator[tuple[str, Evil]]:
    yield (
        "JSON-LD",
        Evil(
            head="".join(
                (
                    f'<script type="application/ld+json">{"[" * 50_000}</script>',
                    '<script type="application/ld+json">{"a": 1e9999, "b": -0, "c": '
                    + "1" * 5_000
                    + "}</script>",
                    '<script type="application/ld+json">{"@type": "SearchAction", "target":'
                    ' "/s\\ud800?q={w}\\udfff", "query-input": "name=w"}</script>',
                    _json_ld(f"{_AWAY}/s?q={{words}}"),
                    _json_ld("http://{words}/s?q=1"),
                    _json_ld("http://127.0.0.1:{words}/s"),
                    _json_ld("http://{words}@127.66.66.66:{away}/"),
                    _json_ld("javascript:alert({words})"),
                    _json_ld("/entry/delete?q={words}"),
                    _json_ld({"urlTemplate": {"urlTemplate": 3}}),
                    _json_ld("/s?q={words}&x=" + _LONG),
                )
            ),
            forbidden=("/entry/delete",),
        ),
    )
    yield (
        "OpenSearch with entities",
        Evil(
            head=_DESCRIBED,
            form="",
            places=_described(
                f'<!DOCTYPE x [<!ENTITY a0 "ha">{_LAUGHS}<!ENTITY f SYSTEM "file:///etc/passwd">'
                f'<!ENTITY h SYSTEM "{_AWAY}/e">]><OpenSearchDescription>&a9;&f;&h;'
                '<Url type="text/html" template="/&f;?q={searchTerms}"/>'
                f'<Url type="text/html" template="{_AWAY}/s?q={{searchTerms}}"/>'
                '<Url type="text/html" template="http://{searchTerms}/s"/>'
                '<Url type="text/html" template="javascript:{searchTerms}"/>'
                '<Url type="text/html" template="/cart/add?q={searchTerms}"/>'
                '<Url type="text/html" template="/s?q={searchTerms}"/></OpenSearchDescription>'
            ),
            forbidden=("/cart/add",),
        ),
    )
    yield (
        "OpenSearch without end",
        Evil(
            head=_DESCRIBED * 500 + _DESCRIBED.replace("/os.xml", f"{_AWAY}/os.xml"),
            places=_described('<Url type="text/html" template="' * 100_000),
        ),
    )


def _bombs() -> Iterator[tuple[str, Evil]]:
    yield (
        "a description that is a bomb",
        Evil(head=_DESCRIBED, places=_described(_bomb(), "Content-Encoding: gzip\r\n")),
    )
    bomb = _answer(_bomb(), headers="Content-Encoding: gzip\r\n")
    yield (
        "decompression bombs",
        Evil(
            body=_links("/bomb", "/sitemap.xml", "/twice"),
            places={
                "/bomb": bomb,
                "/sitemap.xml": bomb.replace("text/html", "application/xml"),
                "/twice": bomb.replace("Encoding: gzip", "Encoding: gzip, gzip, gzip"),
                "/robots.txt": bomb.replace("text/html", "text/plain"),
            },
        ),
    )
    urls = "".join(f"<url><loc>http://127.66.66.66:{{away}}/{n}</loc></url>" for n in range(9_000))
    yield (
        "sitemaps",
        Evil(
            body=_links("/sitemap.xml"),
            places={
                "/robots.txt": _answer("Sitemap: /sitemap.xml\n" * 20_000, "text/plain"),
                "/sitemap.xml": _answer(f"<urlset>{urls}</urlset>", "application/xml"),
            },
        ),
    )


def _sizes() -> Iterator[tuple[str, Evil]]:
    yield "robots that leads to itself", Evil(places={"/robots.txt": _to("/robots.txt")})
    for delay in ("nan", "-7"):
        yield (
            f"Crawl-delay {delay[:8]!a}",
            Evil(
                places={
                    "/robots.txt": _answer(
                        f"User-agent: *\nDisallow: /no\nCrawl-delay: {delay}\n".encode().decode(
                            "latin-1"
                        ),
                        "text/plain",
                    )
                },
                body=_links("/no/way"),
                forbidden=("/no/way",),
            ),
        )
    many = "".join(f"<input name=f{n}>" for n in range(10_000))
    yield "ten thousand fields", Evil(form=_with(many), opens=False)
    options = f"<select name=o>{'<option value=1>x' * 20_000}</select>"
    yield "options without end", Evil(form=_with(options))
    hidden = f"<input type=hidden name=h value={_LONG}>"
    yield "a value of a megabyte", Evil(body=_with(hidden), everywhere=False)
    chosen = (
        f"<select name=c{n}><option>a<option value={_LONG[:200_000]}></select>" for n in range(9)
    )
    yield "choices of a megabyte", Evil(body="".join(map(_with, chosen)), everywhere=False)
    far = (f"/x{n}?a={_LONG[:100_000]}" for n in range(30))
    yield "links of a megabyte", Evil(body=_links(*far), everywhere=False)
    named = f"<form action=/s><input name={_LONG}><button>Search</button></form>"
    yield "a name of a megabyte", Evil(body=named, everywhere=False)
    yield "ten thousand forms", Evil(body=FORM.replace("/s", "/t") * 10_000, everywhere=False)
    words = " ".join(f"{n:x}ab" for n in range(60_000))
    yield "words without end", Evil(body=f"<p>{words}</p>", everywhere=False)


def _shown() -> Iterator[tuple[str, Evil]]:
    yield (
        "odd bytes of HTTP",
        Evil(
            body=_links(*(f"/odd/{n}" for n in range(9))),
            places={
                "/odd/0": "HTTP/1.1 999 \x1b[2J\r\n\r\nx",
                "/odd/1": "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nx",
                "/odd/2": "no HTTP at all\r\n\r\n",
                "/odd/3": "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nx",
                "/odd/4": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "/odd/5": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\nx",
                "/odd/6": "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx",
                "/odd/7": "HTTP/1.1 429 No\r\nRetry-After: -9\r\nContent-Length: 0\r\n\r\n",
                "/odd/8": "HTTP/1.1 304 Not Modified\r\n\r\n",
            },
        ),
    )
    control = "\x1b]0;OWNED\x07 \x9b2J \u202e =1+1 &#27;[2J &#x202e;"
    yield (
        "a page for terminals",
        Evil(
            head=f"<title>{control}</title>",
            body=f"<p>{control}</p>",
            form=FORM.replace("name=", f"title='{control}' name="),
        ),
    )
    yield "a field for terminals", Evil(body=FORM.replace('"q"', '"\x1b]0;OWNED\x07\r\nX: y"'))


_ROOMS = (_forms, _addresses, _headers, _statements, _bombs, _sizes, _shown)
EVILS = {name: evil for room in _ROOMS for name, evil in room()}
