"""What bundled sources cost: starting, and answering beside the analysis of what they answer.

python -m benchmarks.speed sources

A source must never be what a benchmark measures: the last figure is how many times dearer it is
to observe an answer (parse, read, fold, publish) than to make it, queries all different.
"""

from __future__ import annotations

from statistics import fmean
from time import process_time

from upwell.models.site import Site as Learned
from upwell.sources import FAMILIES
from upwell.sources.addresses import Asked
from upwell.sources.family import Family
from upwell.sources.question import Question
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of

from ..quality.figures import Figure

SIZE, ANSWERS = 10_000, 100


def measure(quick: bool = False) -> list[Figure]:
    """Start and answers of all families; of three when quick."""
    names = ("catalogue", "shop", "news") if quick else tuple(FAMILIES)
    found = [cost(FAMILIES[name], SIZE, 30 if quick else ANSWERS) for name in names]
    starts, ratios = [start for start, _ in found], [ratio for _, ratio in found]
    return [
        Figure("start of 10,000 records, s, mean", fmean(starts), None, None, "lower"),
        Figure("start of 10,000 records, s, slowest", max(starts), None, None, "lower"),
        Figure("observing an answer beside making it, mean", fmean(ratios), None),
        Figure("observing an answer beside making it, least", min(ratios), None),
    ]


def cost(family: Family, size: int, n: int) -> tuple[float, float]:
    """Seconds of processor time to start, and the price of analysis in answers."""
    began = process_time()
    site = Site(pages_of(family, 3, size))
    start = process_time() - began
    records = list(site.pages.database.by_id.values())[: n + 1]
    queries = [record.title.split()[-1] for record in records]
    asked = [Asked("search", Question(query, per_page=family.per_page)) for query in queries]
    urls = [site.pages.address(one) for one in asked]
    site.page(urls[0])  # compiles the templates
    learned, answering, observing = Learned(), 0.0, 0.0
    for query, url in zip(queries[1:], urls[1:], strict=True):
        began = process_time()
        body = encoded(site.page(url).text, family.charset)
        answering += process_time() - began
        if body:
            began = process_time()
            learned.observe(body, url=f"http://127.0.0.1{url}", query=query)
            observing += process_time() - began
    began = process_time()
    learned.publish()
    observing += process_time() - began
    return start, observing / answering
