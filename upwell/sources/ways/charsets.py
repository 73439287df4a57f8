"""A site whose addresses are written in a charset that is not UTF-8."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, quote_from_bytes, unquote_plus, unquote_to_bytes

from ..pages.pages import Pages
from ..pages.visit import Page
from .door import Door, Request, Served, Tree


class InItsCharset(Door):
    """Bytes of a query are read in the charset of the pages; UTF-8 finds nothing there."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.taken = self.charset

    def enter(self, request: Request) -> Request | Served:
        return request.at(_rewritten(request.address, self._read))

    def _read(self, text: str) -> str:
        found = unquote_to_bytes(text.replace("+", " ")).decode(self.taken, "replace")
        return quote(found, safe="")

    def _written(self, text: str) -> str:
        found = unquote_plus(text).encode(self.taken, "xmlcharrefreplace")
        return quote_from_bytes(found, safe="")

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        for link in tree.iter("a"):
            link.set("href", _rewritten(link.get("href") or "", self._written))
        for meta in tree.iter("meta"):
            if meta.get("charset"):
                meta.set("charset", self.charset)
        self.drop_lists(tree, page)


class Accepting(InItsCharset):
    """The page is UTF-8; the form says that its search takes another charset."""

    def __init__(self, pages: Pages) -> None:
        super().__init__(pages)
        self.charset = "utf-8"

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        super().dress(tree, page, request)
        for form in self.forms(tree):
            form.set("accept-charset", self.taken)


def _rewritten(address: str, write: Callable[[str], str]) -> str:
    """An address with each value of its arguments written anew."""
    path, mark, text = address.partition("?")
    pairs = (pair.partition("=") for pair in text.split("&"))
    return path + mark + "&".join(name + sign + write(value) for name, sign, value in pairs)
