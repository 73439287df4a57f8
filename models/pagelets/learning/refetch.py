"""What of a page is other when the same question is asked again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .evidence import PageletEvidence


def changes(
    evidence: PageletEvidence, places: NDArray[np.int64], texts: NDArray[np.uint32]
) -> Iterator[tuple[int, bool]]:
    """The numbers of the places that both fetches of a question show, and whether each changed.

    Parameters
    ----------
    evidence
        Of the later fetch.
    places, texts
        Of the earlier one: the places that show text, and the hashes of what they say.

    Reading
    -------
    A row in which an age or a counter turns is still the same row: what turns is that text. An
    element has changed where at least half of the texts in it have.
    """
    here = np.frombuffer(evidence.places, "<i8")
    now = np.frombuffer(evidence.texts, "<u4")
    _, mine, theirs = np.intersect1d(here, places, True, return_indices=True)
    differs = np.zeros(len(here), bool)
    differs[mine] = now[mine] != texts[theirs]
    n_texts, n_other = _below(evidence, mine, differs)
    for i in mine.tolist():
        if now[i]:
            yield i, bool(differs[i]) and 2 * n_other[i] >= n_texts[i]


def _below(
    evidence: PageletEvidence, both: NDArray[np.intp], differs: NDArray[np.bool_]
) -> tuple[list[int], list[int]]:
    """At or below each place: how many texts both fetches show, and how many of them differ."""
    parents: list[int] = np.frombuffer(evidence.parents, "<i4").tolist()
    n_texts, n_other = [0] * len(parents), [0] * len(parents)
    for text in set(np.frombuffer(evidence.string_places, "<i4").tolist()).intersection(
        both.tolist()
    ):
        place = text
        while place >= 0:
            n_texts[place] += 1
            n_other[place] += bool(differs[text])
            place = parents[place]
    return n_texts, n_other
