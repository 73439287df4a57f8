"""Links that ask on: they lead from an answer to that of another question, and answer nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote_to_bytes

import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.sentences import pieces_of
from upwell.models.tree.tagtree import TagTree, prefix
from upwell.models.urls.template import form_encoding

from ..page.outline import Floats
from .strings import query_terms
from .word_match import wide_pairs, word_hash, words_in

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
    >>> from upwell.models.tree.parse import parse
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
    first = asked.split()[0]
    links, typed = _links_and_inputs(tree)
    encoding = encoding_of_links(tree)
    further = {
        node: names for node, href in links if (names := _further(href, asked, first, encoding))
    }
    if not further:
        return
    fields = _typed(
        tree, {name: typed[name] for name in set().union(*further.values()) & typed.keys()}
    )
    for node, names in further.items():
        if not names.isdisjoint(fields):
            yield node, int(tree.end[node])


def _links_and_inputs(tree: TagTree) -> tuple[list[tuple[int, str]], dict[str, list[int]]]:
    """Links that may put more into an argument than was asked, and named inputs by name."""
    links: list[tuple[int, str]] = []
    typed: dict[str, list[int]] = {}
    for node, attributes in tree.stated.items():
        if tree.tag[node] == "a" and "?" in (href := attributes.get("href") or ""):
            links.append((node, href))
        elif tree.tag[node] == "input" and (name := attributes.get("name")):
            typed.setdefault(name, []).append(node)
    return links, typed


def encoding_of_links(tree: TagTree) -> str:
    """The encoding in which the arguments of a page's links are written, where it is not UTF-8.

    A form may be sent in another encoding than its page has. A form's own reading is dear; it is
    asked only where a link's bytes are no UTF-8.
    """
    hrefs = (href for stated in tree.stated.values() if "%" in (href := stated.get("href") or ""))
    if all(map(_is_utf8, hrefs)):
        return tree.encoding
    return next(filter(None, (form_encoding(form, "") for form in tree.forms)), tree.encoding)


def _is_utf8(href: str) -> bool:
    try:
        unquote_to_bytes(href).decode()
    except UnicodeDecodeError:
        return False
    return True


def asked_by(url: str, query: str | None, encoding: str = "utf-8") -> bool:
    """Whether a URL states the query itself: it is the search's own, and leads to no record.

    `encoding`: in which its page sends (`encoding_of_links`).

    >>> asked_by("http://a.example/find?q=Sea+wolf&p=2", "sea wolf")
    True
    >>> asked_by("http://a.example/find/wolf/", "wolf"), asked_by("http://a.example/wolf-7", "wolf")
    (True, False)
    """
    asked = " ".join((query or "").lower().split())
    if not asked:
        return False
    path, _, arguments = url.partition("#")[0].partition("?")
    values = (argument.partition("=")[2] for argument in arguments.split("&"))
    return any(_argument_text(text, encoding) == asked for text in (*values, *path.split("/")))


def _typed(tree: TagTree, inputs: Mapping[str, Sequence[int]]) -> frozenset[str]:
    """Which of these inputs, by name, are typed into and stand in a form.

    A form's own reading is dear; it is asked only where the tree leaves open whose an input is.
    """
    sure = {name for name, nodes in inputs.items() if any(_is_typed(tree, node) for node in nodes)}
    if len(sure) == len(inputs):
        return frozenset(sure)
    return frozenset(
        field.name
        for form in tree.forms
        for field in form.fields
        if field.type in _TYPED and field.name
    )


def _is_typed(tree: TagTree, node: int) -> bool:
    kind = (tree.stated[node].get("type") or "text").strip().lower()
    while kind in _TYPED and node >= 0:
        if tree.tag[node] == "form":
            return True
        node = int(tree.parent[node])
    return False


def _further(href: str, asked: str, first: str, encoding: str) -> set[str]:
    """Names of the arguments of a link that hold what was asked and more; `first`: its first word,
    which stands in a link as it is unless something there is quoted."""
    if first not in href and "%" not in href and first not in href.lower():
        return set()
    arguments = href.partition("#")[0].partition("?")[2].replace("&amp;", "&").split("&")
    names = set()
    for argument in arguments:
        name, _, value = argument.partition("=")
        if len(value) <= len(asked) and value.isascii():
            continue  # quoting makes nothing shorter: it says no more than was asked
        text = _argument_text(value, encoding)
        if asked in text and text != asked:
            names.add(name)
    return names


@lru_cache(4096)
def _argument_text(value: str, encoding: str) -> str:
    """The decoded text of a URL argument, in lower case; pages repeat theirs in link after link.

    What is no UTF-8 is in the encoding in which forms are sent.

    >>> _argument_text("%E7%9F%B3+a", "shift_jis"), _argument_text("%90%CE", "shift_jis")
    ('石 a', '石')
    """
    raw = unquote_to_bytes(value.replace("+", " "))
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode(encoding, "replace")
    return " ".join(text.lower().split())


def holding(tree: TagTree, weights: Floats, query: str) -> NDArray[np.int64]:
    """Prefix sums of the counting texts that hold a word of the query, where they begin to count.

    >>> from upwell.models.tree.parse import parse
    >>> tree = parse(b"<p>Wolves and a sea wolf</p><p>The sea</p>")
    >>> holding(tree, tree.words.astype(float), "wolf").tolist()[-1]
    1
    """
    wanted = {word_hash(part) for term in query_terms(query) for part in wide_pairs(term)}
    begins = np.zeros(tree.n, np.int64)
    for sentence in tree.sentences:
        counting = [node for node in sentence if weights[node] > 0]
        if counting and any(_holds(text, wanted) for _, text in pieces_of(tree, sentence)):
            begins[counting[0]] = 1
    return prefix(begins)


def _holds(text: str, wanted: set[int]) -> bool:
    return any(word_hash(p) in wanted for word in words_in(text) for p in wide_pairs(word))
