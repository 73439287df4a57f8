"""The project's own word lists and sentence patterns: one file per language, one per kind.

A file is made of sections. `[name]` holds words, `_` standing for a space inside one;
`[name = head + tail : 900]` is composed of two others; `[name lines]` holds a pattern a line and
`[name lines : 40]` the forty names drawn from its patterns. `~30` flattens the law of frequencies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

_WORDS = Path(__file__).with_name("words")
_HEADER = re.compile(
    r"\[(?P<name>[\w.]+)(?: = (?P<parts>[\w.]+(?: \+ [\w.]+)*))?(?P<lines> lines)?"
    r"(?: : (?P<n>\d+))?(?: ~(?P<shift>\d+))?\]"
)


@dataclass(frozen=True, slots=True)
class Section:
    """A list of a lexicon, as it is written."""

    name: str
    parts: tuple[str, ...] = ()  # sections it is composed of
    n: int = 0  # names drawn from its parts or lines
    shift: float = 6.0  # the r-th word weighs 1/(r + shift)
    words: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


Lexicon = Mapping[str, Section]


@cache
def lexicon(language: str, kind: str) -> Lexicon:
    """Sections of a language, and over them those of a kind.

    Examples
    --------
    >>> found = lexicon("en", "book")
    >>> found["place"].parts, found["title"].lines[0]
    (('place.head', 'place.tail'), 'The {adjective} {t}')
    """
    general = _parsed(_WORDS / f"{language}.txt")
    return MappingProxyType({**general, **_parsed(_WORDS / f"{language}.{kind}.txt")})


@cache
def stop_words(language: str) -> frozenset[str]:
    """Words too common to be asked for.

    >>> "the" in stop_words("en")
    True
    """
    found = _parsed(_WORDS / f"{language}.txt").get("stops")
    return frozenset(found.words) if found else frozenset()


@cache
def languages() -> Mapping[str, tuple[str, ...]]:
    """Every kind with the languages it is written in, English first.

    >>> languages()["lot"]
    ('en',)
    """
    found: dict[str, list[str]] = {}
    for path in sorted(_WORDS.glob("*.*.txt")):
        language, kind, _ = path.name.split(".")
        found.setdefault(kind, []).append(language)
    return {kind: tuple(sorted(spoken, key=_english_first)) for kind, spoken in found.items()}


def _english_first(language: str) -> tuple[bool, str]:
    return language != "en", language


def _parsed(path: Path) -> dict[str, Section]:
    sections: dict[str, Section] = {}
    for block in re.split(r"^(?=\[)", path.read_text("utf-8"), flags=re.MULTILINE):
        header, _, text = block.partition("\n")
        if not header:
            continue
        found = _HEADER.fullmatch(header)
        if found is None:
            raise ValueError(f"{path.name}: {header!r} is no header of a section")
        name, lined = found["name"], found["lines"] or found["name"] in ("fields", "shape")
        lines = tuple(line for line in text.splitlines() if line)
        sections[name] = Section(
            name,
            parts=tuple((found["parts"] or "").split(" + ")) if found["parts"] else (),
            n=int(found["n"] or 0),
            shift=float(found["shift"] or 6.0),
            words=() if lined else tuple(word.replace("_", " ") for word in text.split()),
            lines=lines if lined else (),
        )
    return sections
