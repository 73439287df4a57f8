"""One visit of a page: which page class it is, and what its template is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..database.question import Answer, Question
from ..database.record import Record
from ..look.look import Look
from ..look.views import NAMESAKES, Group, View, grouped, names
from .addresses import STATICS, Asked
from .links import Link

if TYPE_CHECKING:
    from .pages import Pages

_LONGEST = 120  # characters of a query, as the error page says


class Page(NamedTuple):
    """What one visit is answered."""

    status: int
    page_class: str
    text: str = ""
    location: str = ""  # of a redirect
    asked: Asked = Asked("missing")
    total: int = 0  # matches of the query


class Visit:
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
        asked, field = question.query.casefold(), self.family.ambiguous
        found = self.pages.database.search(Question(question.query, per_page=NAMESAKES))
        alike = [record for record in found.shown if asked in names(record, field)]
        return alike if 1 < len(alike) == found.total else []

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
        numbers = contents.month(section, self.asked.month) if section else []
        records = self.pages.database.by_id
        found = [records[number] for number in numbers if number in records]
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
        links = pages.links(asked, self.look, answer=answer, session=session)
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
