"""What a page says at its places, query and numbers masked, and where it holds its query."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from upwell.models.pagelets.content.related_searches import asking_links
from upwell.models.pagelets.content.strings import query_terms
from upwell.models.pagelets.content.word_match import wide_pairs, word_hashes, words_in
from upwell.models.tree.tagtree import INLINE, TagTree

Hashes = NDArray[np.uint32]

_QUERY, _NUMBER = "\x01", "\x02"
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WIDE = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
# A letter of a script that writes no spaces is a word; numbers and what was masked are none.
_WORDS = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]|[^\W\d_]+")
_LONG = 256  # letters of a text that is not remembered
_REMEMBERED = 1 << 14  # texts that are, in all
_TEXT_BITS = 17  # of a text's hash; those above are its place's, the lowest is 1 of a phrase
MOST = 2_048  # hashes of one page, the lowest; ten lists of a hundred rows have fewer


class Wording(msgspec.Struct, frozen=True, dict=True):
    """The texts and places of one page as hashes of 32 bits, ascending and packed.

    Parameters
    ----------
    texts
        Of each text with its place (`place_of`); of phrases, two words at least, they are odd.
    places
        Of the places that show text or ask for a password.
    query_at
        Pairs: a place that holds a word of the query, and the text there as in `texts`.
    query_in
        The same of what holds it within a word alone.
    """

    texts: bytes = b""
    places: bytes = b""
    query_at: bytes = b""
    query_in: bytes = b""

    @cached_property
    def all_texts(self) -> frozenset[int]:
        """`texts`, unpacked."""
        return unpacked(self.texts)

    @cached_property
    def all_places(self) -> frozenset[int]:
        """`places`, unpacked."""
        return unpacked(self.places)

    @property
    def says_nothing(self) -> bool:
        """Whether there is no text at all."""
        return not self.places

    @cached_property
    def holding_query(self) -> frozenset[tuple[int, int]]:
        """`query_at`, unpacked."""
        return _pairs(self.query_at)

    @cached_property
    def holding_within(self) -> frozenset[tuple[int, int]]:
        """`query_in`, unpacked."""
        return _pairs(self.query_in)


def wording(tree: TagTree, query: str | None = None, nonsense: bool = False) -> Wording:
    """The wording of a page, with the query it answers masked.

    Reading
    -------
    A text counts as it stands, and with its query and its numbers masked: "3 results for wolf" is
    what "0 results for zzyzx" says but for its number, and a query may be a word of the frame, if
    it is not `nonsense`.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> one, two = (wording(parse(f"<p>0 hits for {q}</p>".encode()), q) for q in ("aab", "bba"))
    >>> len(one.all_texts & two.all_texts)
    2

    References
    ----------
    ENT 5.
    """
    nodes: list[int] = tree.words.nonzero()[0].tolist()
    terms = terms_of(query)
    own = _any_of(terms) if terms else None
    checks: list[int] = []
    where: list[int] = []
    for node in nodes:
        text = tree.text[node] or ""
        masked = () if own is None else _masked(own, text)
        for check in masked if masked and nonsense else (*_CHECKS[text], *masked):
            where.append(node)
            checks.append(check)
    whole, within = _with_query(tree, query or "", terms)
    return Wording(
        texts=packed(_placed(tree, where, checks)),
        places=packed(_short(tree.place[nodes + password_fields(tree)])),
        query_at=_packed_pairs(tree, whole),
        query_in=_packed_pairs(tree, within),
    )


def password_fields(tree: TagTree) -> list[int]:
    """Fields that ask for a password."""
    return [
        node
        for node, stated in tree.stated.items()
        if tree.tag[node] == "input" and (stated.get("type") or "").strip().lower() == "password"
    ]


def places_of(tree: TagTree, nodes: Iterable[int]) -> list[int]:
    """The places of some nodes as `Wording.places` has them."""
    found: list[int] = _short(tree.place[list(nodes)]).tolist()
    return found


def terms_of(query: str | None) -> tuple[str, ...]:
    """The words of a query; where a letter may be a word, that as well."""
    asked = (query or "").lower().strip()
    return query_terms(query) or ((asked,) if _WIDE.fullmatch(asked) else ())


def place_of(hash_: int) -> int:
    """The place of a text or of a place, as far as both tell it."""
    return hash_ >> _TEXT_BITS


def packed(hashes: Hashes | AbstractSet[int]) -> bytes:
    """Distinct hashes packed in rising order, four bytes each; of many the lowest.

    >>> sorted(unpacked(packed({3, 1, 2})))
    [1, 2, 3]
    """
    given = hashes if isinstance(hashes, np.ndarray) else np.array(sorted(hashes), np.uint32)
    return np.unique(given)[:MOST].astype("<u4").tobytes()


def unpacked(data: bytes) -> frozenset[int]:
    """The hashes that `packed` packed."""
    return frozenset(np.frombuffer(data, "<u4").tolist())


class _Checks(dict[str, tuple[int, ...]]):
    """Checksums of texts as they stand, and with their numbers masked."""

    def __missing__(self, text: str) -> tuple[int, ...]:
        found = _checks(" ".join(text.lower().split()))
        if len(text) <= _LONG:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = found
        return found


_CHECKS = _Checks()


def _checks(folded: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys((_check(folded), _check(_DIGITS.sub(_NUMBER, folded)))))


def _check(normal: str) -> int:
    """31 bits of a text, and whether it is a phrase."""
    words = _WORDS.findall(normal)
    more = len(words) > 1 or (len(words) == 1 and _DIGITS.search(normal) is not None)
    return crc32(normal.encode("utf-8", "replace")) & ~1 | more


def _masked(own: re.Pattern[str], text: str) -> tuple[int, ...]:
    folded = " ".join(text.lower().split())
    masked, n_masked = own.subn(_QUERY, folded)
    return _checks(masked) if n_masked else ()


@lru_cache(64)
def _any_of(terms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, terms)))


def _placed(tree: TagTree, nodes: list[int], checks: list[int]) -> Hashes:
    """Each check below the highest bits of the place it stands at."""
    text = np.uint32((1 << _TEXT_BITS) - 1)
    return _short(tree.place[nodes]) & ~text | np.array(checks, np.uint32) & text


def _short(places: NDArray[np.int64]) -> Hashes:
    return ((places ^ (places >> np.int64(32))) & np.int64(0xFFFFFFFF)).astype(np.uint32)


def _packed_pairs(tree: TagTree, nodes: list[int]) -> bytes:
    """Distinct pairs of the place of a text, and the text there."""
    if not nodes:
        return b""
    checks = [_CHECKS[tree.text[node] or ""][0] for node in nodes]
    where, texts = _short(tree.place[nodes]), _placed(tree, nodes, checks)
    pairs = np.unique(where.astype(np.uint64) << np.uint64(32) | texts)[: MOST // 2]
    return pairs.astype("<u8").tobytes()


def _pairs(data: bytes) -> frozenset[tuple[int, int]]:
    both: list[int] = np.frombuffer(data, "<u8").tolist()
    return frozenset((pair >> 32, pair & 0xFFFFFFFF) for pair in both)


def _with_query(tree: TagTree, query: str, terms: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Texts that hold a word of the query, and those that hold it within a word alone.

    Some searches find within words. A link that asks on answers nothing, and the query alone in
    its block repeats the question.
    """
    asking = {node for bounds in asking_links(tree, query) for node in range(*bounds)}
    parts = {_stem(part) for word in terms for part in wide_pairs(word)}
    wanted = {hash_ for word in terms for hash_ in word_hashes(word)}
    whole: list[int] = []
    within: list[int] = []
    for node in tree.words.nonzero()[0].tolist():
        text = (tree.text[node] or "").lower()
        if node in asking or not any(part in text for part in parts):
            continue
        words = words_in(text)
        if not wanted.isdisjoint(hash_ for word in words for hash_ in word_hashes(word)):
            if not _echoes(tree, node, query):
                whole.append(node)
        else:
            within.append(node)
    return whole, within


def _stem(word: str) -> str:
    """Without a plural s."""
    return word[:-1] if len(word) > 3 and word[-1] == "s" else word


def _echoes(tree: TagTree, node: int, query: str) -> bool:
    """Whether a text is the query, alone in its block."""
    asked = words_in(query.lower())
    if words_in((tree.text[node] or "").lower()) != asked:
        return False
    parent = tree.parents
    block = parent[node]
    while block > 0 and tree.tag[block] in INLINE:
        block = parent[block]
    return int(tree.word_sums[tree.end[block]] - tree.word_sums[block]) <= len(asked)
