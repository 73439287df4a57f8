"""Words of action in some twenty languages (`acts.txt`), and whether a phrase is made of them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from upwell.models.packaged import packaged_text

from .params import LONGEST

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APART = re.compile(r"[\W_]+")
_ENDING = re.compile(r"\.(?:[a-z]{2,5}|[a-z]html)$", re.I)


class _Words(NamedTuple):
    verb: frozenset[str]
    thing: frozenset[str]
    whole: frozenset[str]
    label: frozenset[str]
    send: frozenset[str]
    private: frozenset[str]


@lru_cache(8192)
def names_act(text: str, label: bool = False) -> bool:
    """Whether a whole text is a verb of action, or one with nothing but what it is done to.

    Parameters
    ----------
    label
        It stands on a button, where some nouns are verbs, and where sending says nothing.

    Reading
    -------
    Accents and case are folded, as addresses fold them. A word inside a longer text decides
    nothing: titles are made of the same words.

    Examples
    --------
    >>> [names_act(text) for text in ("delete.php", "addToCart", "In den Warenkorb", "削除")]
    [True, True, True, True]
    >>> [names_act(text) for text in ("order-of-the-phoenix", "save the whales", "Order by", "17")]
    [False, False, False, False]
    >>> [names_act(text, label=True) for text in ("Submit", "Like", "Delete")]
    [False, True, True]
    """
    if not text or len(text) > LONGEST:
        return False
    known = _words()
    verbs = known.verb | known.label | known.private if label else known.verb | known.send
    phrase = _folded(_ENDING.sub("", text.strip()))
    if phrase in verbs or phrase in known.whole:
        return True
    parts = phrase.split()
    return any(
        verb in verbs and all(part in known.thing for part in rest) for verb, rest in _splits(parts)
    )


def names_private(text: str) -> bool:
    """Whether a whole text names what belongs to a person: an account, a log-in.

    >>> names_private("login.php"), names_private("blog-in-public")
    (True, False)
    """
    if not text or len(text) > LONGEST:
        return False
    return _folded(_ENDING.sub("", text.strip())) in _words().private


def says_act(name: str) -> bool:
    """Whether the name of an argument is a whole phrase for an act, as in `?add-to-cart=17`.

    >>> says_act("add-to-cart"), says_act("order"), says_act("delete")
    (True, False, False)
    """
    if len(name) > LONGEST:
        return False
    phrase = _folded(name)
    return " " in phrase and phrase in _words().whole


def _splits(parts: list[str]) -> list[tuple[str, list[str]]]:
    """A verb of one or two words in front or at the end, and what is left."""
    return [
        (" ".join(verb), rest)
        for n in (1, 2)
        if len(parts) > n
        for verb, rest in ((parts[:n], parts[n:]), (parts[-n:], parts[:-n]))
    ]


@cache
def _words() -> _Words:
    kinds: dict[str, set[str]] = {kind: set() for kind in _Words._fields}
    table = packaged_text(__package__, "acts.txt")
    for line in table.splitlines():
        if line and not line.startswith("#"):
            _, kind, phrases = line.split("\t")
            kinds[kind] |= {_folded(phrase) for phrase in phrases.split("|")}
    return _Words(**{kind: frozenset(phrases) for kind, phrases in kinds.items()})


def _folded(text: str) -> str:
    """Words in lower case without accents, single blanks between them."""
    apart = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text).casefold())
    plain = "".join(char for char in apart if not unicodedata.combining(char))
    return " ".join(_APART.sub(" ", unicodedata.normalize("NFKC", plain)).split())
