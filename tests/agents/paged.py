"""A made site whose answers have pages: any number of records, a full database behind."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.site.answers import HOST, WORDS

from .ring import Answer

PAGE = 10
TITLES = "harbour signal lantern quarry saddle timber violin walnut".split()


def record(number: int) -> str:
    """One record with its own page; its words follow from its number."""
    one, two = TITLES[number % len(TITLES)], WORDS[number // 8 % len(WORDS)]
    return (
        f'<li class="hit"><h3><a href="/item/{number}">{one} {two} number {number}</a></h3>'
        f"<p>{two} of {one}, in {number * 37 % 900 + 20} sheets, kept since {1900 + number % 97}."
        "</p></li>"
    )


def page_of(numbers: list[int], start: int, address: str, title: str, turn: int) -> bytes:
    """A page of a list, with a link to the next one where there is one."""
    shown = "".join(record(number) for number in numbers[start : start + PAGE])
    body = f'<ol class="hits">{shown}</ol>' if shown else '<p class="none">Nothing was found.</p>'
    last = start + PAGE >= len(numbers)
    sign = "&" if "?" in address else "?"
    more = "" if last else f'<a rel="next" href="{address}{sign}start={start + PAGE}">Next</a>'
    return f"""<html><body><div class="top"><a href="/">Home</a> <a href="/help">Help</a>
      <form action="/search"><input type="search" name="q"><button>Search</button></form></div>
      <div class="main"><h1>{title}</h1>{body}<p class="pages">{more}</p></div>
      <div class="foot">Page made in {turn} ms. Terms and conditions apply.</div></body></html>
      """.encode()


class Paged:
    """Records 0 .. n - 1; a word finds those whose title has it, and `all` what `finds` says."""

    def __init__(self, n: int = 300) -> None:
        self.n = n
        self.asked: list[str] = []

    def __call__(self, url: str) -> Answer:
        self.asked.append(url)
        address = urlsplit(url)
        arguments = parse_qs(address.query, keep_blank_values=True)
        start = int(arguments.get("start", ["0"])[0])
        turn = sum(map(ord, url)) % 90
        if address.path == "/search":
            query = arguments.get("q", [""])[0]
            numbers = self.find(query)
            own = f"/search?q={query}"
            return "ok", 200, page_of(numbers, start, own, f"Results for {query}", turn)
        return "ok", 200, page_of([], 0, "/", "Welcome", turn)

    def find(self, query: str) -> list[int]:
        """Numbers of the records that match."""
        if not query:
            return []
        words = query.lower().split()
        return [
            n
            for n in range(self.n)
            if all(word in (TITLES[n % len(TITLES)], WORDS[n // 8 % len(WORDS)]) for word in words)
        ]


def site_url(path: str = "/") -> str:
    """An address of the site."""
    return HOST + path
