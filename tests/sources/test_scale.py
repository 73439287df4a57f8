"""Made-up pages are as large and as mixed as the paper's, and their HTML says what they are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from lxml import html

from upwell.sources.scale import CLASSES, SITES, Batch, pages, signatures
from upwell.sources.scale.html import word, written


@pytest.fixture(scope="module")
def batches() -> list[Batch]:
    return list(signatures(1100, seed=3, tokens=True))


def test_the_table_has_the_fifty_sites() -> None:
    assert len(SITES) == len({site.name for site in SITES}) == 50
    assert round(sum(site.tags for site in SITES) / 50, 1) == 456.3


@pytest.mark.parametrize("figure", ["kilobytes", "tags", "unique_tags", "tokens", "unique_tokens"])
def test_averages_of_every_site_come_out_as_the_table_within_two_in_a_hundred(
    batches: list[Batch], figure: str
) -> None:
    measured = {batch.site.name: _averages(batch)[figure] for batch in batches}
    off = {site.name: measured[site.name] / getattr(site, figure) - 1 for site in SITES}
    assert {} == {name: error for name, error in off.items() if abs(error) > 0.02}


def test_classes_are_mixed_as_said_at_every_site(batches: list[Batch]) -> None:
    for batch in batches:
        shares = np.bincount(batch.classes, minlength=4) / 1100
        assert np.allclose(shares, (0.78, 0.10, 0.09, 0.03), atol=0.001)


def test_pages_of_a_class_are_alike_and_classes_differ(batches: list[Batch]) -> None:
    for batch in batches:
        totals = batch.tags.sum(axis=1)
        means = [totals[batch.classes == place].mean() for place in range(4)]
        assert means == sorted(means, reverse=True)
        assert totals[batch.classes == 0].std() < 0.25 * means[0]


def test_a_chunk_of_pages_depends_on_the_seed_alone(batches: list[Batch]) -> None:
    again = next(iter(signatures(1100, seed=3)))
    assert np.array_equal(batches[0].tags, again.tags)
    assert len(again.ids) == 0
    assert not np.array_equal(batches[0].tags, next(iter(signatures(1100, seed=4))).tags)


def test_batches_are_bounded_however_many_pages_there_are() -> None:
    sizes = [len(batch.classes) for batch in signatures(25_000, sites=SITES[:1])]
    assert [10_000, 10_000, 5_000] == sizes


@pytest.mark.parametrize("place", range(0, len(SITES), 4), ids=lambda place: SITES[place].name)
def test_html_parses_to_exactly_its_signature(batches: list[Batch], place: int) -> None:
    batch = batches[place]
    for page in (0, 1, 2, int(np.argmax(batch.classes))):
        text = written(batch, page)
        tree = html.document_fromstring(text)
        tags = dict(zip(batch.names, batch.tags[page].tolist(), strict=True))
        assert {tag: n for tag, n in tags.items() if n} == Counter(
            node.tag for node in tree.iter() if isinstance(node.tag, str)
        )
        low, high = batch.starts[page : page + 2]
        words = zip(batch.ids[low:high].tolist(), batch.counts[low:high].tolist(), strict=True)
        assert {word(number): n for number, n in words} == Counter(
            " ".join(str(t) for t in tree.itertext()).split()
        )
        assert len(text) == pytest.approx(batch.sizes[page], rel=0.01)


def test_pages_are_streamed_with_their_classes() -> None:
    seen = Counter(page.kind for page in pages(100, sites=SITES[2:4]))
    assert {"list": 156, "single": 20, "none": 18, "error": 6} == seen
    assert set(CLASSES) == set(seen)


def test_every_number_has_its_word() -> None:
    assert len({word(number) for number in range(60_000)}) == 60_000


def _averages(batch: Batch) -> dict[str, float]:
    n = len(batch.classes)
    return {
        "kilobytes": float(batch.sizes.mean()) / 1024,
        "tags": float(batch.tags.sum()) / n,
        "unique_tags": float((batch.tags > 0).sum()) / n,
        "tokens": float(batch.counts.sum()) / n,
        "unique_tokens": len(batch.ids) / n,
    }
