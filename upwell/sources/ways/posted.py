"""Sites that are asked by POST: pages of an answer as well, and with values that pass once."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from ..pages.pages import Pages
from ..pages.visit import Page
from .door import Door, Request, Served, Tree, element


class Posted(Door):
    """The form posts, and so does each page of an answer, by a button of its own."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.posts = True
        self.words, self.number = self.names["query"], self.names["page"]

    def enter(self, request: Request) -> Request | Served:
        if not self.is_search(request.path):
            return request
        if request.method != "POST":
            return Served("<!DOCTYPE html><title>405</title><p>Method not allowed", 405)
        return request.at(self._address(request.body.get(self.words, ""), request.body))

    def _address(self, words: str, body: Mapping[str, str]) -> str:
        number = body.get(self.number, "")
        question = self.pages.question(words)
        if number.isdigit() and len(number) < 5:
            question = question.at_page(int(number))
        return self.pages.addresses.asking(question)

    def page_of(self, link: Tree, page: Page) -> int:
        """The page of the same answer that a link leads to; 0: it leads elsewhere."""
        here = page.asked.question
        there = self.pages.addresses.read(link.get("href") or "").question
        return there.page if there.at_page(here.page) == here else 0

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        for form in self.forms(tree):
            form.set("method", "post")
        for link in list(tree.iter("a")):
            if self.is_search(link.get("href") or ""):
                self._replace(link, page)

    def _replace(self, link: Tree, page: Page) -> None:
        """A link to another page becomes a form with a button; others fall away."""
        number = self.page_of(link, page)
        if not number:
            link.drop_tag()
            return
        form = element("form", action=self.search, method="post")
        sent = {self.words: page.asked.question.query, self.number: str(number)}
        for name, value in sent.items():
            form.append(element("input", type="hidden", name=name, value=value))
        form.append(element("button", link.text_content(), type="submit"))
        form.tail = link.tail
        link.getparent().replace(link, form)


class ViewState(Posted):
    """One form around the whole page; what it hides is issued with each page and passes once."""

    state, check = "__VIEWSTATE", "__EVENTVALIDATION"
    _longest = 4096  # pages whose values are still good

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self._issued: dict[str, str] = {}  # state: the words it stands for
        self._n = 0

    def enter(self, request: Request) -> Request | Served:
        if not self.is_search(request.path):
            return request
        if request.method != "POST":
            return request.at("/")
        state = request.body.get(self.state, "")
        words = self._issued.pop(state, None)
        if words is None or request.body.get(self.check, "") != _check(state):
            return Served("<!DOCTYPE html><title>Error</title><p>Validation of state failed", 500)
        body = request.body
        return request.at(
            self._address(words if body.get(self.number) else body.get(self.words, ""), body)
        )

    def _issue(self, words: str) -> str:
        self._n += 1
        state = blake2b(f"state {self._n}".encode(), digest_size=24).hexdigest()
        self._issued[state] = words
        if len(self._issued) > self._longest:
            del self._issued[next(iter(self._issued))]
        return state

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        pager = []
        for link in list(tree.iter("a")):
            if self.is_search(link.get("href") or ""):
                number = self.page_of(link, page)
                if number:
                    pager.append((str(number), link.text_content()))
                link.drop_tag()
        state = self._issue(page.asked.question.query)
        for form in self.forms(tree):
            form.set("method", "post")
            for name, value in ((self.state, state), (self.check, _check(state))):
                form.insert(0, element("input", type="hidden", name=name, value=value))
            form.extend(
                element("button", text, type="submit", name=self.number, value=number)
                for number, text in pager
            )


def _check(state: str) -> str:
    return blake2b(f"check {state}".encode(), digest_size=16).hexdigest()
