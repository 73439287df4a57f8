"""The records behind a made site, drawn by a seed."""

from __future__ import annotations

import re
from functools import cached_property
from random import Random
from typing import NamedTuple
from unicodedata import normalize

_WORDS = {
    "en": "river lantern orchard copper winter harbour meadow thunder candle forest saddle mirror "
    "anchor barley cradle falcon garden hammer island jacket kettle ladder marble needle ocean "
    "paper quarry ribbon silver tunnel valley window yellow autumn bridge castle dragon engine "
    "feather glacier history journey kitchen letter mountain night people question road school "
    "story summer table time travel village water woman work world young music house city life "
    "horse stone field light dark green small great first last black white open science art",
    "de": "Fluss Laterne Garten Kupfer Winter Hafen Wiese Donner Kerze Wald Sattel Spiegel Anker "
    "Gerste Wiege Falke Hammer Insel Jacke Kessel Leiter Marmor Nadel Ozean Papier Brücke Schloss "
    "Drache Feder Gletscher Geschichte Reise Küche Brief Berg Nacht Frage Straße Schule Sommer "
    "Tisch Zeit Dorf Wasser Frau Arbeit Welt Musik Haus Stadt Leben Pferd Stein Feld Licht Kunst",
    "fr": "rivière lanterne verger cuivre hiver port prairie tonnerre bougie forêt selle miroir "
    "ancre orge berceau faucon jardin marteau île veste échelle marbre aiguille océan papier pont "
    "château dragon plume glacier histoire voyage cuisine lettre montagne nuit question route "
    "école été table temps village eau femme travail monde musique maison ville vie cheval pierre",
}
_SMALL = {
    "en": "the of and in a to with for on from by at".split(),
    "de": "der die das und in von mit für auf aus bei an".split(),
    "fr": "le la les de et en un une avec pour sur dans".split(),
}
_SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xo yl zan bre dol fin gor".split()
_FIRST = "Ada Bruno Clara Dario Elif Frida Goran Hanna Igor Jelka Karim Lotte".split()


class Record(NamedTuple):
    """One thing of the database; its title is no part of another's."""

    id: int
    title: str
    author: str
    year: int
    price: str
    topic: str
    text: str

    @property
    def slug(self) -> str:
        plain = normalize("NFKD", self.title.lower()).encode("ascii", "ignore").decode()
        return re.sub(r"\W+", "-", plain).strip("-")

    @property
    def words(self) -> set[str]:
        """What a search finds it by."""
        return set(tokens(f"{self.title} {self.author} {self.topic} {self.text}"))


class Database:
    """`size` records in the language given."""

    def __init__(self, seed: str, size: int, lang: str = "en") -> None:
        self._draw = Random(f"faults {seed}")
        self.invented: set[str] = set()  # words that no language has
        made = [self._word() for _ in range(60)]
        self._words = [*_WORDS[lang].split(), *made]
        self._draw.shuffle(self._words)
        self._weights = [1 / (rank + 3) for rank in range(len(self._words))]
        self._small = _SMALL[lang]
        self.topics = self._draw.sample(_WORDS[lang].split(), 8)
        self._authors = [
            f"{self._draw.choice(_FIRST)} {self._word().capitalize()}" for _ in range(size // 4)
        ]
        first = self._draw.randint(100, 900)
        self.records = [self._record(first + 3 * i) for i in range(size)]

    @cached_property
    def _index(self) -> list[tuple[Record, set[str]]]:
        return [(record, record.words) for record in self.records]

    def search(self, query: str) -> list[Record]:
        """Records that have all words of the query; none for no word."""
        wanted = set(tokens(query))
        return [record for record, words in self._index if wanted and wanted <= words]

    def _record(self, number: int) -> Record:
        draw = self._draw
        title = [*draw.choices(self._words, self._weights, k=draw.randint(1, 3)), self._word()]
        return Record(
            id=number,
            title=" ".join(word.capitalize() for word in title),
            author=draw.choice(self._authors),
            year=draw.randint(1951, 2023),
            price=f"{draw.randint(3, 80)}.{draw.randint(10, 99)}",
            topic=draw.choice(self.topics),
            text=" ".join(self._sentence() for _ in range(draw.randint(2, 4))),
        )

    def _sentence(self) -> str:
        words: list[str] = []
        for word in self._draw.choices(self._words, self._weights, k=self._draw.randint(4, 8)):
            words += [self._draw.choice(self._small), word]
        return " ".join(words).capitalize() + "."

    def _word(self) -> str:
        """A word that no other place has."""
        while (word := "".join(self._draw.choices(_SYLLABLES, k=3))) in self.invented:
            pass
        self.invented.add(word)
        return word


def tokens(text: str) -> list[str]:
    """Words in small letters."""
    return re.findall(r"\w+", text.lower())
