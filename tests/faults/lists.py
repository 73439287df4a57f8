"""Faults of what stands in a list: messages, marks, classes, doubled entries, snippets."""

from __future__ import annotations

import re
from html import escape
from random import Random

from .database import Record, tokens
from .looks import Links, Row
from .site import Answer, MadeSite


class SharedWord(MadeSite):
    """A common word of full answers also stands in the no-match message."""

    name = "shared-word"

    def found(self, n: int) -> str:
        return (f"Search results: {n} results", f"{n} Treffer", f"Résultats : {n} trouvés")[
            self.make - 1
        ]

    def no_match(self, query: str) -> Answer:
        text = ("0 results", "0", "0 trouvé")[self.make - 1]
        return self.page(query, self.look.message(text), query)


class Highlighted(MadeSite):
    """The words asked for are set off in titles and texts."""

    name = "highlighted"
    marks = ("<strong>{}</strong>", '<span class="hl">{}</span>', "<mark>{}</mark>")

    def row(self, record: Record, query: str) -> Row:
        row = super().row(record, query)
        return row._replace(title=self.mark(row.title, query), text=self.mark(row.text, query))

    def mark(self, text: str, query: str) -> str:
        mark = self.marks[self.make - 1]
        for word in set(tokens(query)):
            text = re.sub(
                rf"\b({re.escape(word)})\b(?![^<]*>)",
                lambda match: mark.format(match[1]),
                text,
                flags=re.IGNORECASE,
            )
        return text


class Snippets(Highlighted):
    """The text of a hit is cut out around the words asked for; a relevance goes with it."""

    name = "snippets"

    def row(self, record: Record, query: str) -> Row:
        words = record.text.split()
        wanted = set(tokens(query))
        at = next((i for i, word in enumerate(words) if wanted & set(tokens(word))), 0)
        around = " ".join(words[max(0, at - 6) : at + 7])
        shown = Row(
            record, self.look.own_url(record), record.title, self.mark(f"… {around} …", query)
        )
        if self.make == 2:
            score = 40 + Random(f"{record.id} {query}").randint(0, 59)
            shown = shown._replace(tail=f"<i>{score} %</i>")
        return shown if self.make == 1 else shown._replace(title=self.mark(record.title, query))


class Twice(MadeSite):
    """Each record of a page is listed twice: titles in a box, and the list with texts."""

    name = "twice"

    def middle(self, heading: str, rows: list[Row], query: str) -> str:
        shown = rows if self.make < 3 else rows[:3]
        box = self.look.box(heading, [(row.url, row.title) for row in shown])
        rest = super().middle(heading, rows, query)
        return rest + box if self.make == 2 else box + rest


class DataClasses(MadeSite):
    """Each record's class attribute carries its data."""

    name = "data-classes"

    def row(self, record: Record, query: str) -> Row:
        label = Random(record.id).sample(self.database.topics, 2)
        author = record.author.lower().replace(" ", "-")
        classes = (
            f"item-{record.id} topic-{record.topic} label-{label[0]} label-{label[1]}",
            f"r{record.id} y{record.year} {record.topic}",
            f"entry {author} {' '.join(label)} no-{record.id}",
        )[self.make - 1]
        return super().row(record, query)._replace(classes=classes.lower())


class Archive(MadeSite):
    """A box of a hundred links stands on every kind of page, own pages included."""

    name = "archive-box"

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        if path.startswith("/archive/"):
            return self.shelf(path, self.look.page_of(arguments, 10))
        return super().answer(path, arguments)

    def shelf(self, path: str, page: int) -> Answer:
        """The records behind a link of the box."""
        name = path.rpartition("/")[2]
        found = [record for record in self.records if name in self.names(record)]
        if not found:
            return self.missing()
        return self.listed("", found, page, escape(name), path)

    def names(self, record: Record) -> list[str]:
        """The links of the box that lead to a record."""
        if self.make == 1:
            return [word for word in sorted(record.words) if len(word) > 4]
        if self.make == 2:
            return [f"{record.year}-{1 + record.id % 12:02}"]
        return [record.author.lower().replace(" ", "-")]

    def aside(self) -> str:
        names: dict[str, int] = {}
        for record in self.records:
            for name in self.names(record):
                names[name] = names.get(name, 0) + 1
        first = sorted(sorted(names, key=lambda name: -names[name])[:100])
        links: Links = [
            (f"/archive/{name}", f"{name} ({names[name]})" if self.make == 2 else name)
            for name in first
        ]
        return self.look.box(("Tags", "Archiv", "Auteurs")[self.make - 1], links)


class Early(MadeSite):
    """What is asked first finds nothing, and the page that says so has a box of guides."""

    name = "early-probes"

    def results(self, query: str, page: int, arguments: dict[str, str]) -> Answer:
        if query and not self._of_records(query):
            return self.no_match(query)
        return super().results(query, page, arguments)

    def _of_records(self, query: str) -> bool:
        """Only the site's own words are found, none of a language."""
        return set(tokens(query)) <= self.database.invented

    def home(self) -> Answer:
        """Some authors are named, from whom one may go on."""
        names = ", ".join(sorted({record.author for record in self.records})[:6])
        return self.page("home", self.look.message(self.phrases.welcome, names))

    def no_match(self, query: str) -> Answer:
        draw = Random(f"guides {query if self.make == 2 else ''}")
        nouns = self.database.topics
        text = self.phrases.none.format(q=escape(query))
        guides = [
            Row(
                Record(n, "", "Redaction", 2000 + n, "0.00", "", ""),
                f"/guides/{n}",
                f"Guide {n}: {draw.choice(nouns)}",
                f"{draw.choice(nouns)} – {draw.choice(nouns)} – {self.phrases.help}.",
            )
            for n in (draw.sample(range(1, 30), 6) if self.make == 2 else range(1, 7))
        ]
        box = self.look.rows(self.phrases.help, guides)
        return self.page(query, self.look.message(text, self.phrases.hint) + box, query)

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        if path.startswith("/guides/"):
            return self.page("guide", self.look.message(self.phrases.help, self.phrases.footer))
        return super().answer(path, arguments)
