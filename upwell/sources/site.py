"""The catalogue as a web site: pages, addresses and what each answers (aiohttp, Jinja2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode
from zlib import crc32

from aiohttp import web
from aiohttp.typedefs import Handler
from jinja2 import Environment, FileSystemLoader

from .boxes import Boxes, related
from .catalogue import RETURN_LIMIT, SORTS, Catalogue, Question, complaint

SHOP = "Quayside Books"
ROBOTS = "User-agent: *\nDisallow: /basket\nDisallow: /go/\nDisallow: /newsletter\n"
STATIC = {
    "/about": (
        "About us",
        "Two rooms above the old customs house, and nine kilometres of shelves behind it.",
        "We buy libraries whole, describe every volume by hand and send them all over the world.",
    ),
    "/delivery": (
        "Delivery",
        "Books leave the shop on the next working day, wrapped in paper and sent by post.",
        "Parcels within the country cost three pounds, all others seven.",
    ),
    "/contact": (
        "Contact",
        "Write to us, ring the bell, or leave a note with the porter.",
        "If a title is not in the catalogue we look for it, without obligation.",
    ),
    "/terms": ("Terms of sale", "Every volume may be returned within thirty days, unread or read."),
    "/privacy": ("Privacy", "We keep what the post office needs and nothing else."),
    "/help": (
        "How to search",
        "Enter one or more words; a title is found when every word occurs in it.",
        "Results can be put in another order or narrowed to one shelf or one year.",
    ),
}


class Site:
    """Handlers over one catalogue.

    Parameters
    ----------
    catalogue
        The database.
    frozen
        Boxes, clock and session depend on the address alone; otherwise they turn at every visit.

    The related searches, which repeat the query, stand on no-match pages as well: a region that
    follows the query and is no answer, on a page that has none.
    """

    def __init__(self, catalogue: Catalogue, frozen: bool = False) -> None:
        self.catalogue = catalogue
        self.frozen = frozen
        self.visits = 0
        self.boxes = Boxes(catalogue.seed, catalogue.items)
        self.shelves = sorted(Counter(item.subject for item in catalogue.items).items())
        self._templates = Environment(
            loader=FileSystemLoader(Path(__file__).with_name("templates")),
            autoescape=True,
            auto_reload=False,
        )

    def app(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(middlewares=[self._count])
        app.router.add_get("/", self.home)
        app.router.add_get("/search", self.search)
        app.router.add_get(r"/item/{number:\d{1,9}}", self.item)
        app.router.add_get("/robots.txt", self.robots)
        app.router.add_get("/go/{number}", self.advert)
        for path in STATIC:
            app.router.add_get(path, self.static)
        app.router.add_get("/basket", self.basket)
        app.router.add_route("*", "/{rest:.*}", self.missing)
        return app

    async def home(self, request: web.Request) -> web.Response:
        return self._page(request, "home.html", subjects=self.shelves)

    async def search(self, request: web.Request) -> web.Response:
        question, trouble = _question(request.query)
        trouble = trouble or complaint(question)
        if trouble is not None:
            return self._page(
                request, "error.html", status=400, query=question.query, complaint=trouble
            )
        answer = self.catalogue.search(question)
        boxes = related(question.query) if question.query else []
        if answer.total == 0:
            return self._page(request, "none.html", query=question.query, related=boxes)
        if not answer.shown:
            return await self.missing(request)
        sid = request.query.get("sid") or self.boxes.session(self._turn(request))
        return self._page(
            request,
            "list.html",
            query=question.query,
            heading=_heading(question),
            answer=answer,
            related=boxes,
            limit=RETURN_LIMIT,
            sorts=_sorts(question, sid),
            pages=_pages(question, answer.n_pages),
            by_subject=[
                (name, n, _address(replace(question, subject=name, page=1)))
                for name, n in answer.subjects
            ],
            by_year=[
                (name, n, _address(replace(question, year=name, page=1)))
                for name, n in answer.years
            ],
        )

    async def item(self, request: web.Request) -> web.Response:
        item = self.catalogue.by_id.get(int(request.match_info["number"]))
        if item is None:
            return await self.missing(request)
        shelf = self.catalogue.search(Question(subject=item.subject)).shown
        neighbours = [other for other in shelf if other != item][:5]
        return self._page(request, "item.html", item=item, neighbours=neighbours)

    async def static(self, request: web.Request) -> web.Response:
        heading, *paragraphs = STATIC[request.path]
        return self._page(request, "static.html", heading=heading, paragraphs=paragraphs)

    async def advert(self, request: web.Request) -> web.Response:
        text = "Our partner's shop is not part of this catalogue."
        return self._page(request, "static.html", heading="Leaving us", paragraphs=[text])

    async def basket(self, request: web.Request) -> web.Response:
        text = "Your basket is empty."
        return self._page(request, "static.html", heading="Basket", paragraphs=[text])

    async def robots(self, request: web.Request) -> web.Response:
        return web.Response(text=ROBOTS)

    async def missing(self, request: web.Request) -> web.Response:
        text = "There is no page at this address. The search box above knows every title we have."
        return self._page(
            request, "static.html", status=404, heading="Page not found", paragraphs=[text]
        )

    def _page(
        self, request: web.Request, template: str, status: int = 200, **context: object
    ) -> web.Response:
        turn = self._turn(request)
        everywhere = {
            "shop": SHOP,
            "query": "",
            "sid": request.query.get("sid") or self.boxes.session(turn),
            "adverts": self.boxes.advertisements(turn),
            "popular": self.boxes.bestsellers(turn),
            "took": self.boxes.milliseconds(turn),
            "n_items": len(self.catalogue.items),
        }
        text = self._templates.get_template(template).render({**everywhere, **context})
        return web.Response(text=text, content_type="text/html", charset="utf-8", status=status)

    def _turn(self, request: web.Request) -> int:
        return crc32(request.raw_path.encode()) if self.frozen else self.visits

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.visits += 1
        return await handler(request)


def _question(arguments: Mapping[str, str]) -> tuple[Question, str | None]:
    """The question of a query string, and what is wrong with its page number."""
    page = arguments.get("page", "1")
    good = page.isascii() and page.isdigit() and 1 <= int(page[:6]) <= 9999
    question = Question(
        query=arguments.get("q", "").strip(),
        subject=arguments.get("subject", ""),
        year=arguments.get("year", ""),
        sort=arguments.get("sort", "relevance"),
        page=int(page[:6]) if good else 1,
    )
    return question, None if good else "There is no such page."


def _address(question: Question, **extra: str) -> str:
    """The site's address of a question; what is at its default is left out."""
    arguments = {
        name: value
        for name, value, default in (
            ("q", question.query, ""),
            ("subject", question.subject, ""),
            ("year", question.year, ""),
            ("sort", question.sort, SORTS[0]),
            ("page", question.page, 1),
        )
        if value != default
    }
    return f"/search?{urlencode({**arguments, **extra})}"


def _heading(question: Question) -> str:
    shelf = question.subject.capitalize() or "the whole catalogue"
    year = f", {question.year}" if question.year else ""
    if question.query:
        return f"Results for “{question.query}” in {shelf}{year}"
    return f"All of {shelf}{year}"


def _sorts(question: Question, sid: str) -> list[tuple[str, str | None]]:
    return [
        (name, None)
        if name == question.sort
        else (name, _address(replace(question, sort=name, page=1), sid=sid))
        for name in SORTS
    ]


def _pages(question: Question, n_pages: int) -> list[tuple[str, str | None]]:
    links: list[tuple[str, str | None]] = [
        (str(n), None if n == question.page else _address(replace(question, page=n)))
        for n in range(1, n_pages + 1)
    ]
    if question.page < n_pages:
        links.append(("Next", _address(replace(question, page=question.page + 1))))
    return links
