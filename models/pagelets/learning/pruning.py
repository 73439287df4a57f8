"""What of a page's evidence folding will look at: the rest need not be kept to fold it again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..content.word_match import among, wide_pairs, word_hash
from .evidence import PageletEvidence
from .state import SiteCounts


def needed(evidence: PageletEvidence, counts: SiteCounts, queries: int) -> PageletEvidence:
    """Evidence without what these counts will not ask for; it folds into the same counts.

    A third of a page's evidence is its words, of which only those of its own query and of the
    few before it are ever looked for; the texts' hashes, and what each stands in, count where a
    fetch is compared.

    Parameters
    ----------
    evidence
        Of the page that is folded next.
    counts
        As they stand before.
    queries
        How many queries have the texts of their first fetch kept.
    """
    kept = _asked_words(evidence, [evidence.terms, *counts.recent])
    if evidence.query in counts.fetched:
        kept["parents"] = evidence.parents
    return msgspec.structs.replace(evidence, texts=_texts(evidence, counts, queries), **kept)


def _texts(evidence: PageletEvidence, counts: SiteCounts, queries: int) -> bytes:
    """Hashes where they are compared or kept to be; else only which places have a text."""
    known = evidence.query in counts.fetched
    if evidence.query and evidence.terms and (known or len(counts.fetched) < queries):
        return evidence.texts
    return (np.frombuffer(evidence.texts, "<u4") > 0).astype("<u4").tobytes()


def _asked_words(evidence: PageletEvidence, asked: list[tuple[str, ...]]) -> dict[str, bytes]:
    """The words of these queries with their places, and the way from there to the root."""
    wanted = [word_hash(part) for terms in asked for term in terms for part in wide_pairs(term)]
    words, places = np.frombuffer(evidence.words, "<u4"), np.frombuffer(evidence.word_places, "<i4")
    held = among(words, wanted)
    return {
        "words": words[held].tobytes(),
        "word_places": places[held].tobytes(),
        "parents": _ways_up(np.frombuffer(evidence.parents, "<i4"), places[held].tolist()),
    }


def _ways_up(parents: NDArray[np.int32], places: Iterable[int]) -> bytes:
    above = np.full(len(parents), -1, "<i4")
    for start in places:
        place = start
        while place >= 0 and above[place] < 0:
            above[place] = parents[place]
            place = int(parents[place])
    return above.tobytes()
