"""Links that ask on: they lead from an answer to that of another question, and answer nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote_plus

import numpy as np
from numpy.typing import NDArray

from ..tree.tagtree import TagTree, prefix
from .held import wide_pairs, word_hash, words_in
from .outline import Floats
from .strings import query_terms

_TYPED = frozenset(("text", "search"))


def asking_links(tree: TagTree, query: str | None) -> Iterator[tuple[int, int]]:
    """Bounds of the links that put the query and more into a search field of the page.

    Parameters
    ----------
    tree
        The page.
    query
        What was asked for it; None or empty: no link is found.

    Reading
    -------
    THOR VIII-B names regions that change and do not answer. Related searches change with the query
    and repeat it in every line, so neither change nor the query's words tell them from results:
    where they lead does. A link to a record may hold the query as well, but not a longer one.

    Examples
    --------
    >>> from ..tree.parse import parse
    >>> tree = parse(b'<form><input name=q></form><a href="?q=sea+wolf">sea wolf</a><a href=/1>sea')
    >>> [tree.visible(*bounds) for bounds in asking_links(tree, "sea")]
    ['sea wolf']

    References
    ----------
    THOR VIII-B.
    """
    asked = " ".join((query or "").lower().split())
    if not asked:
        return
    further = {
        node: names
        for node, attributes in tree.stated.items()
        if tree.tag[node] == "a" and (names := _further(attributes.get("href") or "", asked))
    }
    # forms are told only for links that might ask one
    typed = _typed(tree) if further else frozenset()
    for node, names in further.items():
        if not names.isdisjoint(typed):
            yield node, int(tree.end[node])


def _typed(tree: TagTree) -> frozenset[str]:
    """Names of the page's fields that are typed into."""
    return frozenset(
        field.name
        for form in tree.forms
        for field in form.fields
        if field.type in _TYPED and field.name
    )


def _further(href: str, asked: str) -> set[str]:
    """Names of the arguments of a link that hold what was asked and more."""
    if "?" not in href:
        return set()
    arguments = href.partition("#")[0].partition("?")[2].replace("&amp;", "&").split("&")
    pairs = [argument.partition("=")[::2] for argument in arguments]
    return {name for name, value in pairs if asked in (said := _said(value)) and said != asked}


@lru_cache(4096)
def _said(value: str) -> str:
    """An argument as it was typed, in lower case; pages repeat theirs in link after link."""
    return " ".join(unquote_plus(value).lower().split())


def holding(tree: TagTree, weights: Floats, query: str) -> NDArray[np.int64]:
    """Prefix sums of the counting texts that hold a word of the query.

    >>> from ..tree.parse import parse
    >>> tree = parse(b"<p>Wolves and a sea wolf</p><p>The sea</p>")
    >>> holding(tree, tree.words.astype(float), "wolf").tolist()[-1]
    1
    """
    wanted = {word_hash(part) for term in query_terms(query) for part in wide_pairs(term)}
    held = [
        bool(text)
        and weights[node] > 0
        and any(word_hash(p) in wanted for word in words_in(text or "") for p in wide_pairs(word))
        for node, text in enumerate(tree.text)
    ]
    return prefix(np.array(held, np.int64))
