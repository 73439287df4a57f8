"""Sites that hold records, each with a hostility of its own, that write what they like on the wire.

A site answers its form with the records that have the word. `Evil` says what it does besides.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from tests.listening import listening

ELSEWHERE = "127.66.66.66"  # nobody's: who comes here was led astray
WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty kelp tulip".split()
TITLES = [f"{WORDS[n % 12]} {WORDS[(n * 7 + n // 12 + 3) % 12]} {n + 100}" for n in range(36)]
FORM = '<form action="/s"><input name="q"><button>Search</button></form>'
_GONE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True)
class Evil:
    """What a site does besides; `{port}` and `{away}` are the ports of itself and of elsewhere.

    Attributes
    ----------
    head, body
        Of every page, before its own.
    headers
        Of every page, raw.
    turns
        What `{turn}` says, another on each page.
    everywhere
        Whether other pages than the first have the head and the body.
    opens
        Whether it can be asked at all.
    places
        Raw answers by path, status line and all.
    forbidden
        Paths, or a piece of an address behind a `?`, that nobody may ask for.
    in_path
        The words stand in the path.
    """

    head: str = ""
    body: str = ""
    headers: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    forbidden: Sequence[str] = ()
    form: str = FORM
    in_path: bool = False
    turns: Sequence[str] = ("",)
    everywhere: bool = True
    opens: bool = True


@dataclass
class Site:
    """A site that is being served."""

    evil: Evil
    port: int = 0
    away: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    last: bytes = b""  # request, as it came

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def harm(self) -> list[str]:
        """What was asked though it is forbidden."""
        bad = self.evil.forbidden
        return [
            address
            for address in self.asked
            if any(one[1:] in address if one[:1] == "?" else _path(address) == one for one in bad)
        ]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request of a connection."""
        try:
            asked = await reader.readuntil(b"\r\n\r\n")
            address = asked.split(b" ")[1].decode("latin-1")
            self.asked[address] += 1
            self.last = asked
            writer.write(self._answered(address))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return
        finally:
            writer.close()

    def _answered(self, address: str) -> bytes:
        path = _path(address)
        if path in self.evil.places:
            head, blank, text = self._named(self.evil.places[path]).partition("\r\n\r\n")
            head = head.replace("{size}", str(len(text)))
            return f"{head}{blank}{text}".encode("latin-1")
        if path in ("/robots.txt", "/favicon.ico"):
            return _GONE
        body = self._page(address).encode("utf-8", "surrogatepass")
        kind = "" if "Content-Type:" in self.evil.headers else "Content-Type: text/html\r\n"
        head = f"HTTP/1.1 200 OK\r\n{kind}{self._named(self.evil.headers)}"
        head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        return head.encode("latin-1") + body

    def _page(self, address: str) -> str:
        arguments = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        query = arguments.get("q", "")
        if self.evil.in_path and _path(address) != "/s":
            query = unquote(_path(address).strip("/"))
        found = [n for n in range(len(TITLES)) if query and query in TITLES[n].split()]
        if address.startswith("/i/"):
            number = address[3:].partition("?")[0]
            listed = (
                f"<h1>{TITLES[int(number)]}</h1>" if number in map(str, range(len(TITLES))) else ""
            )
        elif query:
            rows = (
                f"<li><a href=/i/{n}>{TITLES[n]}</a> <p>It costs {n * 7 + 5} EUR, {word}.</p></li>"
                for n in found
                for word in [WORDS[n % 11]]
            )
            listed = f"<h1>{len(found)} found</h1><ol>{''.join(rows)}</ol>"
            listed = listed if found else "<p>Nothing was found for these words.</p>"
        else:
            listed = "<p>Search our records of amber, birch, cedar and tulip.</p>"
        evil = self.evil
        here = evil.everywhere or address == "/"
        head, body = (evil.head, evil.body) if here else ("", "")
        text = f"<!doctype html><html><head><title>Records</title>{head}</head><body>"
        return self._named(f"{text}{evil.form}{body}<main>{listed}</main></body></html>")

    def _named(self, text: str) -> str:
        turn = self.evil.turns[self.asked.total() % len(self.evil.turns)]
        for name, value in (("{away}", self.away), ("{port}", self.port), ("{turn}", turn)):
            text = text.replace(name, str(value))
        return text


def _path(address: str) -> str:
    return address.partition("?")[0]


@asynccontextmanager
async def served(evils: Mapping[str, Evil]) -> AsyncIterator[tuple[dict[str, Site], list[bytes]]]:
    """The sites by name, and what came to an address that is nobody's."""
    astray: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        astray.append(await reader.read(300))
        writer.close()

    async with AsyncExitStack() as stack:
        away = await stack.enter_async_context(listening(listen, ELSEWHERE))
        sites = {name: Site(evil, away=away) for name, evil in evils.items()}
        for site in sites.values():
            site.port = await stack.enter_async_context(listening(site.answer))
        yield sites, astray
