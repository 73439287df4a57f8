"""What one page tells about its site: all that folding needs, and nothing of the page itself.

Evidence is stateless and plain, so that it can be made in another process, kept in a sample,
and folded again into another cluster.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from upwell.models.tree.sentences import pieces_of
from upwell.models.tree.tagtree import Ints, TagTree, prefix

from ..content.related_searches import asking_links
from ..content.strings import placed_strings, query_terms
from ..content.word_match import word_hashes, words_in

_SHORT = 64  # letters of a text whose words are remembered
_REMEMBERED = 1 << 14  # texts that are, in all
_NONE = np.zeros(0, np.int64)
_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that it has an inverse modulo 2^64


class PageletEvidence(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Columns of one page, packed little-endian; `places` are distinct, ascending."""

    query: str = ""  # as asked; empty when it was only read from the page
    terms: tuple[str, ...] = ()
    places: bytes = b""  # int64: the distinct keys
    parents: bytes = b""  # int32 a place: number of the place above, -1 for the root
    siblings: bytes = b""  # int32 a place: most nodes of it under one parent
    texts: bytes = b""  # uint32 a place: hash of the text of the first there, 0 without words
    strings: bytes = b""  # int64: the distinct names of strings at places
    string_places: bytes = b""  # int32 a string: number of its place
    times: bytes = b""  # int32 a string: how often it stands there
    words: bytes = b""  # uint32: hashes of distinct words at places (pages with a query)
    word_places: bytes = b""  # int32 a word: number of its place
    nonsense: bool = False  # the query was a nonsense word: nothing here answers


def observe(tree: TagTree, query: str | None = None, nonsense: bool = False) -> PageletEvidence:
    """What a page tells, given the query it answers.

    Parameters
    ----------
    tree
        The page.
    query
        The query that was asked; None when unknown: then what the page's own search field
        holds is taken, but never to compare two fetches of one query.
    nonsense
        The query was a nonsense word.
    """
    terms = query_terms(query or tree.echo)
    columns = _columns(tree, query, terms)
    return PageletEvidence(query=query or "", terms=terms, nonsense=nonsense, **columns)


def _columns(tree: TagTree, query: str | None, terms: tuple[str, ...]) -> dict[str, Any]:
    """The packed columns by name."""
    places, first, number = np.unique(tree.place, return_index=True, return_inverse=True)
    at: Ints = number.astype(np.int32)
    above = tree.parent[first]
    strings = placed_strings(tree, terms)
    names, where, times = np.unique(strings.names, return_index=True, return_counts=True)
    words, word_places = _words_at(tree, at, query) if terms else (_NONE, _NONE)
    return {
        "places": places.astype("<i8").tobytes(),
        "parents": np.where(above < 0, -1, at[above]).astype("<i4").tobytes(),
        "siblings": _most_siblings(tree, at, len(places)).astype("<i4").tobytes(),
        "texts": _text_hashes(tree, first).astype("<u4").tobytes(),
        "strings": names.astype("<i8").tobytes(),
        "string_places": at[strings.nodes[where]].astype("<i4").tobytes(),
        "times": times.astype("<i4").tobytes(),
        "words": words.astype("<u4").tobytes(),
        "word_places": word_places.astype("<i4").tobytes(),
    }


def _query_words(tree: TagTree, query: str | None) -> tuple[str, ...]:
    return tuple(words_in((query or tree.echo or "").lower()))


def _words_at(
    tree: TagTree, at: Ints, query: str | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Words and their places; what leads to another question, or says the query alone, has none.

    A hit that is set off stands in its sentence: only where a whole text is the query, it echoes.
    """
    asking = {node for bounds in asking_links(tree, query) for node in range(*bounds)}
    asked = _query_words(tree, query)
    nodes: list[int] = []
    sizes: list[int] = []
    held: list[int] = []
    for sentence in tree.sentences:
        said = [(node, _WORDS[piece]) for node, piece in pieces_of(tree, sentence)]
        if tuple(chain.from_iterable(words for _, (words, _) in said)) == asked:
            continue
        for node, (_, hashes) in said:
            if hashes and node not in asking:
                nodes.append(node)
                sizes.append(len(hashes))
                held += hashes
    place = at[np.array(nodes, np.intp)].astype(np.int64).repeat(sizes)
    found = np.unique(place << 32 | np.array(held, np.int64))
    return found & 0xFFFFFFFF, found >> 32


class _Words(dict[str, tuple[tuple[str, ...], tuple[int, ...]]]):
    """The words of a text, and what holding compares of them; short texts are remembered."""

    def __missing__(self, text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        words = tuple(words_in(text.lower()))
        found = words, tuple(chain.from_iterable(map(word_hashes, words)))
        if len(text) <= _SHORT:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = found
        return found


_WORDS = _Words()


def _most_siblings(tree: TagTree, at: Ints, n_places: int) -> NDArray[np.int64]:
    pairs = (tree.parent.astype(np.int64) + 1) * n_places + at
    distinct, counts = np.unique(pairs, return_counts=True)
    most = np.ones(n_places, np.int64)
    np.maximum.at(most, distinct % n_places, counts)
    return most


def _text_hashes(tree: TagTree, first: NDArray[np.intp]) -> NDArray[np.uint64]:
    """Hash of the text at or below the first node of each place; 0 for the wordless.

    A polynomial in the rank of the text, divided by the power its first text stands at, so
    that one pass over the page serves all subtrees.
    """
    checks = [0 if t is None else _TEXTS[t] for t in tree.text]
    is_text = np.array(checks, np.uint64) > 0
    rank = prefix(is_text)
    powers, inverse = _powers(int(rank[-1]).bit_length())
    sums = np.zeros(tree.n + 1, np.uint64)
    np.cumsum(np.array(checks, np.uint64) * powers[rank[:-1]], out=sums[1:])
    end = tree.end[first]
    whole = (sums[end] - sums[first]) * inverse[rank[first]]
    words = tree.word_sums[end] - tree.word_sums[first]
    folded = (whole ^ (whole >> np.uint64(32))) & np.uint64(0xFFFFFFFF)
    return np.where(words > 0, np.maximum(folded, 1), 0)


@lru_cache(24)
def _powers(bits: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Powers of the base and of its inverse, as many as numbers of so many bits."""
    back = np.uint64(pow(int(_BASE), -1, 1 << 64))
    powers, inverse = np.ones((2, 1 << bits), np.uint64)
    powers[1:] = np.multiply.accumulate(np.full((1 << bits) - 1, _BASE))
    inverse[1:] = np.multiply.accumulate(np.full((1 << bits) - 1, back))
    return powers, inverse


class _Texts(dict[str, int]):
    """Checksums of texts, above 0; short ones are remembered."""

    def __missing__(self, text: str) -> int:
        check = crc32(text.strip().encode("utf-8", "replace")) + 1
        if len(text) <= _SHORT:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = check
        return check


_TEXTS = _Texts()
