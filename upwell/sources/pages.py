"""The pages of one site: what an address shows, rendered as served or with truth marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from .addresses import STATICS, Addresses, Asked
from .contents import Contents
from .database import Database
from .design import Design
from .draw import Draw
from .family import Family
from .forms import Forms
from .kinds import KINDS
from .links import Link, Links
from .noise import Noise, Pool
from .question import Answer, Question
from .record import Record
from .templating import Templates
from .views import Group, View, grouped
from .wording import Wording

_POPULAR = 48  # records that boxes are filled from
_SAMPLE = 5_000  # records that the values of a facet are taken from
_OFFERED = 30  # values of a facet on a front page
_LONGEST = 120  # characters of a query, as the error page says


class Page(NamedTuple):
    """What one visit is answered."""

    status: int
    page_class: str
    text: str = ""
    location: str = ""  # of a redirect
    asked: Asked = Asked("missing")
    total: int = 0  # matches of the query


class Site(NamedTuple):
    """What templates know of the site."""

    title: str
    language: str
    n_records: int
    charset: str
    media_type: str


class Look:
    """One revision of a site's design, with its wording and its compiled templates."""

    def __init__(self, family: Family, seed: int, revision: int) -> None:
        self.family = family
        self.design = Design(family, seed, revision)
        draw = Draw("wording", family.name, seed, revision)
        self.wording = Wording(family.language, family.kind, draw)

    @cached_property
    def served(self) -> Templates:
        """Templates of the pages that visitors get."""
        return Templates(self.family, self.design, self.wording.say)

    @cached_property
    def marked(self) -> Templates:
        """Templates of the same pages with truth marks."""
        return Templates(self.family, self.design, self.wording.say, _MARKS)


class Pages:
    """The pages of one seed of a family over its database.

    A visit's `turn` decides what its noise boxes show; `revision` which design is on.
    """

    def __init__(self, family: Family, seed: int, database: Database, traps: bool = False) -> None:
        self.family = family
        self.database = database
        self.traps = traps
        self._seed = seed
        draw = Draw("site", family.name, seed)
        self.addresses = Addresses(family, draw)
        self._looks: dict[int, Look] = {}
        wording = self.look(0).wording
        title = draw.pick("title", wording.all(f"site.{family.kind}"))
        language = family.language
        self.site = Site(title, language, len(database.by_id), family.charset, family.media_type)
        labels = {one.name: one.label for one in KINDS[family.kind].fields[language]}
        self.labels: Mapping[str, str] = {"title": wording.say("sort.title"), **labels}
        self._values = {facet: _values(database, facet) for facet in family.rules.facets}
        topics = next(iter(self._values.values()), [])
        self._pool = Pool(draw, wording, database.popular(_POPULAR), topics)
        self._forms = Forms(self.addresses, wording, self.labels, self._values)

    @cached_property
    def contents(self) -> Contents:
        """Its tables of contents."""
        return Contents(self.database.by_id.values(), self.family.contents)

    @cached_property
    def sections(self) -> Sequence[Link]:
        """Its tables of contents as every page links to them."""
        if not self.family.contents:
            return ()
        write, contents = self.addresses.contents, self.contents
        return [Link(name, write(contents.key(name))) for name in contents.sections]

    def ambiguous(self) -> str:
        """A query that several records are called by, where the family asks which is meant."""
        field = self.family.ambiguous
        held = (record.values.get(field) for record in self.database.by_id.values())
        counts = Counter(value.shown for value in held if value is not None)
        return next((name for name, n in counts.most_common(1) if n > 1), "")

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
            self._looks[revision] = Look(self.family, self._seed, revision)
        return self._looks[revision]

    def page(self, asked: Asked, turn: int, revision: int = 0, marked: bool = False) -> Page:
        """What a visitor is shown."""
        return _Visit(self, asked, turn, self.look(revision), marked).page()

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
        facet = next(iter(self._values), "")
        return links.browse(facet, self._values[facet]) if facet else []

    def neighbours(self, record: Record) -> list[View]:
        """Others like it: of its first facet, else of its vicinity."""
        for facet in self.family.rules.facets:
            value = record.values.get(facet)
            if value is not None and value.shown in self._values[facet]:
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


class _Visit:
    """One page on its way."""

    def __init__(self, pages: Pages, asked: Asked, turn: int, look: Look, marked: bool) -> None:
        self.pages, self.asked, self.turn, self.look = pages, asked, turn, look
        self.family = pages.family
        self.marked = marked
        self.say = look.wording.say

    def page(self) -> Page:
        """By what is asked for."""
        answering: dict[str, Callable[[], Page]] = {
            "home": self.home,
            "search": self.search,
            "item": self.item,
            "static": self.static,
            "leaving": self.leaving,
            "contents": self.contents,
            "calendar": self.calendar,
        }
        return answering.get(self.asked.page, self.missing)()

    def home(self) -> Page:
        return self.show("home.html", "home", browse=True, heading=self._welcome())

    def _welcome(self) -> str:
        site = self.pages.site
        return self.say("home.welcome", site=site.title, n=site.n_records)

    def search(self) -> Page:
        question, database = self.asked.question, self.pages.database
        complaint = self.asked.trouble or database.complaint(question)
        if complaint:
            text = self.say(f"error.{complaint}", n=_LONGEST)
            heading = self.say("error.title")
            return self.show("error.html", "error", 400, heading=heading, complaint=text)
        answer = database.search(question)
        if answer.total == 0:
            return self.none(answer)
        if not answer.shown:
            return self.missing()
        if answer.total == 1 and self.family.single == "redirect":
            location = self.pages.addresses.item(answer.shown[0])
            return Page(302, "single", location=location, asked=self.asked, total=1)
        choices = self._choices(question)
        if choices:
            return self.choices(choices)
        return self.matches(answer)

    def matches(self, answer: Answer) -> Page:
        views = self.pages.views(answer.shown)
        query = self.asked.question.query
        page_class = "single" if answer.total == 1 else "list"
        return self.show(
            "list.html",
            page_class,
            answer=answer,
            records=views,
            groups=self._groups(views),
            heading=self.say("results.for", query=query) if query else self.say("results.all"),
        )

    def _groups(self, views: Sequence[View]) -> Sequence[Group]:
        if self.family.regions:
            return grouped(views, self.family.regions, ordered=True)
        if self.family.group:
            return grouped(views, self.family.group)
        return [Group("", views)]

    def none(self, answer: Answer) -> Page:
        query, database = self.asked.question.query, self.pages.database
        shown, meant = answer, ""
        if self.family.none == "popular":
            found = database.popular(self.family.per_page)
            shown = Answer(0, tuple(found), 1)
        elif self.family.none == "meant":
            meant = database.similar(query) or ""
            if meant:
                shown = database.search(Question(meant, per_page=self.family.per_page))
        views = self.pages.views(shown.shown)
        return self.show(
            "none.html",
            "none",
            404 if self.family.none == "missing" else 200,
            answer=answer,
            records=views,
            groups=self._groups(views) if views else (),
            meant=meant,
            heading=self.say("none.title"),
            message=self.say("none", query=query),
            advice=[self.say("none.advice"), self.say("none.advice2"), self.say("none.advice3")],
        )

    def _choices(self, question: Question) -> list[Record]:
        """Records that the query names alike, where the family asks which is meant."""
        if not self.family.ambiguous or question.narrow or question.page > 1:
            return []
        asked = question.query.casefold()
        found = self.pages.database.search(Question(question.query, per_page=50)).shown
        field = self.family.ambiguous
        alike = [
            record
            for record in found
            if field in record.values and record.values[field].shown.casefold() == asked
        ]
        return alike if len(alike) > 1 else []

    def choices(self, records: Sequence[Record]) -> Page:
        heading = self.say("choices.title", query=self.asked.question.query)
        views = self.pages.views(records)
        return self.show("choices.html", "choices", heading=heading, records=views)

    def item(self) -> Page:
        record = self.pages.database.by_id.get(int(self.asked.key))
        if record is None or not self.family.details:
            return self.missing()
        view = self.pages.view(record)
        view.related = self.pages.neighbours(record)
        return self.show("item.html", "item", records=[view], record=view, heading=view.title)

    def static(self) -> Page:
        key, site = self.asked.key, self.pages.site
        known = key in STATICS
        prefix = f"static.{key}" if known else "static.help"
        heading = self.say(prefix) if known else self.say(_HEADINGS[key])
        facts = {"site": site.title, "n": site.n_records}
        texts = [
            *self.look.wording.all(f"{prefix}.text"),
            *self.look.wording.all(f"{prefix}.text2"),
        ]
        chosen = [self.look.wording.fill(text, **facts) for text in texts]
        n = self.look.design.number(f"paragraphs {key}", 2, len(chosen))
        return self.show("static.html", "static", heading=heading, paragraphs=chosen[:n])

    def leaving(self) -> Page:
        heading = self.say("leaving", site=self.pages.site.title)
        texts = [self.say("leaving.text")]
        return self.show("static.html", "static", heading=heading, paragraphs=texts)

    def contents(self) -> Page:
        contents = self.pages.contents
        section = contents.section(self.asked.key)
        found = contents.month(section, self.asked.month) if section else []
        if not found:
            return self.missing()
        write = self.pages.addresses.contents
        months = [
            Link(month, None if month == self.asked.month else write(self.asked.key, month))
            for month in contents.months(section)
        ]
        sections = [
            Link(name, None if name == section else write(contents.key(name)))
            for name in contents.sections
        ]
        heading = f"{section} – {self.asked.month or contents.months(section)[0]}"
        views = self.pages.views(found)
        return self.show(
            "contents.html",
            "contents",
            heading=heading,
            records=views,
            groups=[Group("", views)],
            months=months,
            sections=sections,
        )

    def calendar(self) -> Page:
        """A month of a calendar that never ends."""
        year, month = map(int, self.asked.month.split("-"))
        before, after = (year * 12 + month - 2), (year * 12 + month)
        if not self.pages.traps or not 1900 <= year <= 9998:
            return self.missing()
        name = self.look.wording.all("months")[month - 1]
        links = [
            Link(self.say("calendar.before"), f"/calendar/{before // 12:04}/{before % 12 + 1:02}"),
            Link(self.say("calendar.after"), f"/calendar/{after // 12:04}/{after % 12 + 1:02}"),
        ]
        texts = [self.say("calendar.none")]
        return self.show(
            "calendar.html", "static", heading=f"{name} {year}", paragraphs=texts, around=links
        )

    def missing(self) -> Page:
        heading, texts = self.say("missing.title"), [self.say("missing")]
        return self.show("static.html", "missing", 404, heading=heading, paragraphs=texts)

    def show(
        self,
        template: str,
        page_class: str,
        status: int = 200,
        answer: Answer | None = None,
        browse: bool = False,
        **context: object,
    ) -> Page:
        """Render."""
        pages, asked = self.pages, self.asked
        session = asked.session or f"{self.turn * 0x9E3779B97F4A7C15 % 2**64:016x}"
        links = Links(
            pages.addresses, self.look.wording, pages.labels, asked, answer, session, pages.traps
        )
        noise = pages.noise(self.turn, asked, links)
        everything = pages.everywhere(asked, noise, links)
        everything |= {"page_class": page_class, "answer": answer, **context}
        if browse:
            everything["browse"] = pages.browse(links)
        templates = self.look.marked if self.marked else self.look.served
        text = templates.get_template(template).render(everything)
        total = answer.total if answer else 0
        return Page(status, page_class, text, asked=asked, total=total)


_HEADINGS = {
    "basket": "cart",
    "login": "login",
    "newsletter": "newsletter",
    "language": "language",
    "branches": "postcode",
}


@pass_context
def _region(context: Context) -> Markup:
    """A region that holds the answer; a page without an answer has none."""
    return Markup() if context.get("page_class") == "none" else Markup(' data-truth-region=""')


def _record(view: View) -> Markup:
    return Markup(f' data-truth-record="{view.id}"')


def _value(view: View, name: str) -> Markup:
    return Markup(' data-truth-value="{}"').format(escape(name))


def _group() -> Markup:
    return Markup(' data-truth-group=""')


_MARKS: Mapping[str, Callable[..., Markup]] = {
    "region": _region,
    "record": _record,
    "value": _value,
    "group": _group,
}
