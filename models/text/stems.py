"""Stems of words, remembered: within a site nine words in ten have been seen before."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import Stemmer

_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_MOST_REMEMBERED = 1 << 18  # surface forms; numbers and typing errors never repeat


class _Stems(Protocol):
    def stemWord(self, word: str, /) -> str: ...


def stem(word: str, language: str = "en") -> str:
    """Stem of a lower-case word by Porter's rules for the language; the word itself for others.

    Parameters
    ----------
    word
        In lower case.
    language
        As `<html lang>` gives it; what follows the first hyphen does not matter.

    Reading
    -------
    THOR and WISDOM stem with Porter's algorithm; Snowball's "english" is his own revision of it.

    Examples
    --------
    >>> stem("connections"), stem("häuser", "de-AT"), stem("häuser", "xx")
    ('connect', 'haus', 'häuser')
    """
    return _stem(word, language)


@lru_cache(_MOST_REMEMBERED)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    return word if stemmer is None else stemmer.stemWord(word)


@lru_cache(64)
def _stemmer(language: str) -> _Stems | None:
    algorithm = _ALGORITHMS.get(language.partition("-")[0].lower())
    if algorithm is None:
        return None
    made: _Stems = Stemmer.Stemmer(algorithm, 0)  # its own cache would be a second one
    return made
