"""How soon the entropy of a site's terms settles, while its pages come in one by one.

python -m benchmarks.quality entropy

A bundled source is read page by page; at every tenth of it, entropies are set against those of all
its pages. The paper finds the ratio within 0.1 of its end well before all pages are in.

References
----------
WISDOM 3.1; fig. 11.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from statistics import fmean

import aiohttp

from upwell.models.blocks.wisdom.method import page_terms
from upwell.models.blocks.wisdom.term_entropy import TermEntropy
from upwell.models.tree.parse import parse
from upwell.sources.server import serve

from ..figures import Figure, show
from ..sealed import first_seeds

PAGES = 600
FREQUENT = 20  # pages that a term is on at least, for its entropy to mean something


def measure(quick: bool = False) -> list[Figure]:
    """Mean ratio of a term's entropy to its last, and the share of terms within 0.1 of it."""
    pages = asyncio.run(_pages(200 if quick else PAGES))
    on = Counter(term for page in pages for term in set(page))
    terms = sorted(term for term, n in on.items() if n >= FREQUENT)
    site, known = TermEntropy(), []
    for page in pages:
        site.fold(page)
        if site.n_pages % (len(pages) // 10) == 0:
            known.append([site.entropy(term) for term in terms])
    figures = []
    for tenth, now in enumerate(known, 1):
        ratios = [a / b for a, b in zip(now, known[-1], strict=True) if b > 0]
        name = f"fig. 11: {tenth * 10} % of {len(pages)} pages"
        figures.append(Figure(f"{name}, entropy of its last", fmean(ratios), None))
        near = fmean(abs(ratio - 1) <= 0.1 for ratio in ratios)
        figures.append(Figure(f"{name}, terms within 0.1", near, None))
    return figures


async def _pages(n: int) -> list[list[str]]:
    """Terms of the pages of single records."""
    (seed,) = first_seeds(1)
    async with await serve(seed=seed, size=n) as source, aiohttp.ClientSession() as session:
        bodies = []
        for item in source.truth.records():
            async with session.get(source.truth.item_url(item)) as response:
                bodies.append(await response.read())
    return [list(page_terms(parse(body))) for body in bodies]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
