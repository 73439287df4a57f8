"""Pairs of words, for a source whose single words are used up.

A word whose answer was cut off hides documents, and how many is known exactly: matches - known.
A second word that halves and halves again what matches brings them within the limit. Only a
fallback: competing freely with single words, pairs made everything worse, because co-occurrence
counts of two to five flatter themselves.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..corpus import Ids
from ..params import MOST_NEW, N_BINS, PairParams
from .belief import Floats
from .bookkeeping import Bookkeeping

if TYPE_CHECKING:
    from .adaptive import Adaptive

Query = tuple[int, ...]  # term numbers, rising


class Pair(NamedTuple):
    """A pair worth asking, with what is expected of it."""

    value: float
    query: Query
    bin: int
    new: float


def propose(chooser: Adaptive, params: PairParams, least: float, limit: int) -> list[Pair]:
    """The best pairs not asked yet whose value is above `least`, best first.

    Parameters
    ----------
    chooser
        What is believed of words.
    params
        How far to look.
    least
        Value of the best single word.
    limit
        Return limit.
    """
    if not chooser.cut:
        return []
    parents = np.fromiter(chooser.cut, np.int64, len(chooser.cut))
    matches = np.fromiter(chooser.cut.values(), np.float64, len(chooser.cut))
    missing = matches - chooser.books.known[parents]
    hidden = missing / matches
    order = np.argsort(-np.minimum(missing, 4 * limit) * hidden, kind="stable")
    found: dict[Query, Pair] = {}
    for i in order[: params.parents].tolist():
        if hidden[i] > 1e-9:
            parent, size, share = int(parents[i]), float(matches[i]), float(hidden[i])
            for pair in _of_parent(chooser, params, parent, size, share, limit):
                found.setdefault(pair.query, pair)
    able = (p for p in found.values() if p.value > least and p.query not in chooser.pairs_asked)
    return sorted(able, key=lambda pair: (-pair.value, pair.query))[: params.queue]


def _of_parent(
    chooser: Adaptive, params: PairParams, parent: int, matches: float, hidden: float, limit: int
) -> list[Pair]:
    """Pairs of one cut word; matches by co-occurrence, new rate by what the parent hides."""
    objects = _newest_with(chooser.books, parent, params)
    if len(objects) < params.enough:
        return []
    words, n = np.unique(np.concatenate(objects), return_counts=True)
    sizes: Floats = matches * n / len(objects)
    fits = (sizes >= params.smallest * limit) & (sizes <= params.largest * limit)
    able = (n >= params.together) & fits & (words != parent)
    words, sizes = words[able], sizes[able]
    rates = np.clip(hidden * chooser.new_rates(words) / chooser.site_rate(), 0, MOST_NEW)
    bins: NDArray[np.int64] = chooser.corrections.bins(sizes, limit) + N_BINS
    values, new = chooser.values(sizes, rates, bins, limit)
    best = np.argsort(-values, kind="stable")[: params.kept].tolist()
    return [
        Pair(
            float(values[j]),
            (min(parent, int(words[j])), max(parent, int(words[j]))),
            int(bins[j]),
            float(new[j]),
        )
        for j in best
    ]


def _newest_with(books: Bookkeeping, word: int, params: PairParams) -> list[Ids]:
    newest = islice(reversed(books.words_of.values()), params.scan)
    return list(islice((held for held in newest if _holds(held, word)), params.look))


def _holds(words: Ids, word: int) -> bool:
    at = int(np.searchsorted(words, word))
    return at < len(words) and int(words[at]) == word
