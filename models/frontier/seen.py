"""URLs that were asked before, by hash, in buckets that are written one by one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from upwell.models.urls.canonical import canonical
from upwell.models.urls.template import POSTED

N_BUCKETS = 32

Hashes = NDArray[np.uint64]


class Seen:
    """A set of URLs in whatever spelling; 8 bytes each, twice as many while a bucket is filled.

    Two of a million URLs share a hash with a chance of 3 in 100 million; then one page is missed,
    but none is asked twice.

    Examples
    --------
    >>> seen = Seen()
    >>> seen.add("http://a/1"), seen.add("http://a/1"), "http://a/1" in seen, len(seen)
    (True, False, True, 1)
    >>> Seen.decode(seen.encode_dirty()).add("http://a/1")
    False

    What is asked by POST is another page than what its fields would be asked for by GET:

    >>> seen.add("http://a/1?q=x#post"), seen.add("http://a/1?q=x"), seen.add("http://a/1?q=x#a")
    (True, True, False)
    """

    def __init__(self) -> None:
        self._sorted: list[Hashes] = [np.zeros(0, np.uint64) for _ in range(N_BUCKETS)]
        self._fresh: list[set[int]] = [set() for _ in range(N_BUCKETS)]  # since last sorted
        self.dirty: set[int] = set()

    def __len__(self) -> int:
        return sum(map(len, self._sorted)) + sum(map(len, self._fresh))

    def __contains__(self, url: str) -> bool:
        return self._has(_hash(url))

    def add(self, url: str) -> bool:
        """Add a URL; True when it is new."""
        digest = _hash(url)
        if self._has(digest):
            return False
        self._fresh[digest % N_BUCKETS].add(digest)
        self.dirty.add(digest % N_BUCKETS)
        return True

    def _has(self, digest: int) -> bool:
        bucket = self._sorted[digest % N_BUCKETS]
        if digest in self._fresh[digest % N_BUCKETS]:
            return True
        at = int(np.searchsorted(bucket, np.uint64(digest)))
        return at < len(bucket) and int(bucket[at]) == digest

    def encode(self, bucket: int) -> bytes:
        """A bucket as bytes: its hashes in rising order."""
        fresh = np.array(sorted(self._fresh[bucket]), np.uint64)
        if len(fresh):
            self._sorted[bucket] = np.sort(np.concatenate([self._sorted[bucket], fresh]))
            self._fresh[bucket].clear()
        return self._sorted[bucket].astype("<u8").tobytes()

    def encode_dirty(self) -> dict[str, bytes]:
        """Buckets that changed since the last call, by name."""
        out = {str(bucket): self.encode(bucket) for bucket in sorted(self.dirty)}
        self.dirty.clear()
        return out

    @classmethod
    def decode(cls, parts: Mapping[str, bytes]) -> Seen:
        """The set of all its buckets as they were written last."""
        seen = cls()
        for name, data in parts.items():
            seen._sorted[int(name)] = np.frombuffer(data, "<u8").astype(np.uint64)
        return seen


def _hash(url: str) -> int:
    asked = canonical(url) + (POSTED if url.endswith(POSTED) else "")
    return xxh3_64_intdigest(asked.encode("utf-8", "replace"))
