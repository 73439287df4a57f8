"""The tag-tree signature of a page: counts of its tags, classes and paths (THOR V-C)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal
from zlib import crc32

import msgspec
import numpy as np

from upwell.models.tree.tagtree import TEXT, TagTree

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
# ASCII: word characters stay, all else is a space; what is beyond stays as it is.
_CUT = bytes(i if i > 127 or chr(i).isalnum() or chr(i) == "_" else 32 for i in range(256))
N_NAMES = 4  # class names of an element that count; utility classes come in dozens
PATH_BITS = 0xFFFF  # of a path's hash that are kept; a site has some hundreds of paths
N_TOKENS = 1024  # distinct tokens of an alphabet; 512-1024 hash buckets change no purity
Elements = Counter[tuple[str, str | None]]  # how often a page has each tag with its classes


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """What page clustering knows of a page; raw counts, weights come with the site.

    Parameters
    ----------
    classes
        Elements per `tag.class`, the bare tag where there is no class, opaque areas included.
    paths
        Elements per path of tags from the root, as 16 bits of its hash.
    tags
        Elements per tag: the paper's own alphabet.
    terms, fanout, size
        Distinct terms, largest fanout and bytes: what ranking asks for (THOR V-D).
    """

    classes: dict[str, int] = {}
    paths: dict[int, int] = {}
    tags: dict[str, int] = {}
    terms: int = 0
    fanout: int = 0
    size: int = 0


def signature(tree: TagTree) -> Signature:
    """Count a page.

    Reading
    -------
    The paper counts tags. Pages made of `div` alone differ in nothing but their classes, so
    `tag.class` stands beside it, digits as 0 (`row17` is `row0`), at most four names an element;
    sites without classes are told apart by full paths.
    Above 1,024 distinct tokens the ones of lowest hash stay: the same on every page of a site.

    References
    ----------
    THOR V-C.
    """
    elements = _elements(tree)
    return Signature(
        classes=_capped(_class_counts(tree, elements)),
        paths=_path_counts(tree),
        tags=_tag_counts(tree, elements),
        terms=_distinct_terms(tree),
        fanout=int(tree.fanout.max(initial=0)),
        size=tree.n_bytes,
    )


def signature_in(tree: TagTree, alphabet: Literal["class", "path"]) -> Signature:
    """The part of a signature that assigning to clusters of this alphabet needs."""
    if alphabet == "path":
        return Signature(paths=_path_counts(tree))
    return Signature(classes=_capped(class_counts(tree)))


@lru_cache(maxsize=8192)
def class_tokens(tag: str, names: str | None) -> tuple[str, ...]:
    """Tokens of one element.

    >>> class_tokens("li", "result row-17")
    ('li.result', 'li.row-0')
    >>> class_tokens("li", None)
    ('li',)
    """
    parts = (names or "").split()[:N_NAMES]
    return tuple(f"{tag}.{_DIGITS.sub('0', name)}" for name in parts) or (tag,)


def class_counts(tree: TagTree) -> dict[str, int]:
    """Elements per `tag.class`, those of opaque areas included."""
    return _class_counts(tree, _elements(tree))


def _class_counts(tree: TagTree, elements: Elements) -> dict[str, int]:
    counts = _tokens(elements, class_tokens)
    for name, n in tree.hidden.items():
        token = _hidden_token(name)
        counts[token] = counts.get(token, 0) + n
    return counts


@lru_cache(maxsize=8192)
def _hidden_token(name: str) -> str:
    """The token of an element in an opaque area, which is known by its `tag.class` alone."""
    return _DIGITS.sub("0", name) if "." in name else name


def _tag_counts(tree: TagTree, elements: Elements) -> dict[str, int]:
    counts = _tokens(elements, lambda tag, _: (tag,))
    for token, n in tree.hidden.items():
        tag = token.partition(".")[0]
        counts[tag] = counts.get(tag, 0) + n
    return counts


def _elements(tree: TagTree) -> Elements:
    """Elements per tag and class, as written."""
    classes = [given.get("class") if given else None for given in tree.named]
    for node, stated in tree.stated.items():
        classes[node] = stated.get("class")
    return Counter(zip(tree.tag, classes, strict=True))


def _tokens(
    elements: Elements, tokens_of: Callable[[str, str | None], Sequence[str]]
) -> dict[str, int]:
    """How often a page has each token of an element."""
    counts: dict[str, int] = {}
    for (tag, names), n in elements.items():
        for token in tokens_of(tag, names) if tag != TEXT else ():
            counts[token] = counts.get(token, 0) + n
    return counts


def _path_counts(tree: TagTree) -> dict[int, int]:
    element = np.fromiter(map(TEXT.__ne__, tree.tag), bool, tree.n)
    paths, counts = np.unique(tree.path[element] & PATH_BITS, return_counts=True)
    return dict(zip(paths[:N_TOKENS].tolist(), counts[:N_TOKENS].tolist(), strict=True))


def _capped(counts: dict[str, int]) -> dict[str, int]:
    if len(counts) <= N_TOKENS:
        return counts
    lowest = sorted(counts, key=lambda token: (crc32(token.encode()), token))[:N_TOKENS]
    return {token: counts[token] for token in lowest}


def _distinct_terms(tree: TagTree) -> int:
    """Runs of word characters in lower case; ASCII is cut by a table, which is quicker."""
    text = tree.text
    texts = [text[node] or "" for node in tree.words.nonzero()[0].tolist()]
    return _distinct(" ".join(texts).lower())


def _distinct(text: str) -> int:
    cut = set(text.encode("utf-8", "surrogatepass").translate(_CUT).split())
    wide = {each for each in cut if not each.isascii()}
    if not wide:
        return len(cut)
    more = _WORD.findall(b" ".join(wide).decode("utf-8", "surrogatepass"))
    return len({*(cut - wide), *(word.encode("utf-8", "surrogatepass") for word in more)})
