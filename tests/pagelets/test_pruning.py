"""Law of what is kept of a page's evidence: it folds into the same counts as all of it."""

from __future__ import annotations

import msgspec
import pytest

from tests.site.answers import asked
from upwell.models.pagelets import LearnerParams, PageletEvidence, PageletLearner
from upwell.models.pagelets.learning.pruning import needed


@pytest.mark.parametrize("queries", [0, 3, 32])
def test_what_is_kept_of_a_page_folds_into_the_same_counts(queries: int) -> None:
    """Byte for byte, whether texts are still compared or no longer, and some are fetched twice."""
    whole, slim = (PageletLearner(LearnerParams(queries=queries)) for _ in range(2))
    pages = [seen.pagelets for _, seen in asked()]
    size = kept = 0
    for evidence in [*pages, *pages[:9]]:
        rest = needed(evidence, slim.counts, queries)
        whole.fold(evidence)
        slim.fold(rest)
        assert whole.encode() == slim.encode()
        size, kept = size + len(evidence.words), kept + len(rest.words)
    assert 0 < kept < size / 4


def test_what_is_kept_does_not_shrink_further() -> None:
    """Asking again before the page is folded leaves what was left."""
    learner = PageletLearner()
    for _, seen in asked()[:8]:
        once = needed(seen.pagelets, learner.counts, 2)
        assert once == needed(once, learner.counts, 2)
        learner.fold(once)


def test_evidence_without_words_stays_as_it_is() -> None:
    """A page without a query holds no words, and nothing else is touched."""
    plain = PageletEvidence(places=b"\1" * 8, parents=b"\xff" * 4, siblings=b"\1\0\0\0")
    assert plain == needed(plain, PageletLearner().counts, 32)
    assert plain == msgspec.msgpack.decode(msgspec.msgpack.encode(plain), type=PageletEvidence)
