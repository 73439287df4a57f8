"""The paper's own filter of empty pages: similarity to answers to nonsense (ENT 5)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from upwell.models.pages.no_match.verdict import Verdict

from .content import HashedTerms, content_signature, hashed_terms, jaccard

THETA = 0.85  # mean similarity from which a page is empty: the paper's setting
HASHES = 64  # of a signature


class BackgroundPages:
    """Answers to nonsense, to which every page is compared as a whole.

    Examples
    --------
    >>> site = BackgroundPages()
    >>> site.fold("home help sorry no hits for zzyzx".split(), ["zzyzx"])
    >>> site.judge("home help sorry no hits for otters".split(), ["otters"]).empty
    True
    >>> site.judge("home help the otters of the river".split(), ["otters"]).empty
    False

    References
    ----------
    ENT 5; definition 3.
    """

    def __init__(self, theta: float = THETA, hashes: int = HASHES) -> None:
        self.theta, self.hashes = theta, hashes
        self.signatures: list[frozenset[int]] = []

    def fold(self, terms: Sequence[str], query: Sequence[str] = ()) -> None:
        """Learn an answer to nonsense."""
        self.signatures.append(self._signature(hashed_terms(terms, query)))

    def judge(self, terms: Sequence[str], query: Sequence[str] = ()) -> Verdict:
        """Jaccard similarity to the background pages, averaged over them."""
        if not self.signatures:
            return Verdict(False, False, 0.0)
        own = self._signature(hashed_terms(terms, query))
        similarity = fmean(jaccard(own, signature) for signature in self.signatures)
        return Verdict(similarity >= self.theta, False, similarity)

    def _signature(self, terms: HashedTerms) -> frozenset[int]:
        return content_signature(terms, self.hashes)
