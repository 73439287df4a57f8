"""The learner of one site: a sum of what its pages taught, bounded, rebuilt from the log."""

from __future__ import annotations

import msgspec

from ..pagelets import PageletLearner
from ..pages.clusters import Clusters
from ..pages.empty import EmptyPages
from ..text.words import words
from ..tree.tagtree import TagTree
from .model import SiteModel
from .observation import Observation


class _Parts(msgspec.Struct, array_like=True):
    clusters: bytes
    pagelets: bytes
    empty: bytes
    n_pages: int


class SiteState:
    """Learns with `fold`, freezes with `publish`; reading is the model's."""

    def __init__(self) -> None:
        self.clusters = Clusters()
        self.pagelets = PageletLearner()
        self.empty = EmptyPages()
        self.n_pages = 0

    def with_vote(self, observation: Observation, tree: TagTree) -> Observation:
        """The observation with the page's runs, when the learner wants them.

        The vote rests on what was folded before, and travels with the observation, so that
        folding the observations again gives the same state. A page that answers nothing says
        nothing about where answers stand.
        """
        if observation.nonsense or not self.pagelets.wants_vote:
            return observation
        if self.empty.publish().judge(observation.terms).empty:
            return observation
        vote = self.pagelets.vote(tree, observation.query)
        return msgspec.structs.replace(observation, vote=vote)

    def fold(self, observation: Observation) -> int:
        """Learn from one page; returns the page's cluster id as of now."""
        self.n_pages += 1
        self.pagelets.fold(observation.pagelets)
        if observation.vote is not None:
            self.pagelets.fold_vote(observation.vote)
        self.empty.fold_hashed(
            observation.terms, words(observation.query or ""), observation.nonsense
        )
        return self.clusters.fold(observation.url, observation.signature, observation.nonsense)

    def publish(self, version: int) -> SiteModel | None:
        """Freeze what was learned; None before the first page."""
        clusters = self.clusters.publish()
        if clusters is None:
            return None
        return SiteModel(
            version=version,
            n_pages=self.n_pages,
            clusters=clusters,
            pagelets=self.pagelets.publish(),
            empty=self.empty.publish(),
        )

    def encode(self) -> bytes:
        """MessagePack of the rooms' own forms."""
        parts = _Parts(
            self.clusters.encode(), self.pagelets.encode(), self.empty.encode(), self.n_pages
        )
        return msgspec.msgpack.encode(parts)

    @classmethod
    def decode(cls, data: bytes) -> SiteState:
        """What `encode` wrote; goes on exactly as the original would."""
        parts = msgspec.msgpack.decode(data, type=_Parts)
        state = cls()
        state.clusters = Clusters.decode(parts.clusters)
        state.pagelets = PageletLearner.decode(parts.pagelets)
        state.empty = EmptyPages.decode(parts.empty)
        state.n_pages = parts.n_pages
        return state
