"""What bundled sources cost: starting, and answering beside the analysis of what they answer.

python -m benchmarks.speed sources

A source must never be what a benchmark measures: the last figures are how many times dearer it is
to observe an answer (parse, read with the standing model, fields, fold, publish) than to make it.
It is asked as a crawler asks: one new question after another, each with the next page of its
answer. Answers are made in one run and observed in another, as source and crawler are processes of
their own, and both have been at work before. They are observed by plain Python, in which answers
are made too, and by kernels, which cost half as much.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from time import process_time
from typing import NamedTuple

from benchmarks.quality.figures import Figure
from upwell.models import compiled
from upwell.models.site import Site as Learned
from upwell.sources import FAMILIES
from upwell.sources.database.question import Question
from upwell.sources.family import Family
from upwell.sources.site import Site, encoded
from upwell.sources.starting import pages_of

SIZE, ANSWERS, BEFORE = 10_000, 60, 20

Answer = tuple[str, str, bytes]  # query, address, page


class Cost(NamedTuple):
    """Of one source."""

    start: float  # seconds of processor time
    plain: float  # analysis of an answer in plain Python, in answers
    kernels: float  # the same where kernels were built


def measure(quick: bool = False) -> list[Figure]:
    """Start and answers of all families; of three when quick."""
    names = ("catalogue", "shop", "news") if quick else tuple(FAMILIES)
    found = [cost(FAMILIES[name], SIZE, 30 if quick else ANSWERS) for name in names]
    starts = [one.start for one in found]
    return [
        Figure("start of 10,000 records, s, mean", fmean(starts), None, None, "lower"),
        Figure("start of 10,000 records, s, slowest", max(starts), None, None, "lower"),
        *_figures("", [one.plain for one in found]),
        *_figures(", by kernels", [one.kernels for one in found]),
    ]


def _figures(how: str, times: list[float]) -> Iterator[Figure]:
    yield Figure(f"observing an answer{how} beside making it, mean", fmean(times), None)
    yield Figure(f"observing an answer{how} beside making it, least", min(times), None)


def cost(family: Family, size: int, n: int) -> Cost:
    """Seconds of processor time to start, and the price of analysis in answers."""
    began = process_time()
    site = Site(pages_of(family, 3, size))
    start = process_time() - began
    asking = _answers(family, site)
    before = list(islice(asking, BEFORE))  # compiles the templates as well
    gc.freeze()  # as the process of a source does
    began = process_time()
    answers = list(islice(asking, n))
    answering = process_time() - began
    gc.unfreeze()
    kernels = _observing(before, answers)
    with compiled.pure():
        plain = _observing(before, answers)
    return Cost(start, plain / answering, kernels / answering)


def _observing(before: list[Answer], answers: list[Answer]) -> float:
    """Seconds for the answers, of a site that has learned from those before."""
    learned, observing = Learned(), 0.0
    for number, (query, url, body) in enumerate(before + answers):
        began = process_time()
        if body:
            learned.observe(body, url=f"http://127.0.0.1{url}", query=query)
        observing += (process_time() - began) * (number >= len(before))
    return observing


def _answers(family: Family, site: Site) -> Iterator[Answer]:
    """Query, address and bytes of pages: words of titles, else the characters they begin with."""
    titles = [record.title for record in site.pages.database.by_id.values()]
    words = [title[:2] if family.language == "ja" else title.split()[-1] for title in titles]
    for query in dict.fromkeys(words):
        question = Question(query, per_page=family.per_page)
        for number in (1, 2):
            url = site.pages.addresses.asking(question.at_page(number))
            page = site.page(url)
            yield query, url, encoded(page.text, family.charset)
            if page.total <= family.per_page:
                break
