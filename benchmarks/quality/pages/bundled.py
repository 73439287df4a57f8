"""Page clusters, pagelets and records on the bundled sources, whose truth is known.

python -m benchmarks.quality bundled

Of each source and seed about sixty pages, every query known: learned as a whole and read after, and
streamed in two orders, each page read when it comes. A pagelet is right when it holds every word
of a true region and at most a tenth more. A stream is judged by its last half, beside the same
pages read after all; an agent would read the early ones again when a model is published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from upwell.models.papers.thor.clustering.measures import adjusted_rand, entropy, purity
from upwell.models.sample.retained import page_hash
from upwell.models.site import Reading, Site, SiteModel, SiteState, observe
from upwell.sources.families import FAMILIES

from ..figures import Figure, show
from .bundled_pages import Answered, answered, regions_of, seeds
from .clusters_bundled import pair_f1

FLOORS = {  # of the batch; 20 seeds reach .999, .997, .997, 1.000, .969, .989
    "batch: pagelets, precision": 0.99,
    "batch: pagelets, recall": 0.99,
    "batch: records counted right": 0.99,
    "batch: no match and errors, no pagelet": 0.99,
    "batch: static pages, no pagelet": 0.95,
    "batch: records' own pages, region found": 0.97,
}
ONE_SEED = 0.04  # so much less may a single one reach
SEEDS = 20
ANSWERS = ("pagelets, precision", "pagelets, recall", "records counted right")
BEHIND = 0.01  # of a stream; 20 seeds reach .005 shuffled and .007 kind after kind


class Judged(NamedTuple):
    """One page's reading against its truth."""

    kind: str
    answers: bool
    told: int  # pagelets
    right: int  # of them
    true: int  # regions
    found: int  # of them
    counted: bool  # as many objects as there are records

    @property
    def silent(self) -> bool:
        """A page without an answer on which none was seen."""
        return not self.told


class Learned(NamedTuple):
    """One site: its clusters by the last model, and its pages three times."""

    kinds: list[str]
    clusters: list[int]
    changed: float  # share of pages that the last model puts elsewhere than the stream told
    batch: list[Judged]
    streamed: list[Judged]  # last half of a shuffled stream
    beside: list[Judged]  # the same pages in the batch
    typed: list[Judged]  # last half of a stream of one kind after the other
    typed_beside: list[Judged]  # the same pages in the batch


def measure(quick: bool = False) -> list[Figure]:
    """All sources together, then each alone; `quick`: one seed each."""
    held = {
        name: [learned(answered(name, seed)) for seed in seeds(1 if quick else SEEDS)]
        for name in FAMILIES
    }
    every = [site for sites in held.values() for site in sites]
    less, behind = (ONE_SEED, 2 * BEHIND) if quick else (0.0, BEHIND)
    figures = [
        one._replace(floor=FLOORS[one.name] - less) if one.name in FLOORS else one
        for one in _together(every, behind)
    ]
    for name, sites in held.items():
        figures += _alone(name, sites)
    return figures


def learned(pages: Sequence[Answered]) -> Learned:
    """All figures of one site's pages."""
    model = _model(pages)
    batch = [judged(page, _read(model, page)) for page in pages]
    kinds = [page.kind for page in pages]
    half = len(pages) // 2
    streamed, moved = _streamed(pages)
    order = _by_kind(kinds)
    typed, moved_too = _streamed([pages[i] for i in order])
    return Learned(
        kinds=kinds,
        clusters=[_read(model, page).cluster for page in pages],
        changed=(moved + moved_too) / 2,
        batch=batch,
        streamed=streamed[half:],
        beside=batch[half:],
        typed=typed[half:],
        typed_beside=[batch[i] for i in order[half:]],
    )


def _streamed(pages: Sequence[Answered]) -> tuple[list[Judged], float]:
    """Pages read as they came, and the share of them that the last model puts elsewhere."""
    site = Site()
    read = [site.observe_tree(one.tree, one.url, one.query, one.nonsense) for one in pages]
    last = site.publish()
    assert last is not None
    resolve = site.state.clusters.resolve
    moved = [
        resolve(then.cluster) != _read(last, page).cluster
        for page, then in zip(pages, read, strict=True)
    ]
    return [judged(*both) for both in zip(pages, read, strict=True)], fmean(moved)


def judged(page: Answered, reading: Reading) -> Judged:
    """Words decide: of which region a pagelet is, and whether it is right."""
    fits = page.fits(regions_of(reading))
    return Judged(
        kind=page.kind,
        answers=page.answers,
        told=len(fits),
        right=sum(map(any, fits)),
        true=len(page.truth.regions),
        found=sum(map(any, zip(*fits, strict=True))),
        counted=len(reading.objects) == len(page.truth.objects),
    )


def _model(pages: Sequence[Answered]) -> SiteModel:
    """What all pages teach, whatever their order; then those vote that a stream would ask."""
    state = SiteState()
    for page in pages:
        state.fold(observe(page.tree, page.url, page.query, page.nonsense))
    state.clusters.publish()
    empty, kinds = state.empty.publish(), state.clusters.kinds()
    for page in pages:
        seen = observe(page.tree, page.url, page.query, page.nonsense)
        voter = page_hash(page.url)
        if page.nonsense or empty.judge(seen.wording).empty or voter not in kinds:
            continue
        if state.pagelets.wants_vote(voter, kinds[voter]):
            vote = state.pagelets.vote(page.tree, page.query)
            state.pagelets.fold_vote(vote, voter, kinds[voter], page.query is not None)
    model = state.publish(1)
    assert model is not None
    return model


def _read(model: SiteModel, page: Answered) -> Reading:
    return model.read_tree(page.tree, observe(page.tree, page.url, page.query, page.nonsense))


def _by_kind(kinds: Sequence[str]) -> list[int]:
    """Kinds one after another: the pages of a kind that comes late are all in the last half."""
    return sorted(range(len(kinds)), key=lambda i: (kinds[i], i))


def _together(sites: Sequence[Learned], behind: float) -> Iterator[Figure]:
    marks = [_clustered(site) for site in sites]
    names = ("entropy", "ARI", "purity", "pair F1")
    floors = (0.12, 0.88, 0.9, 0.92)  # a seed more or less is a few hundredths of each
    for name, values, floor in zip(names, zip(*marks, strict=True), floors, strict=True):
        better = "lower" if name == "entropy" else "higher"
        yield Figure(f"clusters: {name}", fmean(values), None, floor, better)
    changed = fmean(site.changed for site in sites)
    yield Figure("clusters: ids changed", changed, None, 0.07, "lower")
    read = {
        title: _read_figures(page for site in sites for page in getattr(site, part))
        for title, part in (
            ("batch", "batch"),
            ("last half of a stream", "streamed"),
            ("the same in batch", "beside"),
            ("last half, kind after kind", "typed"),
            ("kind after kind, in batch", "typed_beside"),
        )
    }
    for title, shares in read.items():
        for name, share in shares.items():
            yield Figure(f"{title}: {name}", share, None)
    for order, streamed, batch in (
        ("shuffled", "last half of a stream", "the same in batch"),
        ("kind after kind", "last half, kind after kind", "kind after kind, in batch"),
    ):
        for name in ANSWERS:  # how far the last half of a stream stays behind; a point is asked
            less = read[batch][name] - read[streamed][name]
            yield Figure(f"{order}, behind batch: {name}", less, None, behind, "lower")


def _alone(name: str, sites: Sequence[Learned]) -> Iterator[Figure]:
    yield Figure(f"{name}: ARI", fmean(_clustered(site)[1] for site in sites), None)
    for title, value in _read_figures(page for site in sites for page in site.batch).items():
        yield Figure(f"{name}: {title}", value, None)


def _clustered(site: Learned) -> tuple[float, float, float, float]:
    truth, found = site.kinds, site.clusters
    return (
        entropy(truth, found),
        adjusted_rand(truth, found),
        purity(truth, found),
        pair_f1(truth, found),
    )


def _read_figures(pages: Iterable[Judged]) -> dict[str, float]:
    kinds: dict[str, list[Judged]] = defaultdict(list)
    for page in pages:
        kinds["answer" if page.answers else page.kind].append(page)
    answers, items = kinds["answer"], kinds["item"]
    nothing = [*kinds["none"], *kinds["error"]]
    told = [*answers, *nothing]
    return {
        "pagelets, precision": sum(p.right for p in told) / max(1, sum(p.told for p in told)),
        "pagelets, recall": sum(p.found for p in answers) / max(1, sum(p.true for p in answers)),
        "records counted right": _share(answers, "counted"),
        "no match and errors, no pagelet": _share(nothing, "silent"),
        "static pages, no pagelet": _share(kinds["static"], "silent"),
        "records' own pages, region found": _share(items, "found"),
    }


def _share(pages: Sequence[Judged], what: str) -> float:
    return fmean(bool(getattr(page, what)) for page in pages) if pages else 1.0


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
