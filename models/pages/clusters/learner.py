"""The page clusters of one site, learned page by page: unsupervised, k unknown (THOR V-C, V-E)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, log1p
from typing import Any

from msgspec.structs import replace

from upwell.models.sample.retained import page_hash, retained

from ..grouping.kinds import kinds
from ..grouping.vectors import count_matrix
from ..params import WAITS, ClusterParams
from ..signature import Signature
from .model import Alphabet, ClusterModel, Group, bag, freeze
from .ranking import Richness, ranks, scores
from .stable_ids import Names, inherit, resolve
from .state import ClusterState, SampledPage, pack, unpack

NEW = -1  # no id yet
WITNESSES = -1  # pages that answer nonsense have places of their own in the sample
N_ALIASES = 1024  # vanished ids that are still led on, the youngest


@dataclass(slots=True)
class Clusters:
    """Learns the clusters of a site; answers each page with an id at once.

    A page that fits no cluster gets a provisional id and a place in the sample. Ids stay: a
    clustering hands each on to the group that most of its pages went to, and `resolve` follows
    those that vanished. Clustering happens only when asked for, so that what was learned is a
    function of the pages and of when `recluster` or `publish` were called.

    Reading
    -------
    The paper re-runs its clustering over all pages as they come. Held here are the pages of lowest
    hash and the lowest of every cluster: up to `sample` pages the outcome does not depend on the
    order of arrival, beyond it only through the rare classes kept.

    References
    ----------
    THOR V-C, V-E.
    """

    params: ClusterParams
    state: ClusterState

    def __init__(self, params: ClusterParams | None = None) -> None:
        self.params = params or ClusterParams()
        self.state = ClusterState()

    # ---- learning

    def fold(
        self, key: str, signature: Signature, nonsense: bool = False, asked: bool = True
    ) -> int:
        """Learn a page and answer its cluster id; provisional while nothing fits.

        Parameters
        ----------
        key
            URL or content digest. A sampled key with the same signature changes nothing, with
            another one it replaces the page in the sample.
        nonsense
            The page answers a query that nothing can match, so it shows what empty pages look like
            where they differ from others in next to nothing.
        asked
            The page answers a query. Others (the site's front, a record's own page, help) are of
            other kinds, however little they differ.
        """
        state = self.state
        hash_ = page_hash(key)
        signature = replace(signature, tags={})
        last = state.sample.get(hash_)
        now = (signature, nonsense, asked)
        if last is not None and (last.signature, last.nonsense, last.asked) == now:
            return self.resolve(last.id)
        state.n_pages += 1
        page = self._with_ids(SampledPage(hash_, NEW, True, signature, nonsense, NEW, asked))
        self._add_to_sample(page)
        return self.resolve(page.answered_id)

    @property
    def due(self) -> bool:
        """Whether a clustering is worth its cost: at doubling counts, or when it is outgrown."""
        return self.state.n_pages >= (self.state.due_at or self.params.first) or self.outgrown

    @property
    def outgrown(self) -> bool:
        """Whether the last model is: a crowd of a new kind came, or a kind twice as often as then.

        Reading
        -------
        The paper clusters again for all new pages together. A test on the similarities of pages
        (Page-Hinkley, ADWIN) needs more pages to speak than a crowd to be a cluster, and its sums
        would have to be kept with every page, also with those that teach nothing. A site where no
        two pages are alike would call at every page: so calls are a sixteenth of the pages apart,
        or `rest` for a crowd that no sample would miss.

        References
        ----------
        THOR V-E.
        """
        state, params = self.state, self.params
        since = state.n_pages - state.clustered_at
        if state.model is None or not state.fresh or since < params.quorum:
            return False
        answered = Counter(page.answered_id for page in state.sample.values() if page.provisional)
        known = {cluster.id: cluster.n_pages for cluster in state.model.clusters}
        crowd = max((n for id_, n in answered.items() if id_ not in known), default=0)
        if crowd >= params.keep and since >= params.rest:
            return True
        if since < state.n_pages // WAITS:
            return False
        now = Counter(page.id for page in state.sample.values())
        grown = any(now[id_] >= max(params.growth * n, params.quorum) for id_, n in known.items())
        return grown or crowd >= params.quorum

    def recluster(self) -> None:
        """Find the templates of the sample anew and hand the ids on; the same sample, the same."""
        state = self.state
        if state.clustered_at == state.n_pages:
            return
        state.clustered_at = state.n_pages
        state.due_at = max(state.due_at, 1 << state.n_pages.bit_length(), self.params.first)
        state.revision += 1
        if state.fresh:
            self._find_templates()

    def _find_templates(self) -> None:
        state = self.state
        pages = [state.sample[hash_] for hash_ in sorted(state.sample)]
        alphabet = _alphabet(pages, self.params)
        counts, tokens = count_matrix([bag(page.signature, alphabet) for page in pages])
        terms = [page.signature.terms for page in pages]
        witness = [page.nonsense for page in pages]
        unasked = [not page.asked for page in pages]
        found = kinds(counts, terms, witness, self.params, unasked)
        groups = [kind.rows for kind in found.kinds]
        answered, now = (
            [page.answered_id for page in pages],
            [self.resolve(page.id) for page in pages],
        )
        names = inherit(groups, answered, now, state.next_id)
        ids = names.ids
        state.next_id = max(state.next_id, max(ids) + 1)
        for rows, id_ in zip(groups, ids, strict=True):
            for row in rows.tolist():
                page = pages[row]
                state.sample[page.hash] = replace(page, id=id_, provisional=False)
        self._lead_on(names)
        score = self._scores()
        named = [
            Group(id_, score[id_], *kind, 2 * sum(unasked[i] for i in kind.rows) <= len(kind.rows))
            for id_, kind in zip(ids, found.kinds, strict=True)
        ]
        state.model = freeze(
            counts, tokens, named, found.partings, alphabet, ranks(score), self.params
        )
        state.fresh = False
        state.sample = self._trimmed(state.sample)

    def publish(self) -> ClusterModel | None:
        """Cluster and freeze; None before the first page."""
        self.recluster()
        return self.state.model

    # ---- asking

    @property
    def n_pages(self) -> int:
        """Pages folded."""
        return self.state.n_pages

    @property
    def revision(self) -> int:
        """Counts up with every change of what is kept besides the number of pages.

        While it stands, an encoding made earlier is current but for `n_pages`: most pages of a
        known site change nothing else.
        """
        return self.state.revision

    def kinds(self) -> dict[int, int]:
        """Page hash -> its kind as of now, of every page in the sample."""
        return {hash_: page.id for hash_, page in self.state.sample.items()}

    def empty_shares(self) -> dict[int, float]:
        """By kind, the share of its sampled pages that answer nonsense or say what those say."""
        of: defaultdict[int, list[bool]] = defaultdict(list)
        for page in self.state.sample.values():
            of[page.id].append(page.nonsense)
        return {kind: sum(found) / len(found) for kind, found in sorted(of.items())}

    def kind_of(self, hash_: int) -> int | None:
        """The kind of one of them; None where it is not in the sample."""
        page = self.state.sample.get(hash_)
        return page.id if page else None

    def nearest(self, signature: Signature) -> int:
        """The kind that a page is of by the last clustering; `NEW` where it fits none."""
        assigned = self.model.assign(signature) if self.model else None
        return assigned.cluster if assigned is not None and assigned.fits else NEW

    @property
    def model(self) -> ClusterModel | None:
        """The model of the last clustering."""
        return self.state.model

    def resolve(self, id_: int) -> int:
        """The id that pages once answered with `id_` belong to now."""
        return resolve(self.state.alias, id_)

    # ---- storing

    def encode(self) -> bytes:
        """Everything learned, as bytes; parameters are not part of it."""
        return pack(self.state)

    @classmethod
    def decode(
        cls, data: bytes, params: ClusterParams | None = None, n_pages: int | None = None
    ) -> Clusters:
        """The learner of `encode`, which goes on as if nothing had happened.

        `n_pages`: the count as of now, where an earlier encoding of the same `revision` was kept.
        """
        clusters = cls(params)
        clusters.state = unpack(data)
        clusters.state.n_pages = clusters.state.n_pages if n_pages is None else n_pages
        return clusters

    # ---- helpers

    def _with_ids(self, page: SampledPage) -> SampledPage:
        """The page with its ids: `id` of its nearest cluster or crowd, `answered_id` for good.

        A page that fits a cluster, but is farther out than the cluster's own pages are, may as well
        be the first of a kind that hardly differs. It gets an id of its own, which leads to the
        cluster if that is where the next clustering puts it: then nothing was said that changes.
        """
        model, params = self.state.model, self.params
        home = model.assign(page.signature) if model else None
        if home is not None and home.sure:
            return replace(page, id=home.cluster, answered_id=home.cluster, provisional=False)
        distance, alike = self._nearest_provisional(page)
        strange = home is not None and not home.fits  # then no cluster is in question
        answered = (
            alike.answered_id if distance < (params.novel if strange else params.sure) else NEW
        )
        if answered == NEW:
            answered = self._new_id()
        if home is not None and home.fits:
            return replace(page, id=home.cluster, answered_id=answered)
        return replace(
            page, id=alike.id if distance < params.novel else answered, answered_id=answered
        )

    def _nearest_provisional(self, page: SampledPage) -> tuple[float, SampledPage]:
        """Distance to the nearest sampled page of a provisional id, and that page."""
        state = self.state
        alphabet: Alphabet = state.model.alphabet if state.model else "class"
        counts = bag(page.signature, alphabet)
        unsure = [one for one in state.sample.values() if one.provisional and one.hash != page.hash]
        youngest = sorted(unsure, key=lambda one: (-one.answered_id, one.hash))[
            : self.params.sample
        ]
        near = [
            (page_distance(counts, bag(one.signature, alphabet)), one.hash, one) for one in youngest
        ]
        distance, _, alike = min(near, default=(1.0, 0, page))
        return distance, alike

    def _new_id(self) -> int:
        self.state.next_id += 1
        self.state.revision += 1
        return self.state.next_id - 1

    def _add_to_sample(self, page: SampledPage) -> None:
        """Add a page to the sample if its hash belongs there."""
        state = self.state
        sample = self._trimmed({**state.sample, page.hash: page})
        if page.hash in sample or page.hash in state.sample:
            state.sample = sample
            state.fresh = True
            state.revision += 1

    def _trimmed(self, sample: dict[int, SampledPage]) -> dict[int, SampledPage]:
        params = self.params
        if len(sample) <= params.sample:
            return sample
        ids = {hash_: WITNESSES if page.nonsense else page.id for hash_, page in sample.items()}
        stay = retained(ids, params.sample, params.keep, params.ids)
        return {hash_: page for hash_, page in sample.items() if hash_ in stay}

    def _lead_on(self, names: Names) -> None:
        """Resolve all forwarded ids, and drop those that name a group again."""
        older = {id_: names.leads.get(lead, lead) for id_, lead in self.state.alias.items()}
        alias = {**older, **names.leads}
        living = set(names.ids)
        youngest = [id_ for id_ in sorted(alias) if id_ not in living][-N_ALIASES:]
        self.state.alias = {id_: alias[id_] for id_ in youngest}

    def _scores(self) -> dict[int, float]:
        pages: defaultdict[int, list[Richness]] = defaultdict(list)
        for one in self.state.sample.values():
            page = one.signature
            pages[one.id].append(Richness(page.terms, page.fanout, page.size))
        return scores(pages)


def page_distance(a: Mapping[Any, int], b: Mapping[Any, int]) -> float:
    """Ruzicka distance over ln(1 + tf): the envelope distance to a cluster of one page.

    Sums are exact, so the order of tokens is of no consequence.

    >>> page_distance({"p": 1, "b": 1}, {"p": 1})
    0.5
    """
    pairs = [(log1p(a.get(token, 0)), log1p(b.get(token, 0))) for token in a.keys() | b.keys()]
    whole = fsum(max(u, v) for u, v in pairs)
    return fsum(abs(u - v) for u, v in pairs) / whole if whole else 0.0


def _alphabet(pages: list[SampledPage], params: ClusterParams) -> Alphabet:
    """Full paths where the site has next to no classes, or where they are made up for each page.

    A class that no other page has says nothing of a template, however many there are.
    """
    pages_with = Counter(token for page in pages for token in page.signature.classes)
    named = recurring = everything = 0
    for page in pages:
        for token, n in page.signature.classes.items():
            everything += n
            if "." in token:
                named += n
                recurring += n * (pages_with[token] > 1)
    share = recurring / max(1, everything)
    made_up = len(pages) >= params.first and recurring < params.recurring * named
    return "path" if made_up or share < params.min_class_share else "class"
