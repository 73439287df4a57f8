"""What stands between a site and its visitors: how it is asked, and what of it is seen.

A door passes what a visitor sends on to the site in the site's own words (`enter`), and changes
the page on its way out (`leave`). Records, addresses and markup stay those of the family and its
seed, so each way in can be tried on every family, and its own door is the control.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from lxml import html

from ..pages.addresses import parsed
from ..pages.pages import Pages
from ..pages.visit import Page

Tree = Any  # an element of lxml
HOST = "http://the.site.itself"  # stands for scheme and authority in what a door writes
_ANSWERS = ("list", "single", "none", "error")


@dataclass(frozen=True, slots=True)
class Request:
    """What a visitor sends: `address` is path and arguments as written on the wire."""

    address: str
    method: str = "GET"
    body: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return self.address.partition("?")[0]

    @property
    def arguments(self) -> dict[str, str]:
        return parsed(self.address.partition("?")[2])

    def at(self, address: str) -> Request:
        """A plain GET of another address."""
        return replace(self, address=address, method="GET", body={})


class Served(NamedTuple):
    """What goes over the wire beside the family's media type and charset."""

    text: str
    status: int = 200
    location: str = ""
    media_type: str = ""


class Door:
    """The usual one: everything passes as it is.

    Parameters
    ----------
    pages
        The site behind it.
    """

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.charset = pages.family.charset
        self.names = pages.addresses.arguments
        self.search = pages.addresses.path
        self.posts = pages.family.method == "post"
        self.n_trapped = 0  # requests that led nowhere

    def enter(self, request: Request) -> Request | Served:
        """What the site is asked instead, or an answer that needs no site."""
        return request

    def leave(self, page: Page, request: Request) -> Served:
        """The page as the visitor gets it; `request` is what the visitor sent."""
        if page.location:
            return Served("", page.status, page.location)
        if type(self) is Door:
            return Served(page.text, page.status)
        return Served(edited(page.text, lambda tree: self.dress(tree, page, request)), page.status)

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        """Change a page."""

    def choose(self, request: Request) -> Pages:
        """Whose pages answer."""
        return self.pages

    def plain(self, query: str, **more: str) -> str:
        """The site's own address of an answer."""
        pairs = {self.names["query"]: query, **more}
        text = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs.items())
        return f"{self.search}?{text}"

    def is_search(self, address: str) -> bool:
        """Whether an address is of the search."""
        return self.pages.addresses.is_search(address)

    # What doors do to pages

    def forms(self, tree: Tree) -> list[Tree]:
        """The search forms of a page."""
        return [form for form in tree.iter("form") if self.is_search(form.get("action") or "")]

    def drop_forms(self, tree: Tree) -> None:
        """Take the search forms away."""
        for form in self.forms(tree):
            form.drop_tree()

    def drop_lists(self, tree: Tree, page: Page) -> None:
        """Off the answers no link leads to a list, so the way in is the only one."""
        if page.page_class not in _ANSWERS:
            self.drop_links(tree, self.is_search)

    def drop_links(self, tree: Tree, chosen: Callable[[str], bool]) -> None:
        """Take links away and leave their text."""
        for link in list(tree.iter("a")):
            if chosen(link.get("href") or ""):
                link.drop_tag()


def edited(text: str, edit: Callable[[Tree], None]) -> str:
    """A page after an edit of its tree."""
    tree = html.document_fromstring(text.encode(), html.HTMLParser(encoding="utf-8"))
    edit(tree)
    shown: str = html.tostring(tree, encoding="unicode")
    return "<!DOCTYPE html>\n" + shown


def element(tag: str, text: str = "", **attributes: str) -> Tree:
    """A new element; a trailing underscore of an attribute's name falls away."""
    made = html.Element(tag, {name.rstrip("_"): value for name, value in attributes.items()})
    made.text = text
    return made
