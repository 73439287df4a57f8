"""Empty pages: answers without an entity, told by answers to nonsense queries (ENT 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Literal, NamedTuple, TypeVar

import msgspec

from .content import HashedTerms, content_signature, hashed_terms, jaccard
from .message import Said, coverage, least_alike, message_weights, said
from .sample import page_hash

Form = Literal["message", "signature"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EmptyParams:
    """Settings of the filter; `form="signature"` is the paper's."""

    form: Form = "message"
    theta: float = 0.85  # mean similarity from which a page is empty: the paper's setting
    hashes: int = 64  # of a signature
    background: int = 16  # background pages held; the paper asks about 10 nonsense queries
    ordinary: int = 16  # ordinary pages held, lowest hashes first
    terms: int = 512  # terms held of a page, lowest hashes first
    contrast: int = 3  # ordinary pages needed to tell the message from the rest of a page
    separation: float = 0.2  # least distance between background and ordinary pages in coverage
    part: float = 0.75  # the threshold lies this far from ordinary to background pages ...
    alone: float = 0.4  # ... where there is one, which says all of what it taught
    few: int = 4  # of so many each is measured by what the others taught
    least: float = 0.4  # ... and within the range over which the paper varies its own
    most: float = 0.95


class Emptiness(NamedTuple):
    """Whether a page is empty, and its similarity to the site's background pages."""

    empty: bool
    similarity: float


class EmptyModel(msgspec.Struct, frozen=True):
    """What empty pages of a site look like, as of one publication."""

    form: Form
    threshold: float
    message: dict[int, float]  # weight of each term, by hash
    signatures: list[list[int]]  # of the background pages
    hashes: int
    terms: int

    @property
    def knows(self) -> bool:
        """Whether any empty page was seen: without one none is told."""
        return bool(self.signatures)

    @property
    def knows_well(self) -> bool:
        """Whether enough were seen to tell a page that nobody asked for."""
        return len(self.signatures) > EmptyParams().few

    def is_empty(self, terms: Sequence[str], query: Sequence[str] = ()) -> Emptiness:
        """Judge a page by its terms, in order or not; `query`: the terms it was asked with.

        References
        ----------
        ENT 5; ENT definition 3.
        """
        return self.judge(hashed_terms(terms, query))

    def judge(self, page: HashedTerms) -> Emptiness:
        """`is_empty` of a page whose terms are hashed already, the lowest hashes of them."""
        if self.form == "message":
            upto = max(page) if len(page) >= self.terms else 2**32
            similarity = coverage(self.message, page, upto)
        else:
            lowest = {hash_: page[hash_] for hash_ in sorted(page)[: self.terms]}
            similarity = _mean_similarity(lowest, self.signatures, self.hashes)
        return Emptiness(self.knows and similarity >= self.threshold, similarity)


class EmptyPages(msgspec.Struct, dict=True):
    """Learns what an empty page of one site looks like; bounded by `EmptyParams`."""

    background: dict[int, HashedTerms] = {}  # answers to nonsense, by digest
    ordinary: dict[int, list[int]] = {}  # terms of a sample of the others, in rising order

    def fold(
        self,
        terms: Sequence[str],
        query: Sequence[str] = (),
        nonsense: bool = False,
        params: EmptyParams | None = None,
    ) -> None:
        """Learn a page; `nonsense`: it answers a query that nothing can match.

        Equal answers count once, to nonsense once for each query, so neither the order of pages
        nor their repetition changes anything.
        """
        params = params or EmptyParams()
        self.fold_hashed(hashed_terms(terms, query, params.terms), query, nonsense, params)

    def fold_hashed(
        self,
        page: HashedTerms,
        query: Sequence[str] = (),
        nonsense: bool = False,
        params: EmptyParams | None = None,
    ) -> None:
        """`fold` of a page whose terms are hashed already, the lowest hashes of them."""
        params = params or EmptyParams()
        asked = list(query) if nonsense else []
        digest = page_hash(f"({_pairs(page)}, {asked!r})")
        if nonsense:
            changed = _hold(self.background, digest, page, params.background)
        else:
            changed = _hold(self.ordinary, digest, list(page), params.ordinary)
        if changed:
            self.__dict__.clear()

    def publish(self, params: EmptyParams | None = None) -> EmptyModel:
        """Freeze: the site's message and threshold, or the paper's form where there is no message.

        Reading
        -------
        The paper sets one threshold for all sites. Here it lies between what the site's background
        pages and its least similar ordinary pages cover of the message; without a message that
        tells the two apart, it is the paper's. While the sample stands, so does the model: asking
        again costs nothing.
        """
        params = params or EmptyParams()
        if params not in self.__dict__.setdefault("published", {}):
            self.__dict__["published"][params] = self._published(params)
        model: EmptyModel = self.__dict__["published"][params]
        return model

    def _published(self, params: EmptyParams) -> EmptyModel:
        pages = [self.background[digest] for digest in sorted(self.background)]
        signatures = [sorted(content_signature(page, params.hashes)) for page in pages]
        if params.form == "message":
            weights, threshold = self._message(params)
            if weights:
                return EmptyModel(
                    "message", threshold, weights, signatures, params.hashes, params.terms
                )
        return EmptyModel("signature", params.theta, {}, signatures, params.hashes, params.terms)

    def _message(self, params: EmptyParams) -> tuple[dict[int, float], float]:
        """(weights, threshold); no weights when the pages are not far enough apart."""
        background = [said(list(self.background[d]), params.terms) for d in sorted(self.background)]
        ordinary = [said(self.ordinary[d], params.terms) for d in sorted(self.ordinary)]
        weights = message_weights(background, ordinary, params.contrast)
        if not weights:
            return {}, 0.0
        others = least_alike(sorted(weights), ordinary, params.contrast)
        high = median(self._covered(background, ordinary, weights, params))
        low = fmean(coverage(weights, *page) for page in others)
        if high - low < params.separation:
            return {}, 0.0
        threshold = low + (params.alone if len(background) == 1 else params.part) * (high - low)
        return weights, min(max(threshold, params.least), params.most)

    @staticmethod
    def _covered(
        background: Sequence[Said],
        ordinary: Sequence[Said],
        weights: dict[int, float],
        params: EmptyParams,
    ) -> list[float]:
        """What each background page covers of the message; few of them by that of the others.

        What few pages have in common is also what was offered instead of an answer.
        """
        if not 1 < len(background) <= params.few:
            return [coverage(weights, *page) for page in background]
        others = [[*background[:i], *background[i + 1 :]] for i in range(len(background))]
        messages = (message_weights(rest, ordinary, params.contrast) for rest in others)
        return [coverage(told, *page) for told, page in zip(messages, background, strict=True)]

    def encode(self) -> bytes:
        """MessagePack of what was learned."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> EmptyPages:
        """The learner of `encode`."""
        return msgspec.msgpack.decode(data, type=cls)


def _pairs(page: HashedTerms) -> str:
    """The terms and their counts as a list is written."""
    return repr(list(page.items()))


def _hold(held: dict[int, T], digest: int, page: T, most: int) -> bool:
    """Hold the page if it is among the lowest digests; whether anything changed."""
    if digest in held or (len(held) >= most and digest > max(held)):
        return False
    held[digest] = page
    if len(held) > most:
        del held[max(held)]
    return True


def _mean_similarity(page: HashedTerms, signatures: list[list[int]], hashes: int) -> float:
    """Jaccard similarity to the background pages, averaged over them."""
    if not signatures:
        return 0.0
    own = content_signature(page, hashes)
    return fmean(jaccard(own, frozenset(signature)) for signature in signatures)
