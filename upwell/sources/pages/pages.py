"""The pages of one site: what an address shows, rendered as served or with truth marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from ..database.database import Database
from ..database.question import Question
from ..database.record import Record
from ..draw import Draw
from ..family import Family
from ..kinds import KINDS
from ..look.look import Look
from ..look.views import NAMESAKES, View, names
from .addresses import Addresses, Asked
from .contents import Contents
from .forms import Forms
from .links import Link, Links
from .noise import Noise, Pool
from .visit import Page, Visit

_POPULAR = 48  # records that boxes are filled from
_SAMPLE = 5_000  # records that the values of a facet are taken from
_OFFERED = 30  # values of a facet on a front page


class Site(NamedTuple):
    """What templates know of the site."""

    title: str
    language: str
    n_records: int
    charset: str
    media_type: str


class Pages:
    """The pages of one seed of a family over its database.

    A visit's `turn` decides what its noise boxes show; `revision` which design is on.
    """

    def __init__(self, family: Family, seed: int, database: Database, traps: bool = False) -> None:
        self.family = family
        self.database = database
        self.traps = traps
        self.seed = seed
        draw = Draw("site", family.name, seed)
        self.addresses = Addresses(family, draw)
        self._looks: dict[int, Look] = {}
        wording = self.look(0).wording
        title = draw.pick("title", wording.all(f"site.{family.kind}"))
        language = family.language
        self.site = Site(title, language, len(database.by_id), family.charset, family.media_type)
        labels = {one.name: one.label for one in KINDS[family.kind].fields[language]}
        self.labels: Mapping[str, str] = {"title": wording.say("sort.title"), **labels}
        self.offered = {facet: _values(database, facet) for facet in family.rules.facets}
        topics = next(iter(self.offered.values()), [])
        self._pool = Pool(draw, wording, database.popular(_POPULAR), topics)
        self._forms = Forms(self.addresses, wording, self.labels, self.offered)

    @cached_property
    def contents(self) -> Contents:
        """The tables of contents of the site."""
        return Contents(self.database.by_id.values(), self.family.contents)

    @cached_property
    def sections(self) -> Sequence[Link]:
        """The links to tables of contents that every page has."""
        if not self.family.contents:
            return ()
        write, contents = self.addresses.contents, self.contents
        return [Link(name, write(contents.key(name))) for name in contents.sections]

    def ambiguous(self) -> str:
        """A query that several records are called by, where the family asks which is meant."""
        held = self.database.by_id.values()
        counts = Counter(name for one in held for name in names(one, self.family.ambiguous))
        few = (name for name, n in counts.most_common() if 1 < n <= NAMESAKES)
        return next((name for name in few if counts[name] == self._matches(name)), "")

    def _matches(self, query: str) -> int:
        return self.database.search(Question(query)).total

    def question(self, query: str, narrow: Mapping[str, str] | None = None) -> Question:
        """A question of the first page."""
        return Question(query, narrow or {}, per_page=self.family.per_page)

    def address(self, asked: Asked) -> str:
        """The address at which something is asked."""
        match asked.page:
            case "search":
                return self.addresses.search(asked)
            case "item":
                return self.addresses.item(self.database.by_id[int(asked.key)])
            case "static":
                return self.addresses.static(asked.key)
            case "contents":
                return self.addresses.contents(asked.key, asked.month)
            case "home":
                return "/"
        return "/nothing/here"

    def look(self, revision: int) -> Look:
        """A revision of its design."""
        if revision not in self._looks:
            self._looks[revision] = Look(self.family, self.seed, revision)
        return self._looks[revision]

    def page(self, asked: Asked, turn: int, revision: int = 0, marked: bool = False) -> Page:
        """What a visitor is shown."""
        return Visit(self, asked, turn, self.look(revision), marked).page()

    def links(self, asked: Asked, look: Look | None = None, **more: Any) -> Links:
        """The links of a page."""
        wording = (look or self.look(0)).wording
        return Links(self.addresses, wording, self.labels, asked, traps=self.traps, **more)

    def noise(self, turn: int, asked: Asked, links: Links) -> Noise:
        """The noise of one visit."""
        query = asked.question.query
        return Noise(self._pool, turn, query, asked.session, self.view, links.related)

    def view(self, record: Record, where: str = "") -> View:
        """A record with its address."""
        return View(record, self.addresses.item(record) + where, self.labels)

    def views(self, records: Sequence[Record]) -> list[View]:
        """Records of an answer."""
        tracked = "items" in self.addresses.tracking_on
        mark = "&" if "?" in self.addresses.item_form else "?"
        where = f"{mark}{self.addresses.arguments['tracking']}=list" if tracked else ""
        return [self.view(record, where) for record in records]

    def everywhere(self, asked: Asked, noise: Noise, links: Links) -> dict[str, Any]:
        """What every template is given."""
        query = asked.question.query
        return {
            "site": self.site,
            "query": query,
            "noise": noise,
            "links": links,
            "form": self._forms.search(asked.question, noise.csrf),
            "others": self._forms.others,
            "records": (),
            "groups": (),
            "sections": self.sections,
            "view": asked.view or next(iter(self.family.views), ""),
            "limit": self.family.rules.limit,
        }

    def browse(self, links: Links) -> list[Link]:
        """The first facet's values, as a front page offers them."""
        facet = next(iter(self.offered), "")
        return links.browse(facet, self.offered[facet]) if facet else []

    def neighbours(self, record: Record) -> list[View]:
        """Others like it: of its first facet, else of its vicinity."""
        for facet in self.family.rules.facets:
            value = record.values.get(facet)
            if value is not None and value.shown in self.offered[facet]:
                found = self.database.search(Question(narrow={facet: value.shown})).shown
                return [self.view(other) for other in found if other.id != record.id][:6]
        popular = [other for other in self._pool.popular if other.id != record.id]
        start = record.id % max(1, len(popular))
        return [self.view(other) for other in [*popular, *popular][start : start + 5]]


def _values(database: Database, facet: str) -> list[str]:
    """The values of a facet that front pages and forms offer; prices have none."""
    sample = islice(database.by_id.values(), _SAMPLE)
    held = (record.values[facet] for record in sample if facet in record.values)
    counts = Counter(value.shown for value in held if value.type != "price")
    return sorted(value for value, _ in counts.most_common(_OFFERED))
