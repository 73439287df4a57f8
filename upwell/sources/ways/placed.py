"""Sites whose search form is not where one looks first, or not for everybody."""

from __future__ import annotations

from ..pages.visit import Page
from .door import Door, Request, Served, Tree, edited, element

_STILL = "<!DOCTYPE html><html><head><title>{title}</title></head><body><h1>{title}</h1>{body}"


class TwoClicksAway(Door):
    """The form stands on one page that a page of the menu leads to, and on the answers."""

    first, second = "/collections", "/collections/finder"

    def enter(self, request: Request) -> Request | Served:
        if request.path in (self.first, self.second):
            return request.at(self.pages.addresses.static("about"))
        return request

    def leave(self, page: Page, request: Request) -> Served:
        served = super().leave(page, request)

        def place(tree: Tree) -> None:
            if request.path != self.second and not self.is_search(request.path):
                self.drop_forms(tree)
            body = tree.find("body")
            if page.page_class == "home":
                body.insert(0, element("a", "Collections", href=self.first))
            if request.path == self.first:
                body.append(element("a", "Finder", href=self.second))

        return served._replace(text=edited(served.text, place)) if served.text else served

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)


class SecondForm(Door):
    """The first form of every page searches the pages of help; the second is the one."""

    help = "/support/find"

    def enter(self, request: Request) -> Request | Served:
        if request.path != self.help:
            return request
        links = "".join(
            f'<li><a href="{self.pages.addresses.static(name)}">{name}</a></li>'
            for name in ("help", "terms", "contact")
        )
        body = f"<p>Three pages may be of use.</p><ul>{links}</ul>"
        return Served(_STILL.format(title="Support", body=body))

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)
        form = element("form", action=self.help, method="get", role="search")
        form.append(element("input", type="search", name="find", placeholder="Search"))
        form.append(element("button", "Search", type="submit"))
        tree.find("body").insert(0, form)


class LogIn(Door):
    """Who brings no pass sees the page of the log-in, whatever is asked for."""

    cookie, value = "pass", "b9d1c2f0a7"

    def enter(self, request: Request) -> Request | Served:
        if request.cookies.get(self.cookie) == self.value:
            return request
        body = (
            '<form action="/session" method="post"><input name="user"><input type="password" '
            'name="password"><button>Log in</button></form>'
        )
        return Served(_STILL.format(title="Log in", body=body))

    def dress(self, tree: Tree, page: Page, request: Request) -> None:
        self.drop_lists(tree, page)
