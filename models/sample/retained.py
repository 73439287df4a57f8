"""Which pages of a site are held: a sample chosen by hash, with a place for the rare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b


def page_hash(key: str) -> int:
    """64 bits of a page's key, its URL or content digest. The same in every process."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")


def retained(ids: Mapping[int, int], sample: int, keep: int, most: int) -> set[int]:
    """Hashes that stay in a sample: the `sample` lowest of all and the `keep` lowest of every id.

    So the sample is a function of the set of pages and not of their order, as far as it is chosen
    by hash alone, and a class of one page in a thousand still has its pages when it is needed.

    Parameters
    ----------
    ids
        Cluster id of each held hash.
    most
        Ids that have the right to `keep` pages: those with most pages, then the younger. A cap,
        for sites where no two pages are alike.

    Examples
    --------
    >>> sorted(retained({1: 0, 2: 0, 3: 0, 9: 7}, sample=2, keep=1, most=5))
    [1, 2, 9]
    """
    pages = Counter(ids.values())
    privileged = set(sorted(pages, key=lambda id_: (-pages[id_], -id_))[:most])
    stay: set[int] = set()
    seen: Counter[int] = Counter()
    for place, hash_ in enumerate(sorted(ids)):
        id_ = ids[hash_]
        seen[id_] += 1
        if place < sample or (id_ in privileged and seen[id_] <= keep):
            stay.add(hash_)
    return stay
