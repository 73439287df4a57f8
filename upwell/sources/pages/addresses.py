"""The addresses of one site: how it writes them, and what it reads in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from unicodedata import normalize
from urllib.parse import quote, quote_plus, unquote

from ..database.question import Question
from ..database.record import Record
from ..draw import Draw
from ..family import Family

STATICS = ("about", "contact", "help", "terms", "privacy", "imprint", "news", "partners")
SIZES = (10, 20, 50)
_NAMES = {
    "query": "q query search s term keywords words k kw text qs".split(),
    "page": "page p pg start offset from pageno seite".split(),
    "sort": "sort sortby order_by o orderby".split(),
    "order": "order dir direction ord".split(),
    "size": "size n per_page rows limit show".split(),
    "view": "view layout display mode".split(),
    "session": "sid PHPSESSID session jsessionid s_id".split(),
    "tracking": "ref utm_source from_page src trk".split(),
    "hidden": "action do cmd op".split(),
    "token": "token csrf _token authenticity_token nonce".split(),
    "pictures": "pics img with_image".split(),
    "key": "id item nr number recno".split(),
}
_OFFSETS = ("start", "offset", "from")
_SEARCH = (
    "/search /find /results /s /search.php /cgi-bin/search /catalog/search /search/results"
    " /index.php/search /query /en/search"
).split()
_ITEMS = (
    "/item/{id}",
    "/{kind}/{id}",
    "/{kind}/{id}/{slug}",
    "/{slug}-{id}.html",
    "/{kind}s/{slug}-{id}",
    "/d/{id}",
    "/detail?{key}={id}",
    "/view.php?{key}={id}",
    "/{kind}.php?{key}={id}",
)
_STATIC_FORMS = ("/{name}", "/{name}.html", "/pages/{name}", "/info/{name}.html")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks of a site.

    Attributes
    ----------
    page
        home, search, item, static, contents, calendar, robots, leaving or missing.
    key
        Which one: the record's number, the name of the static page, the section.
    month
        Of a table of contents or a calendar, as 2024-05.
    trouble
        What is wrong with the arguments: `page`, `order`.
    """

    page: str
    question: Question = field(default_factory=Question)
    key: str = ""
    month: str = ""
    view: str = ""
    session: str = ""
    trouble: str = ""
    more: tuple[tuple[str, str], ...] = ()  # endless facets
    short: bool = False  # the print form of an item


class Addresses:
    """Every address of one site.

    Examples
    --------
    >>> from upwell.sources.families import FAMILIES
    >>> addresses = Addresses(FAMILIES["catalogue"], Draw("x"))
    >>> question = Question("a b", {"year": "1999"}, page=3)
    >>> addresses.read(addresses.search(Asked("search", question))).question == question
    True
    """

    def __init__(self, family: Family, draw: Draw) -> None:
        self.family = family
        self.facets = family.rules.facets
        taken: set[str] = {*self.facets}
        self.arguments: dict[str, str] = {}
        for role, names in _NAMES.items():
            free = [name for name in names if name not in taken]
            self.arguments[role] = draw.pick(f"argument {role}", free)
            taken.add(self.arguments[role])
        self.roles = {name: role for role, name in self.arguments.items()}
        self.roles |= dict.fromkeys(self.facets, "facet")
        self.path = draw.pick("search path", _SEARCH)
        self.offsets = self.arguments["page"] in _OFFSETS
        self.page_in_path = not self.offsets and draw.chance("page in path", 0.2)
        self.splits_order = draw.chance("split order", 0.4)
        self.static_form = draw.pick("static", _STATIC_FORMS)
        form = draw.pick("items", _ITEMS)
        self.item_form = form.replace("{kind}", family.kind).replace("{key}", self.arguments["key"])
        self.session_on = draw.pick("session on", ("sorts", "sorts pages", "nav", "items sorts"))
        self.tracking_on = draw.pick("tracking on", ("items", "related", "items related", ""))
        self._item_path, self._item_argument = _item_reader(self.item_form)

    # --- writing

    def search(self, asked: Asked, *extra: tuple[str, str]) -> str:
        """The address of a question; what is at its default is left out."""
        return self.asking(asked.question, asked.view, *asked.more, *extra)

    def asking(self, question: Question, view: str = "", *extra: tuple[str, str]) -> str:
        """The address of a question in a view, with more arguments after it."""
        pairs = [*self._pairs(question, view), *extra]
        path = self.path
        if self.page_in_path and question.page > 1:
            path = f"{path}/p{question.page}"
        text = "&".join([f"{_quoted(name)}={_quoted(value)}" for name, value in pairs])
        return f"{path}?{text}" if text else path

    def item(self, record: Record) -> str:
        """The address of a record's own page."""
        if "{slug}" not in self.item_form:
            return self.item_form.replace("{id}", str(record.id))
        return self.item_form.format(id=record.id, slug=slug(record.title))

    def others(self, record: Record) -> list[str]:
        """Other addresses of the same page."""
        plain = self.item(record)
        mark = "&" if "?" in plain else "?"
        name = self.arguments["tracking"]
        return [f"{plain}{mark}{name}=mail", f"{plain}{mark}print=1"]

    def static(self, name: str) -> str:
        """The address of a static page."""
        return self.static_form.format(name=name)

    def contents(self, section: str, month: str = "") -> str:
        """The address of a table of contents."""
        return (
            f"/section/{quote(section)}/{month.replace('-', '/')}"
            if month
            else (f"/section/{quote(section)}")
        )

    def _pairs(self, question: Question, view: str) -> Iterator[tuple[str, str]]:
        names = self.arguments
        if "hidden" in self.family.fields:
            yield names["hidden"], "search"
        if question.query:
            yield names["query"], question.query
        for facet in self.facets:
            if facet in question.narrow:
                yield facet, question.narrow[facet]
        if question.sort:
            name = question.sort.removeprefix("-")
            yield names["sort"], name if self.splits_order else question.sort
            if self.splits_order:
                yield names["order"], "asc" if name == question.sort else "desc"
        if question.per_page != self.family.per_page:
            yield names["size"], str(question.per_page)
        if view:
            yield names["view"], view
        if question.page > 1 and not self.page_in_path:
            first = (question.page - 1) * question.per_page
            yield names["page"], str(first if self.offsets else question.page)

    # --- reading

    def read(self, address: str, body: Mapping[str, str] | None = None) -> Asked:
        """What an address asks, with the fields of a form that was posted to it."""
        path, _, text = address.partition("?")
        path = unquote(path)
        arguments = {**parsed(text), **(body or {})}
        if self.is_search(path):
            return self._search(path, arguments)
        if path in _PLAIN:
            page, key = _PLAIN[path]
            return Asked(page, key=key)
        record = self._record(path, arguments)
        if record:
            return Asked("item", key=record, short="print" in arguments)
        return self._other(path)

    def is_search(self, address: str) -> bool:
        """Whether an address is that of the search page."""
        path = unquote(address.partition("?")[0])
        return path == self.path or (self.page_in_path and path.startswith(f"{self.path}/p"))

    def _search(self, path: str, arguments: Mapping[str, str]) -> Asked:
        get = {role: arguments.get(name, "") for role, name in self.arguments.items()}
        if "hidden" in self.family.fields and not get["hidden"]:
            return Asked("home")
        size = int(get["size"]) if get["size"] in map(str, SIZES) else self.family.per_page
        page, trouble = self._page(get["page"] or path[len(self.path) + 2 :], size)
        sort = get["sort"]
        if sort and sort.removeprefix("-") not in self.family.rules.sorts:
            trouble, sort = trouble or "order", ""
        if self.splits_order and sort and get["order"] == "desc":
            sort = f"-{sort.removeprefix('-')}"
        narrow = {name: arguments[name] for name in self.facets if arguments.get(name)}
        question = Question(get["query"].strip(), narrow, sort, page, size)
        view = get["view"] if get["view"] in self.family.views[1:] else ""
        more = tuple((k, v) for k, v in arguments.items() if k.startswith("x_"))
        return Asked("search", question, "", "", view, get["session"], trouble, more)

    def _page(self, text: str, size: int) -> tuple[int, str]:
        if not text:
            return 1, ""
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            return 1, "page"
        number = int(text)
        if self.offsets:
            return (number // size + 1, "") if number % size == 0 else (1, "page")
        return (number, "") if 1 <= number <= 9999 else (1, "page")

    def _record(self, path: str, arguments: Mapping[str, str]) -> str:
        found = self._item_path.fullmatch(path)
        if found is None:
            return ""
        if not self._item_argument:
            return found["id"]
        number = arguments.get(self._item_argument, "")
        return number if number.isascii() and number.isdigit() and len(number) < 10 else ""

    def _other(self, path: str) -> Asked:
        for name in STATICS:
            if path == self.static(name):
                return Asked("static", key=name)
        head, *rest = path.strip("/").split("/")
        if head == "go" and len(rest) == 1:
            return Asked("leaving", key=rest[0])
        dated = re.fullmatch(r"(\d{4})/(\d\d)", "/".join(rest[-2:]))
        month = f"{dated[1]}-{dated[2]}" if dated and 1 <= int(dated[2]) <= 12 else ""
        if head == "calendar" and month and len(rest) == 2:
            return Asked("calendar", month=month)
        if head == "section" and self.family.contents and (len(rest) == 1 or month):
            return Asked("contents", key=rest[0], month=month)
        return Asked("missing")

    def argument_roles(self, address: str) -> dict[str, str]:
        """Argument name: its role, of the arguments that stand in an address."""
        arguments = parsed(address.partition("?")[2])
        return {
            name: "trap" if name.startswith("x_") else self.roles.get(name, "other")
            for name in arguments
        }


_PLAIN = {
    "/": ("home", ""),
    "/index.html": ("home", ""),
    "/robots.txt": ("robots", ""),
    "/basket": ("static", "basket"),
    "/login": ("static", "login"),
    "/newsletter": ("static", "newsletter"),
    "/language": ("static", "language"),
    "/branches": ("static", "branches"),
}


@lru_cache(maxsize=1 << 14)
def slug(title: str) -> str:
    """A title as a part of an address.

    >>> slug("An Owl's Day, & Night"), slug("春")
    ('an-owl-s-day-night', 'x')
    """
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower())[:8]) or "x"


def at_page(asked: Asked, page: int) -> Asked:
    """The address of a question at a page of its answer."""
    return replace(asked, question=asked.question.at_page(page))


def parsed(text: str) -> dict[str, str]:
    """The first value of each argument of a query string; what is not UTF-8 is Latin-1.

    >>> parsed("q=a+b&q=c&x=%e9&y=%C3%A9")
    {'q': 'a b', 'x': 'é', 'y': 'é'}
    """
    found: dict[str, str] = {}
    for pair in text.split("&"):
        if pair:
            name, _, value = pair.replace("+", " ").partition("=")
            found.setdefault(_unquoted(name), _unquoted(value))
    return found


_quoted = lru_cache(maxsize=1 << 12)(quote_plus)


def _unquoted(text: str) -> str:
    if "%" not in text:
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return unquote(text, "latin-1")


def _item_reader(form: str) -> tuple[re.Pattern[str], str]:
    """The path of item pages, and the argument that holds the number, if one does."""
    path, _, argument = form.partition("?")
    pattern = re.escape(path).replace(r"\{id\}", r"(?P<id>\d{1,9})")
    pattern = pattern.replace(r"\{slug\}", "[a-z0-9-]*?")
    return re.compile(pattern), argument.partition("=")[0]
