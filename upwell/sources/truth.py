"""What is true of a source: for tests and benchmarks, never served by the site.

The page that an address shows is made once more with marks on its regions, records and fields;
without them it is byte for byte the page that is served.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from lxml import html

from .database.question import Question
from .database.record import Record
from .kinds.lexicon import stop_words
from .kinds.tokens import query_tokens as words_of
from .kinds.tokens import tokens
from .pages.addresses import Asked
from .site import Site, encoded

_MARK = re.compile(r' data-truth-[a-z]+="[^"]*"')
_REGION, _RECORD, _VALUE, _GROUP = (
    f"data-truth-{name}" for name in ("region", "record", "value", "group")
)
_UNSEEN = frozenset("script style template noscript select textarea svg".split())
_IN_LINE = frozenset(
    "a abbr b big cite code dfn em font i ins kbd mark nobr q s samp small span strike strong sub"
    " sup time tt u var wbr".split()
)


@dataclass(frozen=True, slots=True)
class Told:
    """A record as a page tells of it."""

    record: int
    text: str
    fields: Mapping[str, str]
    group: str  # the heading above it, where records stand in groups


@dataclass(frozen=True, slots=True)
class PageTruth:
    """What is true of one page.

    Attributes
    ----------
    page_class
        home, list, single, none, error, item, static, missing, contents or choices.
    regions
        Texts of the regions that hold the answer.
    objects
        Records in them, in their order.
    entity
        The record that the page is about, if it is a record's own.
    arguments
        Names of the address's arguments with their roles.
    matching
        Records that match the query, shown or not.
    """

    url: str
    status: int
    page_class: str
    location: str
    regions: tuple[str, ...]
    objects: tuple[Told, ...]
    entity: int | None
    arguments: Mapping[str, str]
    query: str
    matching: frozenset[int]


class Truth:
    """The database, asked without the index and its limits, and the pages with their marks."""

    def __init__(self, site: Site, url: str = "http://127.0.0.1/") -> None:
        self._site = site
        self._url = url.rstrip("/")
        self._words: dict[str, set[int]] = {}
        self._changes = -1

    def records(self) -> Sequence[Record]:
        """Every record there is now."""
        return tuple(self._site.pages.database.by_id.values())

    def search_url(self, query: str, **arguments: object) -> str:
        """The address of the answer to a query; `page`, `sort` and the like are a question's."""
        family = self._site.pages.family
        question = Question(query, **{"per_page": family.per_page, **arguments})  # type: ignore[arg-type]
        return self._url + self._site.pages.addresses.search(Asked("search", question))

    def item_url(self, record: Record) -> str:
        """The plain address of a record's own page."""
        return self._url + self._site.pages.addresses.item(record)

    def matching(self, query: str) -> frozenset[int]:
        """Numbers of the records that match a query under the site's rules."""
        family = self._site.pages.family
        rules, language = family.rules, family.language
        stops = stop_words(language) if rules.stops else frozenset[str]()
        words = [
            word
            for word in words_of(query, language)
            if len(word) >= rules.shortest and word not in stops
        ]
        found = [self._with(word) for word in words]
        if not found:
            return frozenset()
        both = set.union if rules.combine == "or" else set.intersection
        return frozenset(both(*found))

    def _with(self, word: str) -> set[int]:
        language = self._site.pages.family.language
        if self._changes != self._site.changes:
            self._changes = self._site.changes
            index: dict[str, set[int]] = defaultdict(set)
            for record in self.records():
                for held in set(tokens(record.searchable, language)):
                    index[held].add(record.id)
            self._words = dict(index)
        if language == "ja" and len(word) == 1:
            begun = (numbers for held, numbers in self._words.items() if held.startswith(word))
            return set().union(*begun)
        return self._words.get(word, set())

    def entity(self, url: str) -> Record | None:
        """The record that an address is the own page of."""
        asked = self._site.pages.addresses.read(_address(url))
        if asked.page != "item":
            return None
        return self._site.pages.database.by_id.get(int(asked.key))

    def page_class(self, url: str) -> str:
        """The class of the page at an address."""
        return self._site.page(_address(url)).page_class

    def page(self, url: str, body: Mapping[str, str] | None = None) -> PageTruth:
        """All that is true of the page at an address, or of the answer to a posted form."""
        address = _address(url)
        site = self._site
        page = site.page(address, body, marked=True)
        regions, objects = _read(page.text, site.pages.family.charset)
        entity = self.entity(url)
        searched = page.asked.page == "search" and page.page_class != "error"
        query = page.asked.question.query
        return PageTruth(
            url=url,
            status=page.status,
            page_class=page.page_class,
            location=page.location,
            regions=tuple(regions),
            objects=tuple(objects),
            entity=entity.id if entity is not None else None,
            arguments=site.pages.addresses.argument_roles(address),
            query=query,
            matching=self.matching(query) if searched else frozenset(),
        )


def unmarked(text: str) -> str:
    """A marked page without its marks.

    >>> unmarked('<p class="a" data-truth-record="7">x</p>')
    '<p class="a">x</p>'
    """
    return _MARK.sub("", text)


def _address(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"


def _read(text: str, charset: str) -> tuple[list[str], list[Told]]:
    """Regions and records of a marked page, by its marks."""
    if not text.strip():
        return [], []
    root = html.document_fromstring(encoded(text, charset), html.HTMLParser(encoding=charset))
    regions = [shown(element) for element in root.iter() if element.get(_REGION) is not None]
    return regions, list(_objects(root))


def _objects(root: html.HtmlElement) -> Iterator[Told]:
    texts: dict[int, list[str]] = {}
    fields: dict[int, dict[str, str]] = {}
    groups: dict[int, str] = {}
    group = ""
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.get(_GROUP) is not None:
            group = shown(element)
        mark = element.get(_RECORD)
        if mark is None:
            continue
        number = int(mark)
        groups.setdefault(number, group)
        texts.setdefault(number, []).append(shown(element))
        held = fields.setdefault(number, {})
        for inner in element.iter():
            name = inner.get(_VALUE) if isinstance(inner.tag, str) else None
            if name is not None:
                held.setdefault(name, shown(inner))
    for number, parts in texts.items():
        yield Told(number, " ".join(parts), fields[number], groups[number])


def shown(element: html.HtmlElement) -> str:
    """The text of an element as it is displayed, white space folded.

    Elements that stand in a line join what is around them, all others part it; what a control
    offers to choose is no text.

    >>> shown(html.fromstring("<p>b<b>angle</b>s <u>of</u><br>2<select><option>3</select>"))
    'bangles of 2'
    """
    return " ".join("".join(_texts(element)).split())


def _texts(element: html.HtmlElement) -> Iterator[str]:
    if not isinstance(element.tag, str) or element.tag in _UNSEEN:
        return
    between = "" if element.tag in _IN_LINE else " "
    yield between
    yield element.text or ""
    for child in element:
        yield from _texts(child)
        yield child.tail or ""
    yield between
