"""What one crawl of one application came to: a flat row, as `apps.json` keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

SHARE = 0.95  # of the true objects: requests until so many were in the file


class Pagelet(msgspec.Struct, frozen=True):
    """Regions of the pages of one kind, in words."""

    precision: float | None = None
    recall: float | None = None
    pages: int = 0


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One crawl, scored. A ratio of nothing is None.

    Parameters
    ----------
    dress
        Seed of the dress; None: the application as it is.
    seed
        Of the application's data set.
    run
        Counts the crawls of the same site from 1.
    recall, precision
        Of the file: true objects in it, by the truth and by its objects; a double is wrong.
    lists_precision, lists_recall
        Of the records of list pages, whether the truth describes pages of that kind or not.
    described_precision, described_recall
        Of those on pages that it describes.
    telling_precision, telling_recall
        The same without words that all records of a page repeat and no true one has.
    elsewhere_precision
        Share of those on other pages that stand for a true object.
    empty_precision, empty_recall
        Of pages called empty, against those without a match.
    changed, withdrawn
        Events of `upwell changes`; on an application that stands still all are wrong.
    lines_per_object, written_per_object
        Of the file as the crawl leaves it, and as somebody sees it who follows it: what is taken
        back is cut out at the end.
    completed_per_object
        Versions an object that its own page made: what it says joins what rows say.
    purity, v_measure
        Of the clusters of pages, against their true kinds.
    harm
        Links that act, and foreign forms, that were used; None where there are none.
    requests
        Answers, robots.txt apart.
    requests_to_95
        Answers until .95 of the true objects were in the file; None: they never were.
    error
        Why there is nothing to score.
    """

    app: str
    dress: str | None = None
    seed: int = 1
    run: int = 1
    recall: float | None = None
    precision: float | None = None
    objects: int = 0
    doubles: int = 0
    false: int = 0
    lists_precision: float | None = None
    lists_recall: float | None = None
    described_precision: float | None = None
    described_recall: float | None = None
    telling_precision: float | None = None
    telling_recall: float | None = None
    elsewhere_precision: float | None = None
    pagelets: dict[str, Pagelet] = {}
    empty_precision: float | None = None
    empty_recall: float | None = None
    changed: int = 0
    withdrawn: int = 0
    lines_per_object: float | None = None
    written_per_object: float | None = None
    versions_per_object: float | None = None
    completed_per_object: float | None = None
    purity: float | None = None
    v_measure: float | None = None
    harm: int | None = None
    requests: int = 0
    requests_per_object: float | None = None
    requests_to_95: int | None = None
    first_object_s: float | None = None
    pages_per_s: float | None = None
    seconds: float = 0.0
    stopped: str = ""
    exit: int = 0
    max_pages: int = 0
    features: list[str] = []
    error: str = ""


def page_figures(scored: Mapping[str, Any]) -> dict[str, Any]:
    """Figures of the pages, out of what `bench.py score` prints.

    >>> found = page_figures({
    ...     "pagelet_multi": {"pages": 2, "precision": 0.5, "recall": 1.0},
    ...     "objects_on_list_pages": {"precision": 0.25, "recall": None},
    ... })
    >>> found["pagelets"], found["lists_precision"], found["lists_recall"], found["empty_recall"]
    ({'multi': Pagelet(precision=0.5, recall=1.0, pages=2)}, 0.25, None, None)
    """
    lists, empty = scored.get("objects_on_list_pages", {}), scored.get("empty", {})
    clusters = scored.get("clusters", {})
    prefix = "pagelet_"
    return {
        "pagelets": {
            name.removeprefix(prefix): msgspec.convert(found, Pagelet)
            for name, found in scored.items()
            if name.startswith(prefix)
        },
        "lists_precision": lists.get("precision"),
        "lists_recall": lists.get("recall"),
        "empty_precision": empty.get("precision"),
        "empty_recall": empty.get("recall"),
        "purity": clusters.get("purity"),
        "v_measure": clusters.get("v_measure"),
    }


def file_figures(
    scored: Mapping[str, Any], n_lines: int, n_written: int, n_requests: int
) -> dict[str, Any]:
    """Figures of the file of objects, out of what `bench.py file` prints.

    >>> scored = {"objects": 4, "precision": 0.5, "recall": 0.1, "doubles": 1, "false": 1,
    ...           "versions_per_object": 1.25}
    >>> found = file_figures(scored, n_lines=6, n_written=12, n_requests=10)
    >>> found["lines_per_object"], found["written_per_object"], found["requests_per_object"]
    (1.5, 3.0, 5.0)
    """
    objects = scored["objects"]
    distinct = objects - scored["doubles"] - scored["false"]
    return {
        "recall": scored["recall"],
        "precision": scored["precision"],
        "objects": objects,
        "doubles": scored["doubles"],
        "false": scored["false"],
        "versions_per_object": scored["versions_per_object"],
        "lines_per_object": ratio(n_lines, objects),
        "written_per_object": ratio(n_written, objects),
        "requests_per_object": ratio(n_requests, distinct),
    }


def ratio(part: float, whole: float) -> float | None:
    """Rounded as the bench rounds; None of nothing."""
    return round(part / whole, 4) if whole else None
