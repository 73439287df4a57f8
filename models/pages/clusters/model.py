"""The published clusters of a site: envelopes, frozen; assignment of new pages (THOR V-E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import log1p
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from ..grouping.empty_split import Parting
from ..grouping.envelopes import envelope, outside
from ..grouping.vectors import Floats, Labels, unit_rows
from ..params import ClusterParams
from ..signature import Signature

Alphabet = Literal["class", "path"]
AssignedBy = Literal["both", "centroid", "envelope"]


class Assignment(NamedTuple):
    """The cluster a page belongs to, and how surely."""

    cluster: int
    distance: float  # share of the page outside the cluster's envelope, 0..1
    margin: float  # to the second nearest; 1 when there is none
    fits: bool  # within the cluster's limit
    sure: bool = False  # no farther out than the cluster's own pages

    @property
    def similarity(self) -> float:
        """1 - distance."""
        return 1.0 - self.distance


class ClusterEnvelope(msgspec.Struct, frozen=True):
    """The envelope of a cluster: low and high counts of its tokens, at `places` of the model's."""

    id: int
    n_pages: int  # of the sample
    limit: float
    own: float  # of a page that is surely one of its own
    score: float
    places: list[int]
    low: list[int]
    high: list[int]
    median: list[int]
    asked: bool = True  # most of its pages answer queries
    centroid: bytes = b""  # float16, at `places`: mean TFIDF of its pages
    alike: float = 0.0  # mean similarity of its pages to the centroid


class Tell(msgspec.Struct, frozen=True):
    """The tokens that tell a cluster of empty pages from its nearly equal twin."""

    empty: int
    rest: int
    present: list[int]  # places of tokens it has to have
    absent: list[int]  # ... and must not have
    agree: float  # of both, the least share


class ClusterModel(msgspec.Struct, frozen=True, dict=True):
    """The clusters of a site as of one publication. Reading changes nothing."""

    alphabet: Alphabet
    tokens: list[int | str]
    clusters: list[ClusterEnvelope]
    rank: dict[int, int]  # id -> place, 0 for the likeliest to hold answers
    tells: list[Tell] = []
    idf: bytes = b""  # float16, of `tokens`, as of this clustering
    n_pages: int = 0  # of the sample that was clustered

    def similarities(self, signature: Signature) -> Floats:
        """Cosine of a page's TFIDF, by the frozen idf, with the centroid of each of `clusters`.

        What no page of the sample has weighs as the rarest there.

        References
        ----------
        THOR V-C, V-E.
        """
        place, idf, centroids = self._centroids
        strange = log1p(self.n_pages)
        page, square = np.zeros(len(self.tokens)), 0.0
        for token, n in bag(signature, self.alphabet).items():
            at = place.get(token)
            if at is None:
                square += (log1p(n) * strange) ** 2
            else:
                page[at] = log1p(n) * idf[at]
        length = (square + float(page @ page)) ** 0.5
        found: Floats = centroids @ page / max(length, 1e-12)
        return found

    def heaviest(self, id_: int, n: int = 8) -> dict[str, float]:
        """The tokens that weigh most in a cluster's centroid, with their weights."""
        row = next(i for i, cluster in enumerate(self.clusters) if cluster.id == id_)
        weights = self._centroids[2][row]
        order = np.argsort(-weights, kind="stable")[:n].tolist()
        return {str(self.tokens[i]): round(float(weights[i]), 3) for i in order if weights[i] > 0}

    @cached_property
    def _centroids(self) -> tuple[dict[int | str, int], Floats, Floats]:
        place = {token: i for i, token in enumerate(self.tokens)}
        idf = np.frombuffer(self.idf, "<f2").astype(np.float64)
        rows = np.zeros((len(self.clusters), len(self.tokens)))
        for row, cluster in zip(rows, self.clusters, strict=True):
            row[cluster.places] = np.frombuffer(cluster.centroid, "<f2")
        return place, idf, unit_rows(rows)

    def assign(self, signature: Signature, by: AssignedBy = "both") -> Assignment:
        """The cluster whose centroid is nearest, of those whose envelope is near enough.

        A page outside of all envelopes is nearest to one of them all the same, and does not fit.
        Between two clusters that empty pages told apart, the tokens that did so decide.

        Parameters
        ----------
        signature
            Of the page.
        by
            One of the two alone, to be compared with.

        Reading
        -------
        The paper's centroid knows no page that is strange: one is always nearest. What is always
        there on a template and how far its counts go says that, so both are kept.

        References
        ----------
        THOR V-E.
        """
        distances = self.distances(signature)
        nearest = self._decided_twin(signature, self._nearest(signature, distances, by))
        first = float(distances[nearest])
        others = [d for c, d in enumerate(distances.tolist()) if c != nearest]
        return Assignment(
            cluster=self.clusters[nearest].id,
            distance=first,
            margin=max(0.0, min(others) - first) if others else 1.0,
            fits=first <= self.clusters[nearest].limit,
            sure=first <= self.clusters[nearest].own,
        )

    def answers(self, id_: int) -> bool:
        """Whether pages of this cluster are known to answer queries."""
        return any(cluster.id == id_ and cluster.asked for cluster in self.clusters)

    def _nearest(self, signature: Signature, distances: Floats, by: AssignedBy) -> int:
        near = distances <= np.array([cluster.limit for cluster in self.clusters])
        if by == "envelope" or not self.idf or (by == "both" and near.sum() < 2):
            return int(distances.argmin())
        similarities = self.similarities(signature)
        return int(
            (similarities if by == "centroid" else np.where(near, similarities, -1)).argmax()
        )

    def _decided_twin(self, signature: Signature, nearest: int) -> int:
        """The nearest cluster, or its twin: of two hardly different ones telling tokens decide."""
        ids = [cluster.id for cluster in self.clusters]
        for tell in self.tells:
            if ids[nearest] in (tell.empty, tell.rest):
                page = bag(signature, self.alphabet)
                right = sum(self.tokens[i] in page for i in tell.present)
                right += sum(self.tokens[i] not in page for i in tell.absent)
                empty = right >= tell.agree * (len(tell.present) + len(tell.absent))
                return ids.index(tell.empty if empty else tell.rest)
        return nearest

    def distances(self, signature: Signature) -> Floats:
        """Distance to each of `clusters`."""
        place, low, high, median = self._dense
        x = np.zeros((1, len(self.tokens)))
        unknown = 0.0
        for token, n in bag(signature, self.alphabet).items():
            at = place.get(token)
            if at is None:
                unknown += log1p(n)
            else:
                x[0, at] = log1p(n)
        distances: Floats = outside(x, np.array([unknown]), low, high, median)[0]
        return distances

    def encode(self) -> bytes:
        """MessagePack; `decode` gives an equal model back."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> ClusterModel:
        """The model of `encode`."""
        return msgspec.msgpack.decode(data, type=cls)

    @cached_property
    def _dense(self) -> tuple[dict[int | str, int], Floats, Floats, Floats]:
        place = {token: i for i, token in enumerate(self.tokens)}
        bands = np.zeros((3, len(self.clusters), len(self.tokens)))
        for c, cluster in enumerate(self.clusters):
            bands[:, c, cluster.places] = (cluster.low, cluster.high, cluster.median)
        low, high, median = np.log1p(bands)
        return place, low, high, median


def bag(signature: Signature, alphabet: Alphabet) -> Mapping[Any, int]:
    """The counts of a page in an alphabet."""
    return signature.paths if alphabet == "path" else signature.classes


class Group(NamedTuple):
    """Sampled pages that are one cluster."""

    id: int
    score: float
    core: Labels  # rows of the template; fragments it took in leave its envelope alone
    rows: Labels
    asked: bool = True  # whether most of them answer queries


def freeze(
    counts: Floats,
    tokens: Sequence[int | str],
    groups: Sequence[Group],
    partings: Sequence[Parting],
    alphabet: Alphabet,
    rank: dict[int, int],
    params: ClusterParams,
) -> ClusterModel:
    """Envelopes of groups of sampled pages.

    A cluster's limit follows the distance of its farthest own page, within `novel` and
    `spread_cap`: wide templates are given more room. Tokens outside every band are left out: a
    page's unknown tokens weigh the same.
    """
    bands = [envelope(counts[group.core], params.band) for group in groups]
    x = np.log1p(counts)
    idf = np.log((len(counts) + 1) / np.maximum(1, (counts > 0).sum(0)))
    weights = unit_rows(x * idf)
    clusters = []
    within = np.any([band.high > 0 for band in bands], axis=0)
    within[[column for parting in partings for column in parting.present + parting.absent]] = True
    kept = np.flatnonzero(within)
    for (cluster, score, rows, all_rows, asked), band in zip(groups, bands, strict=True):
        low, high, median = (np.log1p(part)[None] for part in band)
        own = outside(x[rows], np.zeros(len(rows)), low, high, median) if len(rows) > 2 else 0.0
        farthest = float(np.max(own))
        limit = min(max(params.spread * farthest, params.novel), params.spread_cap)
        sure = min(max(farthest, params.sure), limit)
        places = np.flatnonzero(band.high[kept] > 0)
        lows, highs, medians = (part[kept][places].astype(int).tolist() for part in band)
        centroid = weights[all_rows].mean(0)
        alike = weights[all_rows] @ (centroid / max(1e-12, float(np.linalg.norm(centroid))))
        clusters.append(
            ClusterEnvelope(
                id=cluster,
                n_pages=len(all_rows),
                limit=limit,
                own=sure,
                score=score,
                places=places.tolist(),
                low=lows,
                high=highs,
                median=medians,
                asked=asked,
                centroid=centroid[kept][places].astype("<f2").tobytes(),
                alike=round(float(alike.mean()), 4),
            )
        )
    tells = [_tell(parting, groups, kept, params.agree) for parting in partings]
    return ClusterModel(
        alphabet,
        [tokens[i] for i in kept.tolist()],
        clusters,
        rank,
        tells,
        idf[kept].astype("<f2").tobytes(),
        len(counts),
    )


def _tell(parting: Parting, groups: Sequence[Group], kept: Labels, agree: float) -> Tell:
    def cluster_of(row: int) -> int:
        return next(group.id for group in groups if row in group.rows)

    empty, rest = (cluster_of(int(side[0])) for side in (parting.empty, parting.rest))
    present, absent = (np.searchsorted(kept, side).tolist() for side in parting[2:])
    return Tell(empty, rest, present, absent, agree)
