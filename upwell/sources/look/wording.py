"""What a site says in its language: several variants of each phrase, one drawn by the seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..draw import Draw

_FOLDER = Path(__file__).with_name("phrases")
_THOUSANDS = {"de": ".", "fr": "\u202f"}  # elsewhere a comma


@cache
def phrases(language: str) -> Mapping[str, tuple[str, ...]]:
    """Every phrase of a language with its variants.

    >>> phrases("de")["page.next"][0]
    'Weiter'
    """
    found: dict[str, tuple[str, ...]] = {}
    for line in (_FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        key, colon, variants = line.partition(": ")
        if colon and not line.startswith("#"):
            found[key] = tuple(variant.strip() for variant in variants.split(" | "))
    return MappingProxyType(found)


class Wording:
    """The wording of one site.

    A phrase with `n` says `key.one` for one, where the language has such a phrase; numbers are
    written in the language's way. `{thing}` and `{things}` are what the site's records are called.

    Examples
    --------
    >>> say = Wording("de", "flat", Draw(1)).say
    >>> say("number", n=12345)
    '12.345'
    """

    def __init__(self, language: str, kind: str, draw: Draw) -> None:
        self.language = language
        self._phrases = phrases(language)
        self._draw = draw
        self._drawn: dict[str, str] = {}
        things = self._phrases.get(f"thing.{kind}", self._phrases["thing"])
        self._things = dict(zip(("thing", "things"), self.variants(things), strict=True))

    @staticmethod
    def variants(pair: tuple[str, ...]) -> tuple[str, str]:
        """Singular and plural of a phrase that has one variant or two."""
        return pair[0], pair[-1]

    def say(self, key: str, **facts: Any) -> str:
        """A phrase with its facts."""
        n = facts.get("n")
        if n == 1 and f"{key}.one" in self._phrases:
            key = f"{key}.one"
        form = self._drawn.get(key)
        if form is None:
            form = self._drawn[key] = self._variant(key)
        return self.fill(form, **facts) if "{" in form else form

    def fill(self, form: str, **facts: Any) -> str:
        """A variant with its facts."""
        shown = {
            name: self.number(value) if isinstance(value, int) else value
            for name, value in facts.items()
        }
        return form.format_map({**self._things, **shown})

    def number(self, value: int) -> str:
        """A number as the language writes it."""
        return f"{value:,}".replace(",", _THOUSANDS.get(self.language, ","))

    def all(self, key: str) -> tuple[str, ...]:
        """Every variant of a phrase."""
        return self._phrases[key]

    def _variant(self, key: str) -> str:
        try:
            return self._draw.pick(f"say {key}", self._phrases[key])
        except KeyError:
            raise LookupError(f"phrases/{self.language}.txt has no phrase {key!r}") from None
