"""Real HTML for made-up signatures: a page that parses to exactly its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from .signatures import CLASSES, Batch, Mix, signatures
from .table import SITES, Averages

_VOID = frozenset("br img hr input meta link".split())
_HEAD = frozenset("meta link script".split())
_SILENT = frozenset("script select ul table tr".split()) | _VOID  # hold no words of their own
_BARE = ("html", "head", "title", "body")
_INLINE = frozenset("a br b font img i small strong em nobr u big tt span".split())
_CONSONANTS, _VOWELS = "bdfghklmnprstvz", "aeiou"


class Page(NamedTuple):
    """A made-up page, and which class it was drawn for."""

    site: str
    kind: str
    html: str


def pages(
    per_site: int,
    seed: int = 1,
    sites: Sequence[Averages] = SITES,
    mix: Mix | None = None,
) -> Iterator[Page]:
    """The pages of the signatures of one seed, one after the other.

    Examples
    --------
    >>> page = next(pages(110))
    >>> page.site, page.kind, page.html[:12]
    ('abenews.go.com', 'list', '<html><head>')

    References
    ----------
    THOR VII-A (synthetic data); table I.
    """
    for batch in signatures(per_site, seed, tokens=True, sites=sites, mix=mix):
        for place in range(len(batch.classes)):
            kind = CLASSES[batch.classes[place]]
            yield Page(batch.site.name, kind, written(batch, place))


def written(batch: Batch, place: int) -> str:
    """The page of one signature: rows with cells and links where there is a table."""
    counts = Counter(dict(zip(batch.names, batch.tags[place].tolist(), strict=True)))
    low, high = batch.starts[place : place + 2].tolist()
    words = [word(number) for number in batch.ids[low:high].tolist()]
    text = np.repeat(np.array(words), batch.counts[low:high]).tolist()
    text = text[::2] + text[1::2][::-1]  # repeated words do not stand beside each other
    return _Writer(counts, text, int(batch.sizes[place])).page()


@cache
def word(number: int) -> str:
    """A pronounceable word for a token's number, another for every number.

    >>> word(0), word(75), word(51_000)
    ('baba', 'beba', 'dudaba')
    """
    syllables = ""
    while number or len(syllables) < 4:
        number, rest = divmod(number, 75)
        syllables = _CONSONANTS[rest // 5] + _VOWELS[rest % 5] + syllables
    return syllables


class _Writer:
    """Puts the elements of a page in their places and its words into them."""

    def __init__(self, counts: Counter[str], text: list[str], size: int) -> None:
        self.counts, self.size = counts, size
        self.text = iter(text)
        bearing = sum(n for tag, n in counts.items() if tag not in (*_SILENT, "html", "head"))
        self.share, self.more = divmod(len(text), max(1, bearing))

    def page(self) -> str:
        bare = self._whole()
        n = sum(self.counts.values()) - sum(self.counts[tag] for tag in _BARE)
        letters = self.size - len(bare) - n * len(' class=""')
        return bare if letters < 0 or not n else _dressed(bare, letters, n)

    def _whole(self) -> str:
        counts = self.counts
        head = "".join(self._elements(tag, counts[tag]) for tag in ("meta", "link", "script"))
        title = f"<title>{self._words()}</title>"
        loose = {
            tag: n for tag, n in counts.items() if tag not in (*_HEAD, *_BARE, "table", "tr", "td")
        }
        above = "".join(self._elements(tag, n) for tag, n in loose.items() if tag not in _INLINE)
        inline = [tag for tag, n in loose.items() if tag in _INLINE for _ in range(n)]
        rows = self._tables(inline) if counts["td"] else self._cell(inline)
        rest = " ".join(self.text)
        return f"<html><head>{title}{head}</head><body>{above}{rows}{rest}</body></html>"

    def _elements(self, tag: str, n: int) -> str:
        if tag in ("ul", "select", "form"):
            return self._lists(tag, n) if n else ""
        if tag in ("li", "option", "input"):
            return ""  # inside the former
        return "".join([self._one(tag) for _ in range(n)])

    def _lists(self, tag: str, n: int) -> str:
        inner = {"ul": "li", "select": "option", "form": "input"}[tag]
        counts = _even(self.counts[inner], n)
        own = "" if tag in _SILENT else self._words()
        held = ["".join([self._one(inner) for _ in range(count)]) for count in counts]
        first, *others = (f"<{tag}>{text}</{tag}>" for text in held)
        return "".join([first.replace(">", f">{own}", 1), *others])

    def _tables(self, inline: list[str]) -> str:
        cells = iter(self._cells(inline))
        row_cells = iter(_even(self.counts["td"], self.counts["tr"]))
        out = []
        for n_rows in _even(self.counts["tr"], self.counts["table"]):
            rows = ["".join(islice(cells, next(row_cells))) for _ in range(n_rows)]
            out.append("<table>" + "".join([f"<tr>{row}</tr>" for row in rows]) + "</table>")
        return "".join(out)

    def _cells(self, inline: list[str]) -> list[str]:
        mixed = iter(inline)
        shares = _even(len(inline), self.counts["td"])
        return [f"<td>{self._words()}{self._cell(islice(mixed, n))}</td>" for n in shares]

    def _cell(self, tags: Iterable[str]) -> str:
        return "".join([self._one(tag) for tag in tags])

    def _one(self, tag: str) -> str:
        if tag in _VOID:
            return f"<{tag}>"
        return f"<{tag}></{tag}>" if tag in _SILENT else f"<{tag}>{self._words()}</{tag}>"

    def _words(self) -> str:
        n = self.share + (self.more > 0)
        self.more -= 1
        return " ".join([found for _, found in zip(range(n), self.text, strict=False)]) + " "


def _dressed(bare: str, letters: int, n: int) -> str:
    """The page with an attribute on each of its tags, of so many letters in all."""
    lengths = iter(_even(letters, n))
    out = []
    for place, part in enumerate(bare.split("<")):
        tag, closing, rest = part.partition(">")
        if closing and tag[0] != "/" and tag not in _BARE:
            length = next(lengths)
            value = word(place * 7919 % 400_000) * (length // 4 + 1)
            part = f'{tag} class="{value[:length]}">{rest}'
        out.append(part)
    return "<".join(out)


def _even(total: int, parts: int) -> list[int]:
    """A number shared out as evenly as it goes, the larger parts first."""
    each, more = divmod(total, max(1, parts))
    return [each + (place < more) for place in range(max(1, parts))]
