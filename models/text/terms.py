"""Terms: the stems of a text without its stop words (THOR V-A; WISDOM 3.1)."""

from __future__ import annotations

from functools import lru_cache

from xxhash import xxh3_64_intdigest

from .stems import Remembered, stemming
from .words import STOP_WORDS, words

_NONE: frozenset[str] = frozenset()


def terms(text: str, language: str = "en", numbers: bool = True) -> list[str]:
    """Terms of a text in order, with repetitions.

    Parameters
    ----------
    text
        Visible text.
    language
        Language of stop words and stems, as `<html lang>` gives it.
    numbers
        Whether words of digits alone are kept: prices and years are content, yet WISDOM's
        entropies are better without them.

    Examples
    --------
    >>> terms("The searching of 42 databases")
    ['search', '42', 'databas']
    >>> terms("The searching of 42 databases", numbers=False)
    ['search', 'databas']

    References
    ----------
    THOR VI-B; WISDOM 3.1.
    """
    language = language.partition("-")[0].lower() or "en"
    return list(filter(None, map(_terms(language, numbers).__getitem__, words(text))))


@lru_cache(16)
def _terms(language: str, numbers: bool) -> Remembered:
    """Term of a word; an empty one for words that are none."""
    stop, stem = STOP_WORDS.get(language, _NONE), stemming(language)

    def term(word: str) -> str:
        return "" if word in stop or (word.isdigit() and not numbers) else stem(word)

    return Remembered(term)


@lru_cache(1 << 17)
def term_id(term: str) -> int:
    """A number for a term, the same in every process and on every machine: 64 bits, unsigned.

    Examples
    --------
    >>> term_id("search") == term_id("search") != term_id("searching")
    True
    """
    return xxh3_64_intdigest(term.encode("utf-8", "surrogatepass"))
