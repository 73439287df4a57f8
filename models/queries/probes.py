"""Probes: words any source should know, and words none can (THOR IV).

Dictionary words bring answer pages, nonsense words "no matches" pages; a few dictionary words
asked twice show what changes on a page when nothing changed about the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from upwell.models.packaged import packaged_text

from .jitter import word_hash

_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_VOWELS = "aeiouy"


class Probe(NamedTuple):
    """A word to ask, and what for."""

    word: str
    kind: str  # word, nonsense, repeat


def probe_words(seed: int, n: int = 100, language: str = "en") -> list[str]:
    """Dictionary words, chosen and ordered by hash.

    Parameters
    ----------
    seed
        Another seed, other words.
    n
        Words; THOR asks 100.
    language
        de, en, es, fr, it, ja, nl, pt, also as de-AT; English for any other.

    Examples
    --------
    >>> words = probe_words(seed=1, n=3)
    >>> len(words), words == probe_words(seed=1, n=9)[:3]
    (3, True)

    References
    ----------
    THOR IV.
    """
    words = dictionary().get(language.lower().replace("_", "-").split("-")[0]) or dictionary()["en"]
    return sorted(words, key=lambda word: (word_hash(word, seed), word))[:n]


def nonsense_words(seed: int, n: int = 10) -> list[str]:
    """Words that can be said and mean nothing.

    Reading
    -------
    ENT 5 permutes characters ("xyzyzyzyzyzy"). Some sites refuse what cannot be a word, and an
    error page is not a "no matches" page: ours are four syllables with an odd consonant between.

    Examples
    --------
    >>> [word.isalpha() and len(word) >= 8 for word in nonsense_words(seed=1, n=2)]
    [True, True]

    References
    ----------
    THOR IV; ENT 5.
    """
    known = {word for words in dictionary().values() for word in words}
    out: list[str] = []
    for i in range(2 * n + 10):
        word = _syllables(word_hash(f"nonsense {i}", seed))
        if word not in known and word not in out:
            out.append(word)
    return out[:n]


def probes(
    seed: int,
    words: int = 100,
    nonsense: int = 10,
    repeats: int = 3,
    languages: Sequence[str] = ("en",),
) -> Iterator[Probe]:
    """All probes in the order to ask them: nonsense words early, repeats at the end.

    Words of several languages take turns.

    Examples
    --------
    >>> [probe.kind for probe in probes(1, words=3, nonsense=1, repeats=1)]
    ['word', 'nonsense', 'word', 'word', 'repeat']

    References
    ----------
    THOR IV.
    """
    turns = zip(*(probe_words(seed, words, language) for language in languages), strict=False)
    chosen = list(dict.fromkeys(chain.from_iterable(turns)))[:words]
    odd = nonsense_words(seed, nonsense)
    for i, word in enumerate(chosen):
        yield Probe(word, "word")
        if i < len(odd):
            yield Probe(odd[i], "nonsense")
    yield from (Probe(word, "nonsense") for word in odd[len(chosen) :])
    yield from (Probe(word, "repeat") for word in chosen[:repeats])


@cache
def dictionary() -> dict[str, tuple[str, ...]]:
    """Common words by language, from the list that comes with the package.

    >>> sorted(dictionary())
    ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']
    """
    text = packaged_text(__package__, "words.txt")
    out: dict[str, tuple[str, ...]] = {}
    for section in text.split("\n[")[1:]:
        language, _, words = section.partition("]")
        out[language] = tuple(words.split())
    return out


def _syllables(bits: int) -> str:
    out = ""
    for _ in range(4):
        bits, consonant = divmod(bits, len(_CONSONANTS))
        bits, vowel = divmod(bits, len(_VOWELS))
        out += _CONSONANTS[consonant] + _VOWELS[vowel]
        if len(out) == 4:
            bits, odd = divmod(bits, len(_CONSONANTS))
            out += _CONSONANTS[odd]
    return out
