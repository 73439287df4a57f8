"""Faults of the way to the records: catalogues, other forms first, no form, foreign labels."""

from __future__ import annotations

from html import escape

from .database import Record
from .looks import Links
from .site import SIZE, Answer, MadeSite


class Browse(MadeSite):
    """A search finds little; the empty form, or a catalogue behind the menu, lists everything."""

    name = "browse"
    n_records = 240

    def results(self, query: str, page: int, arguments: dict[str, str]) -> Answer:
        if not query and self.make == 1:
            return self.listed("", self.records, page, self.found(len(self.records)), "/search")
        if not query:
            return super().results(query, page, arguments)
        found = [each for each in self.database.search(query) if query.lower() in _title(each)]
        if not found:
            return self.no_match(query)
        return self.listed(query, found[:SIZE], 1, self.found(len(found)))

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        page = self.look.page_of(arguments, SIZE)
        if path == "/katalog" and self.make == 2:
            return self.listed("", self.records, page, self.phrases.catalogue, path)
        if path == "/index" and self.make == 3:
            letters = sorted({each.title[0] for each in self.records})
            links = [(f"/index/{letter.lower()}", letter) for letter in letters]
            return self.page("index", self.look.box(self.phrases.catalogue, links))
        if path.startswith("/index/") and self.make == 3:
            letter = path.removeprefix("/index/").upper()
            found = [each for each in self.records if each.title.startswith(letter)]
            return self.listed("", found, page, letter, path) if found else self.missing()
        return super().answer(path, arguments)

    def menu(self) -> Links:
        more = [[], [("/katalog", self.phrases.catalogue)], [("/index", "Index A–Z")]]
        return [*super().menu(), *more[self.make - 1]]


class OtherForm(MadeSite):
    """The start page has a small form for something else; the real one is links away."""

    name = "other-form"

    def form(self, query: str) -> str:
        if self.make == 1:
            return (
                '<form action="/newsletter"><input name="email" placeholder="E-mail">'
                "<button>Subscribe</button></form>"
            )
        if self.make == 2:
            return (
                '<form action="/filialen"><input type="text" name="plz" size="5"><input '
                'type="submit" value="Filiale finden"></form>'
            )
        return (
            '<form action="/aide/chercher"><input type="search" name="s"><button>Chercher dans '
            "l’aide</button></form>"
        )

    def menu(self) -> Links:
        far = ("/search", "/sortiment", "/fonds")[self.make - 1]
        return [*super().menu(), (far, self.phrases.catalogue)]

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        if path == "/newsletter":
            return self.page("thanks", self.look.message("Thank you for subscribing."))
        if path == "/filialen":
            text = f"Keine Filiale in {escape(arguments.get('plz', ''))}."
            return self.page("Filialen", self.look.message(text))
        if path == "/aide/chercher":
            pages = [("/help", "Heures d’ouverture"), ("/about", "Venir chez nous")]
            return self.page("Aide", self.look.box("Pages de l’aide", pages))
        if path in ("/sortiment", "/fonds"):
            link = [(self.look.search_path, self.phrases.search)]
            return self.page("fonds", self.look.message(self.phrases.welcome) + self._box(link))
        return super().answer(path, arguments)

    def _box(self, links: Links) -> str:
        return self.look.box(self.phrases.catalogue, links)

    def results(self, query: str, page: int, arguments: dict[str, str]) -> Answer:
        """The pages of the real search have its form in their middle."""
        found = super().results(query, page, arguments)
        form = self.look.form(query)
        for start in ('<main class="main">', "</td><td>", '<div id="contenu">'):
            if start in found.body:
                return found._replace(body=found.body.replace(start, start + form, 1))
        return found


class NoForm(MadeSite):
    """There is no form, only a list with a pager: at the start, or a link away."""

    name = "no-form"

    def form(self, query: str) -> str:
        return ""

    def home(self) -> Answer:
        if self.make == 2:
            return super().home()
        return self.listed("", self.records, 1, self.phrases.catalogue, "/list")

    def answer(self, path: str, arguments: dict[str, str]) -> Answer:
        if path == "/list":
            page = self.look.page_of(arguments, SIZE)
            return self.listed("", self.records, page, self.phrases.catalogue, path)
        if path == self.look.search_path:
            return self.missing()
        return super().answer(path, arguments)

    def menu(self) -> Links:
        more = [("/list", self.phrases.catalogue)] if self.make > 1 else []
        return [*super().menu(), *more]


class ForeignLabels(MadeSite):
    """Labels in one language, records in another."""

    name = "foreign-labels"
    labels = ("ja", "de", "ru")
    languages = ("en", "en", "en")


class Undeclared(MadeSite):
    """Pages do not say their language, and have few words besides the records."""

    name = "undeclared"
    labels = ("fr", "de", "de")
    languages = labels

    def page(self, title: str, middle: str, query: str = "") -> Answer:
        found = super().page(title, middle, query)
        return found._replace(body=found.body.replace(f' lang="{self.look.lang}"', ""))


def _title(record: Record) -> str:
    return record.title.lower()
