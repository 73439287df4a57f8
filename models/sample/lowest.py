"""Samples chosen by hash: the same pages in any order, on any machine, in any number of parts."""

from __future__ import annotations

from collections.abc import Iterable

from xxhash import xxh3_64_intdigest


def key_hash(key: str) -> int:
    """A number for a key, 64 bits, unsigned; as good as random and always the same.

    Examples
    --------
    >>> key_hash("http://example.org/?q=a") == key_hash("http://example.org/?q=a")
    True
    """
    return xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"))


def lowest(keys: Iterable[str], n: int) -> list[str]:
    """The `n` distinct keys of the lowest hash, lowest first: a uniform sample of the distinct.

    What is lowest of all is lowest of its part, so samples of parts merge to the sample of the
    whole, and a key that is added drops at most one.

    Examples
    --------
    >>> everything = [f"page {i}" for i in range(100)]
    >>> halves = lowest(everything[:50], 5) + lowest(everything[50:], 5)
    >>> lowest(halves, 5) == lowest(reversed(everything), 5)
    True
    """
    return sorted(set(keys), key=lambda key: (key_hash(key), key))[: max(n, 0)]


def admits(hashes: Iterable[int], candidate: int, n: int) -> int | None:
    """Whether a sample of `n` takes a candidate: the hash that leaves, the candidate's own if none.

    None: the candidate is not among the `n` lowest, or is in the sample already.

    Examples
    --------
    >>> admits([3, 9], 5, 2), admits([3, 9], 5, 3), admits([3, 9], 12, 2), admits([3, 9], 3, 3)
    (9, 5, None, None)
    """
    held = set(hashes)
    if candidate in held or n <= 0:
        return None
    if len(held) < n:
        return candidate
    highest = max(held)
    return highest if candidate < highest else None
