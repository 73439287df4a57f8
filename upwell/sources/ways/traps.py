"""Twelve traps beside a site: each has more addresses than anybody could ask, and no record."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from urllib.parse import quote_plus

from ..pages.pages import Pages
from ..pages.visit import Page
from .door import Door, Request, Served, Tree, element

_FRAME = "<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1>{body}"


class Traps(Door):
    """A calendar, sessions in paths and arguments, growing paths, facets, orders, repeated
    arguments, mazes of pages that are not there, pages without end, print twins, farms of links,
    marks of where one came from."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._n = 0
        self.prefixes: dict[str, Callable[[str], Served]] = {
            "/events/": self._calendar,
            "/rel/": self._growing,
            "/gone/": self._maze,
            "/stream/": self._endless,
            "/farm/": self._farm,
            "/filter/": self._facets,
        }

    def enter(self, request: Request) -> Request | Served:
        for prefix, answer in self.prefixes.items():
            if request.path.startswith(prefix):
                self.n_trapped += 1
                return answer(request.address)
        path, arguments = request.path, request.arguments
        if path.startswith("/s/"):  # a session in the path
            self.n_trapped += 1
            return request.at("/" + request.address.split("/", 3)[3])
        odd = {"view", "visit", "print", "m", "came", "by"} & set(arguments)
        if odd or request.address.count(f"{self.names['query']}=") > 1:
            self.n_trapped += 1
            kept = {name: value for name, value in arguments.items() if name not in odd}
            text = "&".join(f"{quote_plus(k)}={quote_plus(v)}" for k, v in kept.items())
            return request.at(f"{path}?{text}" if text else path)
        return request

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self._n += 1
        word = _word(self._n)
        item = next(
            (a.get("href") for a in tree.iter("a") if self._is_item(a.get("href") or "")), ""
        )
        links = {
            "Calendar": "/events/2031/05",
            "Your visit": f"/s/{word}/",
            "Here": f"/?visit={word}",
            "Deeper": f"/rel/{word}/",
            "Filter": f"/filter/colour-{word[:2]}/",
            "Missing": f"/gone/{word}.html",
            "Stream": f"/stream/{self._n}",
            "Partners": f"/farm/{word}",
        }
        if item:
            mark = "&" if "?" in item else "?"
            links |= {"Print": f"{item}{mark}print=1", "Share": f"{item}{mark}came={word}"}
        if page.asked.page == "search":
            query = quote_plus(page.asked.question.query)
            again = f"{self.search}?{self.names['query']}={query}"
            twice = f"{again}&{self.names['query']}={query}"
            links |= {"Order": f"{again}&by={word[:3]}", "Again": f"{twice}&view={word[:4]}"}
        box = element("ul")
        for text, address in links.items():
            line = element("li")
            line.append(element("a", text, href=address))
            box.append(line)
        tree.find("body").append(box)

    def _is_item(self, address: str) -> bool:
        return self.pages.addresses.read(address).page == "item"

    def _page(self, title: str, links: dict[str, str]) -> Served:
        listed = "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in links.items())
        text = " ".join(_word(len(title) * 7 + n) for n in range(12))
        return Served(_FRAME.format(title=title, body=f"<p>{text}</p><ul>{listed}</ul>"))

    def _calendar(self, address: str) -> Served:
        year, _, month = address.removeprefix("/events/").partition("/")
        if not (year.isdigit() and month.isdigit() and len(year) < 6):
            return Served(_FRAME.format(title="404", body=""), 404)
        n = int(year) * 12 + int(month) - 1
        near = {f"/events/{m // 12}/{m % 12 + 1:02}": f"{m % 12 + 1}" for m in (n - 1, n + 1)}
        days = {f"/events/{year}/{month}#{day}": f"{day}" for day in range(1, 4)}
        return self._page(f"{month}/{year}", near | days)

    def _growing(self, address: str) -> Served:
        depth = address.count("/")
        return self._page("Deeper", {f"{_word(depth)}/": "one", f"{_word(depth + 99)}/": "two"})

    def _facets(self, address: str) -> Served:
        colours = {f"{address}shade-{_word(n)[:3]}/": f"shade {n}" for n in range(8)}
        return self._page("Filter", colours)

    def _maze(self, address: str) -> Served:
        near = {f"/gone/{_word(hash_of(address) + n)}.html": f"{n}" for n in range(6)}
        return self._page("We could not find this page", near)

    def _endless(self, address: str) -> Served:
        number = address.removeprefix("/stream/").partition("?")[0]
        n = int(number) if number.isdigit() and len(number) < 12 else 0
        return self._page("Stream", {f"/stream/{n + 1}": "next", f"/stream/{n + 10}": "later"})

    def _farm(self, address: str) -> Served:
        near = {f"/farm/{_word(hash_of(address) + n)}": _word(n) for n in range(40)}
        return self._page(f"All about {address[6:14]}", near)


def hash_of(text: str) -> int:
    """A number of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


def _word(n: int) -> str:
    return blake2b(f"word {n}".encode(), digest_size=5).hexdigest()
