"""What a source holds: records from a seeded grammar that read like data, not like lorem ipsum.

A record draws most of its words from the vocabulary of its subject, some from a second
subject and some from a general list, each by a Zipf-like law; names of people and places are
composed from heads and tails, which gives the vocabulary its long tail.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from .words import lists, subjects

_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_TITLES = (
    "The {adjective} {t}",
    "{T} and {u}",
    "A {adjective} guide to {t} and {u}",
    "The {t} of {place}",
    "{T}, {u} and {v}",
    "{Adjective} {t}, {adjective} {u}",
    "Notes on the {t}",
    "The {noun} of {t}",
    "{T}: a {noun} of {u}",
    "{Place} {t}",
    "From {t} to {u}",
    "The {surname} {t}",
    "Every {noun} a {t}",
    "On {t}, {u} and the {adjective} {noun}",
)
_SENTENCES = (
    "A {adjective} {noun} of {t} and {u}, with a chapter on {v}.",
    "{surname} {verb} the {adjective} {t} of {place}.",
    "The {noun} begins with the {t} and ends with the {adjective} {u}.",
    "With {number} plates of {t}, {u} and {v}.",
    "The author {verb} {t} in {place} and asks what became of the {u}.",
    "For the {adjective} reader of {subject}: {t}, {u}, {v} and the {noun}.",
    "First printed in {place}, it {verb} {t} beside {w}.",
    "What has {w} to do with {t}?",
    "{First} {surname} of {place} wrote the {noun} on {u}.",
    "Between {t} and {w} lies a {adjective} {noun}.",
    "With an index from {e} to {e}, and {e} on the cover.",
    "Of {e} and {e}, of {e} and {t}.",
    "Ex libris {surname}; the {t} is {adjective}, the {u} a little worn.",
)


@dataclass(frozen=True)
class Item:
    """One record of the catalogue."""

    id: int
    title: str
    author: str
    publisher: str
    place: str
    year: int
    subject: str
    description: str
    price: str
    rating: float
    reviews: int
    pages: int
    added: str
    isbn: str

    @property
    def path(self) -> str:
        """Its own page."""
        return f"/item/{self.id}"

    @cached_property
    def blurb(self) -> str:
        """The beginning of its description, as a list shows it."""
        words = self.description.split()
        return " ".join(words[:24]) + (" …" if len(words) > 24 else "")

    @property
    def searchable(self) -> tuple[str, ...]:
        """The fields a query is matched with."""
        return (
            *(self.title, self.author, self.publisher, self.place),
            *(self.subject, str(self.year), self.description),
        )


def tokens(text: str) -> list[str]:
    """Words as the search engine cuts them: runs of letters and digits, in lower case.

    >>> tokens("Hart-well's 2 Owls")
    ['hart', 'well', 's', '2', 'owls']
    """
    return re.findall(r"[^\W_]+", text.lower())


def items(seed: int, size: int) -> list[Item]:
    """The records of one seed, with distinct numbers and titles.

    >>> items(7, 3) == items(7, 5)[:3]
    True
    >>> len({item.title for item in items(7, 300)})
    300
    """
    grammar = _Grammar(random.Random(f"upwell catalogue {seed}"))
    return [grammar.item() for _ in range(size)]


class _Zipf:
    """Draws from a list in an order of its own, the r-th word with weight 1/(r + shift)."""

    def __init__(self, rng: random.Random, words: Sequence[str], shift: float = 6.0) -> None:
        self.words = rng.sample(list(words), len(words))
        self.weights = list(accumulate(1 / (r + shift) for r in range(len(words))))

    def draw(self, rng: random.Random) -> str:
        return self.words[bisect(self.weights, rng.random() * self.weights[-1])]


class _Grammar:
    """All lists of one seed, and the titles and numbers that are taken."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        table = lists()
        self.topics = {name: _Zipf(rng, table[name]) for name in subjects()}
        self.subject = _Zipf(rng, subjects(), shift=12.0)
        self.first = _Zipf(rng, table["person.first"])
        self.surnames = _Zipf(rng, _composed(rng, "person", 900))
        self.places = _Zipf(rng, _composed(rng, "place", 500))
        self.lists = {
            "adjective": _Zipf(rng, table["general.adjective"]),
            "noun": _Zipf(rng, table["general.noun"]),
            "e": _Zipf(rng, table["general.everyday"], shift=30.0),
            "verb": _Zipf(rng, table["general.verb"]),
            "first": self.first,
            "surname": self.surnames,
            "place": self.places,
        }
        houses = rng.sample(self.surnames.words, 40)
        self.publishers = _Zipf(rng, [f"{h} {rng.choice(table['publisher'])}" for h in houses])
        self.numbers: set[int] = set()
        self.titles: set[str] = set()

    def item(self) -> Item:
        rng = self.rng
        subject = self.subject.draw(rng)
        other = rng.choice(subjects())
        place = self.places.draw(rng)
        year = 2025 - min(int(rng.expovariate(1 / 14)), 90)
        sentences = rng.sample(_SENTENCES, rng.randint(3, 6))
        return Item(
            id=self._number(),
            title=self._title(subject, other),
            author=f"{self.first.draw(rng)} {self.surnames.draw(rng)}",
            publisher=self.publishers.draw(rng),
            place=place,
            year=year,
            subject=subject,
            description=" ".join(self._fill(s, subject, other) for s in sentences),
            price=self._price(),
            rating=rng.randint(4, 10) / 2,
            reviews=int(rng.paretovariate(0.9)),
            pages=rng.randint(48, 720),
            added=self._date(max(year, 2018)),
            isbn=self._isbn(),
        )

    def _number(self) -> int:
        while (number := self.rng.randint(100_000, 9_999_999)) in self.numbers:
            pass
        self.numbers.add(number)
        return number

    def _date(self, earliest: int) -> str:
        rng = self.rng
        return f"{rng.randint(1, 28)} {rng.choice(_MONTHS)} {rng.randint(earliest, 2025)}"

    def _price(self) -> str:
        pounds = self.rng.choice((3, 5, 8, 12, 18, 25, 40)) + self.rng.randint(0, 9)
        return f"£{pounds}.{self.rng.randint(0, 19) * 5:02}"

    def _isbn(self) -> str:
        digits = f"{self.rng.randint(0, 10**10 - 1):010}"
        return f"978-{digits[0]}-{digits[1:5]}-{digits[5:9]}-{digits[9]}"

    def _title(self, subject: str, other: str) -> str:
        while (title := self._fill(self.rng.choice(_TITLES), subject, other)) in self.titles:
            pass
        self.titles.add(title)
        return title

    def _fill(self, pattern: str, subject: str, other: str) -> str:
        text = pattern.format_map(_Draws(self, subject, other))
        return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text.replace("-", " "))

    def draw(self, name: str, subject: str, other: str) -> str:
        """A word for one placeholder; a capital letter asks for a capital letter."""
        lower = name.lower()
        if lower in ("t", "u", "v"):
            word = self.topics[subject].draw(self.rng)
        elif lower == "w":
            word = self.topics[other].draw(self.rng)
        elif lower == "number":
            word = str(self.rng.randint(3, 64))
        else:
            word = subject if lower == "subject" else self.lists[lower].draw(self.rng)
        return word if name == lower else word.capitalize()


class _Draws(dict[str, str]):
    """The placeholders of one sentence: each is drawn when it is asked for."""

    def __init__(self, grammar: _Grammar, subject: str, other: str) -> None:
        self._grammar, self._subject, self._other = grammar, subject, other

    def __missing__(self, name: str) -> str:
        return self._grammar.draw(name, self._subject, self._other)


def _composed(rng: random.Random, kind: str, n: int) -> list[str]:
    """Names put together from a head and a tail."""
    heads, tails = lists()[f"{kind}.head"], lists()[f"{kind}.tail"]
    return rng.sample([head + tail for head in heads for tail in tails], n)
