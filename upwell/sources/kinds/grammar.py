"""The records of one site: each is a function of the site's seed and the record's place in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count
from math import gcd
from random import Random
from types import MappingProxyType

from ..database.record import Record, Value
from .draws import BITS, Bits, Pattern, Tables
from .fields import Drawn, Field, drawer, field, value
from .lexicon import Lexicon, lexicon

_LEAST_ID, _IDS = 100_000, 9_899_983  # a prime: ids run through all residues before one returns
_ATTEMPTS = 8  # at a title nobody has
_CHANGING = tuple("price number date rating text category place person code".split())


def digest(*parts: object) -> int:
    """64 bits of a text, the same in every process."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Shape:
    """How much is written of a record: from and to."""

    summary: tuple[int, int] = (1, 3)  # sentences
    paragraphs: tuple[int, int] = (1, 3)
    sentences: tuple[int, int] = (3, 5)  # of a paragraph


class Grammar:
    """Draws records of one kind, in one language, for one seed.

    Examples
    --------
    >>> books = Grammar("book", "en", seed=7)
    >>> books.record(12) == Grammar("book", "en", seed=7).record(12)
    True
    """

    def __init__(self, kind: str, language: str, seed: int) -> None:
        self.kind, self.language, self.seed = kind, language, seed
        self.lexicon = lexicon(language, kind)
        self.fields = tuple(map(field, self.lexicon["fields"].lines))
        self._base = digest("records", kind, language, seed)
        self._rng = Random()
        self.tables = Tables(self.lexicon, Random(digest("tables", kind, language, seed)))
        self._topics = self.tables.topics()
        shift = self.lexicon["topics"].shift if "topics" in self.lexicon else 6.0
        self._topic_weights = [1 / (rank + shift) for rank in range(len(self._topics))]
        self._texts: dict[str, _Texts] = {}
        self._stride = 1 + self._base % (_IDS - 1)

    def id(self, place: int) -> int:
        """The number of the record at a place: distinct, and in no order."""
        return _LEAST_ID + (self._base + place * self._stride) % _IDS

    def record(self, place: int, attempt: int = 0) -> Record:
        """The record at a place; other attempts are other records under the same number."""
        rng = self._rng
        rng.seed(self._base + place * _ATTEMPTS + attempt)
        number = self.id(place)
        texts = self._of(rng.choices(self._topics, self._topic_weights)[0])
        values, shown = texts.values(rng)
        title = texts.title.one(rng, shown)
        if attempt == _ATTEMPTS - 1:
            title = f"{title} ({number})"
        return Record(
            id=number,
            kind=self.kind,
            title=title,
            summary=texts.joined(texts.summary.some(rng, shown, texts.shape.summary)),
            body=texts.paragraphs(rng, shown),
            values=MappingProxyType(values),
            rank=round(rng.paretovariate(0.9), 1),
        )

    def records(
        self, size: int | None, start: int = 0, taken: set[int] | None = None
    ) -> Iterator[Record]:
        """Records with distinct titles, ten thousand a second; None: without an end.

        Parameters
        ----------
        size
            How many; of a longer site the first are the same.
        start
            Place of the first.
        taken
            Hashes of the titles that are taken; new ones are added.
        """
        taken = set() if taken is None else taken
        for place in count(start) if size is None else range(start, start + size):
            record = self.record(place)
            attempt = 0
            while (title := hash(record.title)) in taken and attempt < _ATTEMPTS - 1:
                attempt += 1
                record = self.record(place, attempt)
            taken.add(title)
            yield record

    def redrawn(self, record: Record, what: str, rng: Random) -> Record:
        """The record's next version, with another title, summary or value."""
        texts = self._of(self._topic_of(record))
        shown = {name: one.shown for name, one in record.values.items()}
        version = record.version + 1
        if what == "title":
            return replace(record, title=texts.title.one(rng, shown), version=version)
        if what == "summary":
            text = texts.joined(texts.summary.some(rng, shown, texts.shape.summary))
            return replace(record, summary=text, version=version)
        values = dict(record.values)
        able = [pair for pair in texts.drawers if pair[0].name in values]
        declared, draw = min(able, key=lambda pair: _CHANGING.index(pair[0].type))
        text, sort = draw(rng, shown)
        values[declared.name] = value(declared, text, sort)
        return replace(record, values=MappingProxyType(values), version=version)

    def _topic_of(self, record: Record) -> str:
        for declared in self.fields:
            if declared.how == "{topic}" and declared.name in record.values:
                return record.values[declared.name].shown
        return self._topics[0]

    def _of(self, topic: str) -> _Texts:
        if topic not in self._texts:
            self._texts[topic] = _Texts(self, topic)
        return self._texts[topic]


class _Texts:
    """Patterns and fields of one topic, with the site's tables in their slots."""

    def __init__(self, grammar: Grammar, topic: str) -> None:
        tables, book = grammar.tables, grammar.lexicon
        self.joined = ("" if grammar.language == "ja" else " ").join
        self.shape = _shape(book)
        self.drawers: list[tuple[Field, Drawn]] = [
            (one, drawer(one, grammar.language, tables, topic)) for one in grammar.fields
        ]
        self.title, self.summary, self.body = (
            _Choice([tables.pattern(line, topic) for line in book[name].lines])
            for name in ("title", "summary", "body")
        )

    def values(self, rng: Random) -> tuple[dict[str, Value], dict[str, str]]:
        values: dict[str, Value] = {}
        shown: dict[str, str] = {}
        for declared, draw in self.drawers:
            if declared.share == 1.0 or rng.random() < declared.share:
                text, sort = draw(rng, shown)
                shown[declared.name] = text
                values[declared.name] = value(declared, text, sort)
        return values, shown

    def paragraphs(self, rng: Random, shown: dict[str, str]) -> tuple[str, ...]:
        low, high = self.shape.paragraphs
        n = low + int(rng.random() * (high - low + 1))
        lengths = self.shape.sentences
        return tuple([self.joined(self.body.some(rng, shown, lengths)) for _ in range(n)])


class _Choice:
    """Patterns of one purpose; several are taken in turns, so that none comes twice in a row."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self.patterns = patterns
        n = len(patterns)
        self.steps = [step for step in range(1, max(n, 2)) if gcd(step, n) == 1]

    def some(self, rng: Random, shown: dict[str, str], bounds: tuple[int, int]) -> list[str]:
        low, high = bounds
        bits: Bits = rng.getrandbits
        n = len(self.patterns)
        wanted = low + int(rng.random() * (high - low + 1))
        place, step = bits(BITS) % n, self.steps[bits(BITS) % len(self.steps)]
        out: list[str] = []
        for _ in range(n * 4):
            place = (place + step) % n
            try:
                out.append(self.patterns[place].fill(bits, shown))
            except KeyError:  # it speaks of a field that this record has not
                continue
            if len(out) >= wanted:
                break
        return out

    def one(self, rng: Random, shown: dict[str, str]) -> str:
        return self.some(rng, shown, (1, 1))[0]


def _shape(book: Lexicon) -> Shape:
    if "shape" not in book:
        return Shape()
    bounds = {}
    for line in book["shape"].lines:
        name, low, high = line.split()
        bounds[name] = (int(low), int(high))
    return Shape(**bounds)
