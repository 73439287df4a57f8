"""Learns how a site answers nonsense, and what its full answers say beside (ENT 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from .message import Shown, answers_hold_query, background, core_of, full_answers, offers_instead
from .verdict import EmptyModel
from .wording import Wording, packed


@dataclass(frozen=True, slots=True)
class EmptyParams:
    """How much is kept of a site."""

    nonsense: int = 16  # answers to nonsense; ten are asked for
    ordinary: int = 32  # other answers, of the lowest hashes
    unasked: int = 4  # pages that nobody asked for, likewise: what they show as well is the frame


class EmptyPages(msgspec.Struct, dict=True):
    """Wordings of a site's answers to nonsense, and of a sample of its other pages.

    A function of the set of pages, whatever their order; bounded by `EmptyParams`.

    References
    ----------
    ENT 5.
    """

    nonsense: dict[int, Wording] = {}  # by digest
    ordinary: dict[int, Wording] = {}
    unasked: dict[int, Wording] = {}

    def fold(
        self,
        page: Wording,
        nonsense: bool = False,
        asked: bool = True,
        params: EmptyParams | None = None,
    ) -> None:
        """Learn a page; `nonsense`: it answers a query that nothing can match.

        A page that nobody asked for is no answer of either kind: it shows the frame alone.
        """
        params = params or EmptyParams()
        if nonsense:
            sample, most = self.nonsense, params.nonsense
        elif asked:
            sample, most = self.ordinary, params.ordinary
        else:
            sample, most = self.unasked, params.unasked
        if _keep(sample, _digest(page), page, most):
            self.__dict__.clear()

    def publish(self) -> EmptyModel:
        """Freeze. While the sample stands, so does the model: asking again costs nothing."""
        if "published" not in self.__dict__:
            self.__dict__["published"] = self._published()
        model: EmptyModel = self.__dict__["published"]
        return model

    def _published(self) -> EmptyModel:
        nonsense = [self.nonsense[digest] for digest in sorted(self.nonsense)]
        if not nonsense:
            return EmptyModel()
        ordinary = [self.ordinary[digest] for digest in sorted(self.ordinary)]
        shown = Shown.of(nonsense)
        found = background(nonsense, full_answers(ordinary, shown))
        silent = [nonsense[i].all_places for i in found.silent]
        return EmptyModel(
            n_nonsense=len(nonsense),
            messages=[packed(message) for message in found.messages],
            silent=packed(core_of(silent)) if silent else None,
            places=packed(shown.places),
            texts=packed(shown.texts),
            echoes=packed(shown.echoes),
            lists_hold=answers_hold_query(ordinary, found, shown),
            offers=offers_instead(ordinary, found, shown),
            beyond_frame=self._beyond_frame(ordinary, shown),
        )

    def _beyond_frame(self, ordinary: Sequence[Wording], shown: Shown) -> bytes | None:
        """Places of answers to nonsense that no unasked page has; None if any answer has more."""
        if not ordinary or not all(page.all_places <= shown.places for page in ordinary):
            return None
        frame = frozenset[int]().union(*(page.all_places for page in self.unasked.values()))
        return packed(frozenset(shown.places) - frame)

    def encode(self) -> bytes:
        """MessagePack of what was learned."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> EmptyPages:
        """The learner of `encode`."""
        return msgspec.msgpack.decode(data, type=cls)


def _digest(page: Wording) -> int:
    parts = b"\0".join((page.texts, page.places, page.query_at, page.query_in))
    return int.from_bytes(blake2b(parts, digest_size=8).digest(), "big")


def _keep(kept: dict[int, Wording], digest: int, page: Wording, most: int) -> bool:
    """Keep the page if it is among the lowest digests; whether anything changed."""
    if digest in kept or (len(kept) >= most and digest > max(kept)):
        return False
    kept[digest] = page
    if len(kept) > most:
        del kept[max(kept)]
    return True
