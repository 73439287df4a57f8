"""The content signature of a page: the smallest hashes of its weighted terms (ENT 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from math import log, log1p

_REMEMBERED = 1 << 16  # terms
HashedTerms = dict[int, int]  # 32-bit hash of a term -> how often the page has it


def hashed_terms(
    terms: Iterable[str], query: Sequence[str] = (), most: int | None = None
) -> HashedTerms:
    """Terms of a page by their hashes, without those of its query; the `most` lowest of them.

    A page repeats the query it answers; only what it says besides can be compared. The lowest
    hashes are the same choice of terms on all pages.

    >>> len(hashed_terms("no hits for zzyzx sorry no".split(), query=["zzyzx"]))
    4
    """
    counts = Counter(terms)
    for term in query:
        counts.pop(term, None)
    by_hash = {_HASHES[term]: n for term, n in counts.items()}
    return {hash_: by_hash[hash_] for hash_ in sorted(by_hash)[:most]}


class _Hashes(dict[str, int]):
    """Hashes of the terms that were met."""

    def __missing__(self, term: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[term] = int.from_bytes(blake2b(term.encode(), digest_size=4).digest(), "big")
        return found


_HASHES = _Hashes()


def content_signature(terms: Mapping[int, int], size: int = 64) -> frozenset[int]:
    """The terms of smallest hash, where weight makes a hash smaller.

    Reading
    -------
    The paper takes "a set of descriptive tokens, robust against minor differences" from another
    work and does not define it. A term's uniform hash u is ordered by -ln(u)/w with weight
    w = ln(1 + tf): heavy terms are likelier to be in, and the choice agrees between pages.

    References
    ----------
    ENT 5.
    """
    order = {hash_: -log((hash_ + 1) / 2**32) / log1p(n) for hash_, n in terms.items()}
    return frozenset(sorted(order, key=lambda hash_: (order[hash_], hash_))[:size])


def jaccard(a: frozenset[int], b: frozenset[int]) -> float:
    """Share of common terms; two pages without terms are alike.

    >>> jaccard(frozenset({1, 2, 3}), frozenset({2, 3, 4}))
    0.5

    References
    ----------
    ENT definition 3.
    """
    return len(a & b) / len(a | b) if a or b else 1.0
