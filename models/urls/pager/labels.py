"""What links that turn pages say, in some fifty languages (`labels.txt`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from upwell.models.packaged import packaged_text

from .params import MAX_TEXT

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_AROUND = re.compile(r"[\s.…|\[\]()-]+")
_AHEAD, _BEHIND = frozenset(">»›→⟩⇒▶►❯"), frozenset("<«‹←⟨⇐◀◄❮")
_REL = {"next": "next", "prev": "prev", "previous": "prev", "first": "first", "last": "last"}
_BESIDE = ("more", "next", "prev")
_DIRECTIONS = ("next", "prev", "first", "last", "more")


@lru_cache(8192)
def step_of(text: str, languages: frozenset[str] | None = None) -> str | None:
    """Where a link leads by its text: next, prev, first, last or more; None if it is no such label.

    Parameters
    ----------
    text
        What the link says.
    languages
        Languages that count; all of them by default.

    Reading
    -------
    A label says a direction, perhaps with a word for page and a number and that one goes there,
    and nothing else.

    Examples
    --------
    >>> step_of("Next 20 results »"), step_of("Seite zurück"), step_of("次の20件")
    ('next', 'prev', 'next')
    >>> step_of("»"), step_of("nextdoor neighbours"), step_of("The last page of a book")
    ('next', None, None)
    """
    if not text or len(text) > MAX_TEXT:
        return None
    folded = " ".join(_WORD.findall(text.casefold()))
    if not folded:
        return _arrow(text)
    return _direction(folded, languages)


def says_page(text: str, languages: frozenset[str] | None = None) -> bool:
    """Whether the words of a text only name a page.

    >>> says_page("Page 4"), says_page("iPad 2")
    (True, False)
    """
    words = " ".join(_WORD.findall(text.casefold()))
    return not words or words in _phrases(languages).get("page", frozenset())


def relation(rel: str) -> str | None:
    """The direction that a link's `rel` states.

    >>> relation("nofollow next"), relation("noopener")
    ('next', None)
    """
    return next((_REL[word] for word in rel.casefold().split() if word in _REL), None)


def arrow_beside(text: str) -> str | None:
    """The direction of an arrow at one end of a text, whatever the text says.

    >>> arrow_beside("ulteriori »"), arrow_beside("a > b")
    ('next', None)
    """
    bare = text.strip()
    if not bare or len(bare) > MAX_TEXT:
        return None
    if bare[-1] in _AHEAD:
        return "next"
    return "prev" if bare[0] in _BEHIND or bare[-1] in _BEHIND else None


@lru_cache(8192)
def direction_beside(text: str, languages: frozenset[str] | None = None) -> str | None:
    """The direction that a text says of one thing, whatever that is; None: it says more, or less.

    >>> direction_beside("More notices"), direction_beside("Annonces suivantes")
    ('more', 'next')
    >>> direction_beside("Notices"), direction_beside("More"), direction_beside("More of the rain")
    (None, None, None)
    """
    words = _WORD.findall(text.casefold()) if len(text) <= MAX_TEXT else []
    phrases = _phrases(languages)
    ends = {" ".join(part) for part in (words[1:], words[:-1]) if part}
    said = (step for step in _BESIDE if not ends.isdisjoint(phrases.get(step, frozenset())))
    return next(said, None)


def _arrow(text: str) -> str | None:
    bare = _AROUND.sub("", text)
    if not bare:
        return None
    if _AHEAD.issuperset(bare):
        return "next"
    return "prev" if _BEHIND.issuperset(bare) else None


@lru_cache(4096)
def _direction(folded: str, languages: frozenset[str] | None) -> str | None:
    phrases = _phrases(languages)
    bare = _bare(tuple(folded.split()), phrases)
    for step in _DIRECTIONS:
        if not bare.isdisjoint(phrases.get(step, frozenset())):
            return step
    return None


def _bare(words: tuple[str, ...], phrases: Mapping[str, frozenset[str]]) -> set[str]:
    """A text, and what is left of it without what goes to a page and what names it.

    >>> sorted(_bare(("go", "to", "next", "page"), _phrases(None)))
    ['go to next', 'go to next page', 'next', 'next page', 'to next', 'to next page']
    """
    nothing: frozenset[str] = frozenset()
    named = phrases.get("page", nothing) | phrases.get("item", nothing)
    ahead = named | phrases.get("go", nothing)
    longest = max((len(phrase.split()) for phrase in ahead), default=0)
    out, todo = {words}, [words]
    while todo:
        left = todo.pop()
        for n in range(1, min(longest, len(left) - 1) + 1):
            shorter = [left[n:]] if " ".join(left[:n]) in ahead else []
            shorter += [left[:-n]] if " ".join(left[-n:]) in named else []
            todo += [each for each in shorter if each not in out]
            out.update(shorter)
    return {" ".join(each) for each in out}


@cache
def languages() -> frozenset[str]:
    """Languages of the file."""
    return frozenset(language for language, _, _ in _lines())


@cache
def _phrases(languages: frozenset[str] | None) -> Mapping[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for language, kind, phrases in _lines():
        if languages is None or language in languages:
            # folded as texts are: digits and signs of a phrase do not count
            out.setdefault(kind, set()).update(
                " ".join(_WORD.findall(phrase.casefold())) for phrase in phrases
            )
    return {kind: frozenset(phrases) for kind, phrases in out.items()}


def _lines() -> list[tuple[str, str, list[str]]]:
    text = packaged_text(__package__, "labels.txt")
    rows = (line.split("\t") for line in text.splitlines() if line and line[0] != "#")
    return [(language, kind, phrases.split("|")) for language, kind, phrases in rows]
