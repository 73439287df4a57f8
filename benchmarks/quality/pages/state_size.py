"""What one site's learned state and its model weigh as pages come in.

python -m benchmarks.quality state_size

Pages of every family of bundled sources: answers to words of its records, further pages of them,
and records' own pages. Bytes are those that are stored: compressed with zstd. A state of 1 MB is
the bound of any site; 100 kB in the mean, with the votes of every kind of page and the texts of a
sample of its items, and 8 kB for a model. Beside stands what was wished of a state without these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import fmean

import upwell
from upwell.agents.part import pack
from upwell.sources.families import FAMILIES
from upwell.sources.kinds.tokens import tokens
from upwell.sources.pages.addresses import at_page
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.truth import Truth

from ..figures import Figure, show
from .bundled_pages import HOST, fetched

RECORDS = 2_000
STEPS = (125, 250, 500, 1_000)
SEED = 71
FURTHER = 3  # pages of an answer


def measure(quick: bool = False) -> list[Figure]:
    """Mean and largest over the families, after each doubling of the pages."""
    names, steps = (("library", "shop"), STEPS[:2]) if quick else (tuple(FAMILIES), STEPS)
    grown = [list(_grown(name, steps)) for name in names]
    figures = []
    for step, sizes in zip(steps, zip(*grown, strict=True), strict=True):
        states, models = zip(*sizes, strict=True)
        figures += [
            Figure(f"state of {step:,} pages, mean [kB]", fmean(states), 50, 100, "lower"),
            Figure(f"state of {step:,} pages, largest [kB]", max(states), None, 1_000, "lower"),
            Figure(f"model of {step:,} pages, mean [kB]", fmean(models), 8, 8, "lower"),
            Figure(f"model of {step:,} pages, largest [kB]", max(models), None, None, "lower"),
        ]
    return figures


def _grown(name: str, steps: tuple[int, ...]) -> Iterator[tuple[float, float]]:
    """Kilobytes of state and model of one source after so many pages."""
    site, visits = upwell.Site(), _visits(name)
    for step in steps:
        for url, query, body in islice(visits, step - site.state.n_pages):
            site.observe(body, url=url, query=query)
        model = site.publish()
        assert model is not None
        yield len(pack(site.state.encode())) / 1_000, len(pack(model.encode())) / 1_000


def _visits(name: str) -> Iterator[tuple[str, str | None, bytes]]:
    """Pages of a source without end, as a crawl would meet them."""
    family = FAMILIES[name]
    pages = pages_of(family, SEED, RECORDS)
    site = Site(pages, SEED)
    truth, draw = Truth(site, HOST), Random(f"{name} {SEED}")
    least = 1 if family.language == "ja" else 3
    texts = (tokens(record.searchable, family.language) for record in truth.records())
    words = sorted({word for text in texts for word in text if len(word) > least})
    records = list(truth.records())
    while True:
        word = draw.choice(words)
        url = truth.search_url(word)
        asked = pages.addresses.read(url.removeprefix(HOST))
        yield url, word, fetched(site, url).body
        for number in range(2, min(FURTHER, -(-len(truth.matching(word)) // family.per_page)) + 1):
            further = HOST + pages.addresses.search(at_page(asked, number))
            yield further, word, fetched(site, further).body
        own = truth.item_url(draw.choice(records))
        yield own, None, fetched(site, own).body


if __name__ == "__main__":
    show(measure())
