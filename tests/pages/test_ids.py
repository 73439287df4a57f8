"""Laws of what pages are told when they come: it stays, or leads to where they are put."""

from __future__ import annotations

import random

import pytest

from upwell.models.pages.clusters.learner import Clusters
from upwell.models.pages.signature import Signature

Visit = tuple[str, bool, Signature]  # (key, whether nonsense was asked, signature)

FRAME = {f"div.part{i}": 1 for i in range(14)} | {"a": 9, "li.entry": 7}
OWN = {
    "error": {"pre.trace": 1, "hr": 1},
    "none": {"p.sorry": 1, "li.tip": 2},
    "list": {"ol.hits": 1, "li.hit": 5, "h3.title": 5, "a.more": 5, "b.price": 5},
}


def visits(**pages: int) -> list[Visit]:
    return [
        (f"{kind} {i}", kind == "none", Signature(classes={**FRAME, **OWN[kind]}))
        for kind, n in pages.items()
        for i in range(n)
    ]


def told(pages: list[Visit]) -> tuple[Clusters, list[int]]:
    clusters, ids = Clusters(), []
    for key, nonsense, signature in pages:
        ids.append(clusters.fold(key, signature, nonsense))
        if clusters.due:
            clusters.recluster()
    return clusters, ids


def read(clusters: Clusters, pages: list[Visit]) -> list[int]:
    model = clusters.publish()
    assert model is not None
    return [model.assign(signature).cluster for *_, signature in pages]


@pytest.mark.parametrize("order", ["as listed", "lists first", "shuffled"])
def test_what_kinds_hardly_different_were_told_stays_when_they_part(order: str) -> None:
    """Errors come before enough answers to nonsense have shown that the two are not one."""
    pages = visits(error=3, list=30, none=12)
    if order == "lists first":
        pages.sort(key=lambda page: not page[0].startswith("list"))
    elif order == "shuffled":
        random.Random(1).shuffle(pages)
    clusters, ids = told(pages)
    now = read(clusters, pages)
    assert 3 == len(set(now))
    assert [clusters.resolve(id_) for id_ in ids] == now


def test_a_page_farther_out_than_a_clusters_own_is_not_told_that_it_is_one_of_them() -> None:
    """It fits, and may be the first of a kind that hardly differs: it leads there if it is not."""
    lists, errors = visits(list=20), visits(error=9)
    clusters, ids = told([*lists, *errors[:3]])
    odd = Signature(classes={**FRAME, **OWN["error"], "div.help": 2})
    id_ = clusters.fold("odd", odd)
    assert id_ not in ids
    clusters.recluster()
    assert clusters.resolve(id_) == clusters.resolve(ids[-1])
