"""The entropies of a site's terms as they are published: a word and a byte each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from .params import EXAMPLES, KIND_TERMS
from .sums import TermSums

_STEPS = 255  # of the entropy, from 0 to 1


class KindTerms(msgspec.Struct, frozen=True, array_like=True):
    """The terms of one kind of page: which of the site's it holds, and their entropies over it."""

    n_pages: int
    holds: bytes  # a bit a word of the site
    entropies: bytes  # a byte for each of those that it holds


class TermModel(msgspec.Struct, frozen=True, array_like=True):
    """The entropies of a site's terms, as of one publication."""

    n_pages: int = 0  # counted: those of lowest hash
    words: tuple[str, ...] = ()  # lowest hash first
    entropies: bytes = b""  # a byte each, over all pages
    kinds: dict[int, KindTerms] = {}

    def of(self, kind: int | None = None) -> dict[str, float]:
        """Term -> entropy over the site, or over the pages of one kind."""
        if kind is None:
            return _by_word(self.words, self.entropies)
        own = self.kinds.get(kind)
        if own is None:
            return {}
        bits = np.unpackbits(np.frombuffer(own.holds, np.uint8), count=len(self.words))
        return _by_word([self.words[i] for i in bits.nonzero()[0].tolist()], own.entropies)

    def described(self) -> dict[str, Any]:
        """For people: how many terms are counted, and which stand at both ends."""
        of_kinds = {
            str(id_): _described(one.n_pages, self.of(id_)) for id_, one in self.kinds.items()
        }
        return {**_described(self.n_pages, self.of()), "kinds": of_kinds}


def frozen(words: Sequence[str], site: TermSums, kinds: Mapping[int, TermSums]) -> TermModel:
    """The entropies of these words, lowest hash first."""
    return TermModel(
        site.n_pages,
        tuple(words),
        bytes(_byte(site.entropy(word)) for word in words),
        {id_: _of_kind(words, sums) for id_, sums in kinds.items()},
    )


def _of_kind(words: Sequence[str], sums: TermSums) -> KindTerms:
    numbers = [i for i, word in enumerate(words) if sums.pages(word) > 1][:KIND_TERMS]
    bits = np.zeros(len(words), np.uint8)
    bits[numbers] = 1
    entropies = bytes(_byte(sums.entropy(words[i])) for i in numbers)
    return KindTerms(sums.n_pages, np.packbits(bits).tobytes(), entropies)


def _described(n_pages: int, entropies: Mapping[str, float]) -> dict[str, Any]:
    """The words of highest and of lowest entropy; of one page alone a word has none."""
    order = sorted(entropies, key=lambda word: (-entropies[word], word))
    several = [word for word in order if entropies[word]]
    half = min(EXAMPLES, len(several) // 2)
    ends = {"frame": several[:half], "content": several[len(several) - half :][::-1]}
    told = {name: {word: round(entropies[word], 2) for word in end} for name, end in ends.items()}
    return {"pages": n_pages, "terms": len(order), **told}


def _by_word(words: Sequence[str], entropies: bytes) -> dict[str, float]:
    return {word: byte / _STEPS for word, byte in zip(words, entropies, strict=True)}


def _byte(entropy: float) -> int:
    return min(_STEPS, round(entropy * _STEPS))
