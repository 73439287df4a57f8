"""Stems of words, remembered: within a site nine words in ten have been seen before."""

from __future__ import annotations

from collections.abc import Callable
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
_MOST_REMEMBERED = 1 << 16  # surface forms a generation; numbers and typing errors never repeat


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
    return _stems(language)[word]


class Remembered(dict[str, str]):
    """A cache of a function of words, bounded to recent ones: `remembered[word]`.

    Two generations: when the younger is full it becomes the older, whose words are taken over as
    they are met again. So the memory is bounded and a hit costs one look-up.

    Parameters
    ----------
    function
        A pure function of a word.
    most
        Words of a generation.

    Examples
    --------
    >>> remembered = Remembered(str.upper, most=2)
    >>> [remembered[word] for word in ("a", "b", "c")], list(remembered)
    (['A', 'B', 'C'], ['c'])
    """

    def __init__(self, function: Callable[[str], str], most: int = _MOST_REMEMBERED) -> None:
        super().__init__()
        self._function = function
        self._most = most
        self._older: dict[str, str] = {}

    def __missing__(self, word: str) -> str:
        said = self._older.get(word)
        if said is None:
            said = self._function(word)
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[word] = said
        return said


def stemming(language: str) -> Callable[[str], str]:
    """The function that stems words of a language, without a memory."""
    algorithm = _ALGORITHMS.get(language.partition("-")[0].lower())
    if algorithm is None:
        return str
    made: _Stems = Stemmer.Stemmer(algorithm, 0)  # its own cache would be a second one
    return made.stemWord


@lru_cache(16)
def _stems(language: str) -> Remembered:
    return Remembered(stemming(language))
