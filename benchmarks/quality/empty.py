"""Empty pages of bundled sources with fresh seeds, by the paper's threshold and by their message.

python -m benchmarks.quality empty

Ten sources answer nonsense and sixty words to learn from, then a hundred others to be judged.
Precision and recall are those of pages with a match, as in the paper, and of those without.

References
----------
ENT 5; fig. 7.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import aiohttp
from xxhash import xxh3_64_intdigest

from upwell.models.pages.content import HashedTerms, hashed_terms
from upwell.models.pages.empty import EmptyModel, EmptyPages, EmptyParams
from upwell.models.queries.probes import nonsense_words, probe_words
from upwell.models.text.words import words
from upwell.models.tree.parse import parse
from upwell.sources.server import Source, serve

from .figures import Figure, show

LEARNED, JUDGED = 60, 100
THETAS = (0.4, 0.55, 0.7, 0.85, 0.95)


class Answer(NamedTuple):
    """What a page says, and whether nothing matched."""

    terms: HashedTerms
    empty: bool


class Site(NamedTuple):
    """A source that was learned, and pages to judge."""

    pages: EmptyPages
    answers: list[Answer]


class Rates(NamedTuple):
    """Precision and recall of pages with a match, and of pages without."""

    full_precision: float
    full_recall: float
    empty_precision: float
    empty_recall: float


def measure(quick: bool = False) -> list[Figure]:
    """Figure 7a by threshold, 7b by its worst source; three sources when quick."""
    seeds = [xxh3_64_intdigest(f"empty {i}".encode()) % 10**6 for i in range(3 if quick else 10)]
    sites = [asyncio.run(_site(seed)) for seed in seeds]
    figures: list[Figure] = []
    for theta in THETAS:
        params = EmptyParams(form="signature", theta=theta)
        paper = (0.89, 0.90) if theta == 0.85 else (None, None)
        figures += _rates(f"fig. 7: threshold {theta:.2f}", sites, params, paper)
    return [*figures, *_rates("by the site's message", sites, EmptyParams(), (None, None))]


def _rates(
    name: str, sites: Sequence[Site], params: EmptyParams, paper: tuple[float | None, float | None]
) -> Iterator[Figure]:
    found = [_judged(site.pages.publish(params), site.answers) for site in sites]
    yield Figure(f"{name}, precision", fmean(r.full_precision for r in found), paper[0])
    yield Figure(f"{name}, recall", fmean(r.full_recall for r in found), paper[1])
    yield Figure(f"{name}, worst source, precision", min(r.full_precision for r in found), None)
    yield Figure(f"{name}, worst source, recall", min(r.full_recall for r in found), None)
    yield Figure(f"{name}, empty pages, precision", fmean(r.empty_precision for r in found), None)
    yield Figure(f"{name}, empty pages, recall", fmean(r.empty_recall for r in found), None)


def _judged(model: EmptyModel, answers: Sequence[Answer]) -> Rates:
    said = [(model.judge(answer.terms).empty, answer.empty) for answer in answers]

    def of(what: bool) -> tuple[float, float]:
        right = sum(found == true == what for found, true in said)
        predicted = sum(found == what for found, _ in said)
        return right / max(1, predicted), right / max(1, sum(true == what for _, true in said))

    return Rates(*of(False), *of(True))


async def _site(seed: int) -> Site:
    """Ask one source."""
    learned = EmptyPages()
    asked = probe_words(seed, LEARNED + JUDGED)
    async with await serve(seed=seed, size=600) as source, aiohttp.ClientSession() as session:
        for word in nonsense_words(seed, 10):
            answer = await _ask(source, session, word)
            learned.fold_hashed(answer.terms, words(word), True)
        for word in asked[:LEARNED]:
            learned.fold_hashed((await _ask(source, session, word)).terms, words(word))
        return Site(learned, [await _ask(source, session, word) for word in asked[LEARNED:]])


async def _ask(source: Source, session: aiohttp.ClientSession, word: str) -> Answer:
    url = source.truth.search_url(word)
    async with session.get(url) as response:
        tree = parse(await response.read(), response.headers.get("content-type", ""), url)
    said = words(tree.visible(0, tree.n))
    terms = hashed_terms(said, words(word), EmptyParams().terms)
    return Answer(terms, source.truth.page_class(url) not in ("list", "single"))


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
