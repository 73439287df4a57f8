"""Fields of the bundled sources' objects: whole values, one column each, the same on every page.

python -m benchmarks.quality fields

Of each source: answers to words of its records and some records' own pages. `whole`: share of
the true values (title, price, author ...) that are, letter for letter, the value of a column.
`steady`: share of those that stand in the one column where most of the field's values of that
kind of page stand. `streamed`: both for pages read one by one with the standing model, once there
is one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from upwell.models.site import Reading, SavedPage, Site, analyse
from upwell.models.site.reading import ReadObject
from upwell.models.tree.parse import parse
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.site import encoded
from upwell.sources.starting import pages_of
from upwell.sources.truth import PageTruth, Told, Truth

from ..figures import Figure, show
from ..sealed import first_seeds

HOST = "http://127.0.0.1"
RECORDS = 300
ANSWERS, ITEMS = 40, 20
FLOORS = (0.98, 0.99)
BEFORE, BEFORE_STREAMED = (0.991, 0.874), (0.998, 0.905)  # by place and rank on each page alone


class Visited(NamedTuple):
    """A page with what is true of it."""

    page: SavedPage
    truth: PageTruth


class Share(NamedTuple):
    """Of the true values: how many stand whole, how many of these in their field's column."""

    n: int
    whole: int
    steady: int

    def plus(self, other: Share) -> Share:
        return Share(self.n + other.n, self.whole + other.whole, self.steady + other.steady)


def measure(quick: bool = False) -> list[Figure]:
    """Whole and steady values, at once and streamed; then each family."""
    together: dict[str, Share] = {}
    streamed: dict[str, Share] = {}
    for name in FAMILIES:
        for seed in first_seeds(1 if quick else 2):
            visited = visits(name, seed, ANSWERS // 2 if quick else ANSWERS)
            readings = analyse([one.page for one in visited])
            pairs = [(one.truth, reading) for one, reading in zip(visited, readings, strict=True)]
            together[name] = together.get(name, Share(0, 0, 0)).plus(shares(pairs))
            streamed[name] = streamed.get(name, Share(0, 0, 0)).plus(shares(list(stream(visited))))
    figures = [*_figures("", together, BEFORE), *_figures("streamed: ", streamed, BEFORE_STREAMED)]
    for name in FAMILIES:
        figures += _of("", name, together[name])
        figures += _of("streamed: ", name, streamed[name])
    return figures


def _figures(order: str, found: dict[str, Share], before: tuple[float, float]) -> Iterator[Figure]:
    n, whole, steady = map(sum, zip(*found.values(), strict=True))
    names = f"{order}true values that stand whole", f"{order}whole values in their field's column"
    shares = whole / max(1, n), steady / max(1, whole)
    for name, value, sketch, floor in zip(names, shares, before, FLOORS, strict=True):
        yield Figure(name, value, sketch, floor)


def _of(order: str, name: str, share: Share) -> Iterator[Figure]:
    yield Figure(f"{order}{name}, whole", share.whole / max(1, share.n), None)
    yield Figure(f"{order}{name}, steady", share.steady / max(1, share.whole), None)


def visits(name: str, seed: int, n_answers: int) -> list[Visited]:
    """What a first look at a source brings, in shuffled order."""
    source = Source(pages_of(FAMILIES[name], seed, RECORDS), seed, frozen=True)
    truth = Truth(source)
    draw = Random(f"{name} {seed}")
    words = sorted({word for record in truth.records() for word in record.searchable.split()})
    asked = draw.sample(words, min(n_answers, len(words)))
    records = draw.sample(list(truth.records()), min(ITEMS, n_answers // 2))
    questions: list[tuple[str, str | None]] = [(truth.search_url(word), word) for word in asked]
    questions += [(truth.item_url(record), None) for record in records]
    draw.shuffle(questions)
    return [_visited(source, truth, *question) for question in questions]


def _visited(source: Source, truth: Truth, url: str, query: str | None) -> Visited:
    page = source.page(url.removeprefix(HOST))
    while page.location:
        url = HOST + page.location.removeprefix(HOST)
        page = source.page(page.location.removeprefix(HOST))
    body = encoded(page.text, source.pages.family.charset)
    media_type = f"text/html; charset={source.pages.family.charset}"
    return Visited(SavedPage(url, parse(body, media_type, url), query), truth.page(url))


def stream(visited: Sequence[Visited]) -> Iterator[tuple[PageTruth, Reading]]:
    """Readings by the standing model, page by page."""
    site = Site()
    for page, truth in visited:
        known = site.model is not None
        reading = site.observe_tree(page.tree, page.name, page.query)
        if known:
            yield truth, reading


def shares(pairs: Sequence[tuple[PageTruth, Reading]]) -> Share:
    """Values of the objects that were found, against the truth."""
    columns: dict[tuple[bool, str], Counter[str]] = defaultdict(Counter)
    n = 0
    for truth, reading in pairs:
        for told, fields in _matched(truth, reading):
            for name, value in told.fields.items():
                if not value:
                    continue
                n += 1
                column = next((c for c, text in fields.items() if text == value), None)
                if column is not None:
                    columns[truth.page_class == "item", name][column] += 1
    whole = sum(counts.total() for counts in columns.values())
    return Share(n, whole, sum(max(counts.values()) for counts in columns.values()))


def _matched(truth: PageTruth, reading: Reading) -> Iterator[tuple[Told, dict[str, str]]]:
    return ((told, found.fields) for told, found in matched_objects(truth, reading))


def matched_objects(truth: PageTruth, reading: Reading) -> Iterator[tuple[Told, ReadObject]]:
    """Each true object with the one object that holds most of it.

    An object that holds several true ones was not cut well, which other figures tell.
    """
    texts = ["".join(found.text.split()) for found in reading.objects]
    found: dict[int, list[Told]] = defaultdict(list)
    for told in truth.objects:
        parts = ["".join(value.split()) for value in told.fields.values()]
        held = [sum(part in text for part in parts) for text in texts]
        if held and 2 * max(held) > len(parts):
            found[held.index(max(held))].append(told)
    for number, alike in found.items():
        if len(alike) == 1:
            yield alike[0], reading.objects[number]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
