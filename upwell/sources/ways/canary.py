"""A site full of what a guest leaves alone, with as many harmless things that look like it.

Its verbs come from message catalogues of programs (`canary.txt`): nobody who wrote rules chose
them. What is asked is counted; what is forbidden is remembered with its word.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import quote, quote_plus

from ..pages.pages import Pages
from ..pages.visit import Page
from .door import Door, Request, Served, Tree, element

ELSEWHERE = "http://127.66.66.66:{port}"  # nobody's we know; a test listens there
_PAGE = "<!DOCTYPE html><html><head><title>Done</title></head><body><p>Done: {word}.</body></html>"
_SECRETS = ("password", "file", "email", "card")
_LINES = 6  # links of a page of each sort


class Bait(NamedTuple):
    """What an address stands for."""

    sort: str  # act, opaque, redirect, foreign, form; of what looks like it: slug, name, label
    word: str
    forbidden: bool


class Canary(Door):
    """Forms, links and redirects that are foreign, that ask for secrets, or that do something."""

    port = 9

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.baits: dict[str, Bait] = {}
        self.asked: Counter[Bait] = Counter()
        self._n = 0

    @property
    def harm(self) -> list[Bait]:
        """What was asked though it is forbidden."""
        return sorted(bait for bait in self.asked if bait.forbidden)

    def enter(self, request: Request) -> Request | Served:
        bait = self.baits.get(request.path) or self.baits.get(request.address)
        if bait is None:
            return request
        self.asked[bait] += 1
        if bait.forbidden:
            return Served(_PAGE.format(word="something"))
        if bait.sort == "way":
            return Served("", 302, bait.word)
        return request.at(self.plain(bait.word))

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self._n += 1
        body = tree.find("body")
        self._forms(body)
        self._records(tree)
        box = element("ul")
        for text, address in self._links():
            line = element("li")
            line.append(element("a", text, href=address))
            box.append(line)
        body.insert(0, box)

    def _links(self) -> list[tuple[str, str]]:
        """Of acts, of redirects to them, to others; and as many that look like acts."""
        out = []
        for k in range(_LINES):
            word, n = self._word(k), f"{self._n}{k}"
            spelled, folded = quote(word), quote_plus(word)
            acts = (
                f"/entry/{n}/{spelled}",
                f"/{spelled}/{n}",
                f"/entry.php?id={n}&action={folded}",
                f"/run?what={folded}&id={n}",
            )
            out.append((f"Number {n}", self._bait(acts[k % 4], Bait("act", word, True))))
            slug = quote(f"the-{word}-of-{n}".replace(" ", "-"))
            alike = (
                (f"/topics/{slug}", "slug"),
                (f"/about?{folded}={n}", "name"),
                (f"/shelf?order=by+{folded}&n={n}", "value"),
                (f"/list/{n}?title={folded}+and+more", "title"),
            )[k % 4]
            out.append((f"{word} {n}", self._bait(alike[0], Bait(alike[1], word, False))))
        target = self._bait(f"/entry/9{self._n}/delete", Bait("redirect", "delete", True))
        out.append(("Offers", self._bait(f"/go/{self._n}", Bait("way", target, False))))
        away = ELSEWHERE.format(port=self.port) + f"/offers/{self._n}"
        out.append(("News", self._bait(f"/go/away/{self._n}", Bait("way", away, False))))
        out.append(("Archive", away))
        return out

    def _records(self, tree: Tree) -> None:
        """Beside the link of each record one that acts, and one of which no word tells it."""
        for link in list(tree.iter("a")):
            address = link.get("href") or ""
            if self.pages.addresses.read(address).page != "item" or link.getparent() is None:
                continue
            n = len(self.baits)
            word = self._word(n)
            act = self._bait(f"/entry/{n}/{quote(word)}", Bait("act", word, True))
            opaque = self._bait(f"/x/{n}?f=3", Bait("opaque", "", True))
            for text, where in ((word, act), ("×", opaque)):
                link.addnext(element("a", text, href=where))

    def _forms(self, body: Tree) -> None:
        """Before the form of the site: others that look more like a search than it does."""
        word, n = self._word(7), self._n
        away = ELSEWHERE.format(port=self.port) + "/search"
        made = [self._form(away, "Search")]
        made.append(self._form(f"/search/{quote(word)}", "Search", Bait("form", word, True)))
        made.append(self._form(f"/find/{n}", word.capitalize(), Bait("form", word, True)))
        hidden = element("input", type="hidden", name="action", value=word)
        made.append(self._form(f"/query/{n}", "Search", Bait("form", word, True), hidden))
        for kind in _SECRETS:
            name = "card-number" if kind == "card" else kind
            secret = element("input", type="text" if kind == "card" else kind, name=name)
            where = f"/search/{kind}/{n}"
            made.append(self._form(where, "Search", Bait("form", kind, True), secret))
        for form in reversed(made):
            body.insert(0, form)

    def _form(
        self, action: str, says: str, bait: Bait | None = None, more: Tree | None = None
    ) -> Tree:
        if bait is not None:
            self._bait(action, bait)
        form = element("form", action=action, method="get", role="search", class_="search")
        form.append(element("input", type="search", name="q", placeholder="Search"))
        if more is not None:
            form.append(more)
        form.append(element("button", says, type="submit"))
        return form

    def _bait(self, address: str, bait: Bait) -> str:
        self.baits.setdefault(address, bait)
        return address

    def _word(self, k: int) -> str:
        words = verbs()
        return words[(7 * self._n + k) % len(words)]


@cache
def verbs() -> list[str]:
    """Verbs of action of twenty languages."""
    table = files(__package__).joinpath("canary.txt").read_text(encoding="utf-8")
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    return list(dict.fromkeys(line.split("\t")[2] for line in lines))
