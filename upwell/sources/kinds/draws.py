"""Words drawn by a Zipf-like law, and the patterns they are put into.

A list becomes a table of 8,192 places in which frequent words stand often: to draw is to look up.
That is what makes ten thousand records a matter of a second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from .lexicon import Lexicon

BITS = 13
Table = list[str]  # 2 ** BITS places
Bits = Callable[[int], int]
_SLOT = re.compile(r"\{([^}]+)\}")
_HEARD = re.compile(r"uni|eu|one|us[eu]|ut")  # begin with a sound of y or w
_UNHEARD = re.compile(r"hour|honest|honour|heir")  # h is silent
_RANGE = re.compile(r"(0*)(\d+)\.\.(\d+)")


def table(words: Sequence[str], shift: float = 6.0) -> Table:
    """Places for words, the r-th by a share of 1/(r + shift), each at least once.

    >>> places = table(["owl", "wren"], shift=1.0)
    >>> len(places), round(places.count("owl") / places.count("wren"), 2)
    (8192, 2.0)
    """
    size, n = 1 << BITS, len(words)
    if not 0 < n <= size:
        raise ValueError(f"a table holds 1 to {size} words, not {n}")
    weights = [1 / (rank + shift) for rank in range(n)]
    scale = (size - n) / sum(weights)
    places: Table = []
    for word, weight in zip(words, weights, strict=True):
        places += [word] * (1 + int(scale * weight))
    return [words[0]] * (size - len(places)) + places


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence with slots: tables, or names of the record's own fields."""

    text: str  # with %s for each slot
    slots: tuple[Table, ...]
    own: tuple[str, ...]  # fields, each put where its name stands in braces
    alike: bool  # whether two slots draw from one table

    def fill(self, bits: Bits, shown: Mapping[str, str]) -> str:
        """The sentence; KeyError when it speaks of a field the record has not."""
        words = [slot[bits(BITS)] for slot in self.slots]
        if self.alike and len(set(words)) < len(words):
            words = [slot[bits(BITS)] for slot in self.slots]
        text = self.text % tuple(words)
        for name in self.own:
            text = text.replace(f"{{{name}}}", shown[name])
        return text


class Tables:
    """The tables of one site: its own order of frequency in every list, its own names.

    Examples
    --------
    >>> from .lexicon import lexicon
    >>> tables = Tables(lexicon("en", "book"), Random(3))
    >>> rng = Random(1)
    >>> tables.pattern("{A adjective} {noun} of {place}.").fill(rng.getrandbits, {})
    'A flat century of Banport.'
    """

    def __init__(self, lexicon: Lexicon, rng: Random) -> None:
        self._lexicon = lexicon
        self._rng = rng
        self._words: dict[str, list[str]] = {}
        self._tables: dict[str, Table] = {}

    def pattern(self, text: str, topic: str = "") -> Pattern:
        """A pattern of the lexicon; `{t}` is a word of the topic, `{w}` of any."""
        slots: list[Table] = []
        own: list[str] = []

        def place(found: re.Match[str]) -> str:
            if found[1].startswith("="):
                own.append(found[1][1:])
                return f"{{{own[-1]}}}"
            slots.append(self._slot(found[1], topic))
            return "%s"

        shaped = _SLOT.sub(place, text.replace("%", "%%"))
        alike = len({id(slot) for slot in slots}) < len(slots)
        return Pattern(shaped, tuple(slots), tuple(own), alike)

    def words(self, name: str) -> list[str]:
        """The words of a list, the most frequent first."""
        if name not in self._words:
            self._words[name] = self._drawn(name)
        return self._words[name]

    def topics(self) -> list[str]:
        """The topics of the kind; one without a name when it has none."""
        return self.words("topics") if "topics" in self._lexicon else [""]

    def table(self, slot: str) -> Table:
        """Of a list as a slot asks for it: `owl`, `Owl`, `an owl`, `An owl`, `3..12`."""
        if slot not in self._tables:
            self._tables[slot] = self._made(slot)
        return self._tables[slot]

    def _slot(self, slot: str, topic: str) -> Table:
        if slot.lower() == "topic":
            return [topic if slot.islower() else capital(topic)] * (1 << BITS)
        if topic and slot.split()[-1].lower() == "t":
            slot = slot[:-1] + ("Topic." if slot[-1] == "T" else "topic.") + topic.replace(" ", "_")
        return self.table(slot)

    def _made(self, slot: str) -> Table:
        if found := _RANGE.fullmatch(slot):
            width = len(found[1]) + len(found[2]) if found[1] else 0
            numbers = range(int(found[2]), int(found[3]) + 1)
            return table([f"{number:0{width}}" for number in numbers], shift=1e6)
        article, _, name = slot.rpartition(" ")
        lower = name[0].lower() + name[1:]
        words = self.words(lower)
        if name != lower:
            words = [capital(word) for word in words]
        if article:
            words = [articled(article, word) for word in words]
        return table(words, self._lexicon[lower].shift if lower in self._lexicon else 6.0)

    def _drawn(self, name: str) -> list[str]:
        if name == "w":
            named = [f"topic.{topic.replace(' ', '_')}" for topic in self.topics()]
            every = dict.fromkeys(word for each in named for word in self._lexicon[each].words)
            return self._rng.sample(list(every), len(every))
        section = self._lexicon[name]
        if section.parts:
            heads = [self._lexicon[part].words for part in section.parts]
            made = ["".join(pieces) for pieces in product(*heads)]
            return self._rng.sample(list(dict.fromkeys(made)), section.n)
        if section.lines:
            return self._named(section.lines, section.n)
        return self._rng.sample(list(dict.fromkeys(section.words)), len(set(section.words)))

    def _named(self, lines: Sequence[str], n: int) -> list[str]:
        patterns = [self.pattern(line) for line in lines]
        names: dict[str, None] = {}
        for _ in range(50 * n):
            names[self._rng.choice(patterns).fill(self._rng.getrandbits, {})] = None
            if len(names) == n:
                return list(names)
        raise ValueError(f"{lines[0]!r} and its like make only {len(names)} names, not {n}")


def articled(article: str, word: str) -> str:
    """A word behind an article or a preposition that listens to its first sound.

    >>> [articled("a", word) for word in ("owl", "union", "hour", "house")]
    ['an owl', 'a union', 'an hour', 'a house']
    >>> articled("de", "Adèle"), articled("du", "avocat"), articled("le", "port")
    ("d'Adèle", "de l'avocat", 'le port')
    """
    vowel = word[0].lower() in "aeiouâàéèêëîïôœû"
    if article.lower() == "a":
        english = _HEARD.match(word.lower()) if vowel else _UNHEARD.match(word.lower())
        return f"{article}{'n' if vowel == (english is None) else ''} {word}"
    if not vowel and word[0].lower() != "h":
        return f"{article} {word}"
    return f"de l'{word}" if article == "du" else f"{article[0]}'{word}"


def capital(word: str) -> str:
    """Its first letter large, the others as they are.

    >>> capital("still life")
    'Still life'
    """
    return word[:1].upper() + word[1:]
