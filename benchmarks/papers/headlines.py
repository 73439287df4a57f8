"""The figures that `docs/status.md` begins with: of the stored run, and of the last opening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.quality.sealed import Opening
from benchmarks.quality.stored import Figures

from .compare import Stored

IN_SAMPLE = " (*in sample*)"  # thresholds or weights were chosen with these very pages


class Headline(NamedTuple):
    """A sentence, and the figures of one row of `benchmarks.quality` that it tells."""

    says: str
    module: str
    figures: tuple[str, ...]


HEADLINES = (
    Headline(
        f"region of answer pages of real sources, precision and recall{IN_SAMPLE}",
        "pagelets",
        ("region on wien, precision", "region on wien, recall"),
    ),
    Headline(
        "THOR's second phase as printed, same pages",
        "pagelets",
        ("THOR as printed on wien, precision", "THOR as printed on wien, recall"),
    ),
    Headline(
        f"records of single answer pages, macro F1; pages exactly right{IN_SAMPLE}",
        "pagelets",
        ("records on serp, macro F1", "records on serp, pages exactly right"),
    ),
    Headline(
        "values of detail pages held by the regions found, nothing known; share of the page that "
        f"these take{IN_SAMPLE}",
        "pagelets",
        (
            "values on swde, 110 pages a site, nothing known, recall",
            "values on swde, 110 pages a site, nothing known, size",
        ),
    ),
    Headline(
        f"page types of one owner mixed, adjusted Rand index; purity{IN_SAMPLE}",
        "clusters",
        ("own, shuffled: final ARI", "own, shuffled: final purity"),
    ),
    Headline(
        f"articles of news sites, word F1; WISDOM's default setting{IN_SAMPLE}",
        "blocks",
        ("big9 by site, evidence", "big9 by site, paper's defaults"),
    ),
    Headline(
        f"content of seven kinds of pages, each page alone, word F1{IN_SAMPLE}",
        "blocks",
        ("wcxb page alone, all",),
    ),
    Headline(
        "the same with weights fitted without the page's site",
        "fit_blocks",
        ("fitted without the page's site",),
    ),
    Headline(
        "links of tables of contents of bundled sources, nothing asked: precision and recall, mean;"
        " the worst family",
        "contents",
        (
            "links of contents, precision, mean",
            "links of contents, recall, mean",
            "links of contents, precision, worst",
            "links of contents, recall, worst",
        ),
    ),
    Headline("search forms, F1", "forms", ("search forms, F1",)),
    Headline(
        "links that turn the pages of a list, F1; those to the next page",
        "pagination",
        ("open sites: links, F1", "open sites: next, F1"),
    ),
    Headline(
        "answers per distinct document at 60 % of 20 Newsgroups: adaptive, clusters, random",
        "queries",
        tuple(f"overlap at 60 %, {name}, none" for name in ("adaptive", "cluster", "random")),
    ),
    Headline(
        "records found of five bundled sources with drawn seeds, mean; the worst",
        "crawl",
        ("records of the source found", "the same, worst site"),
    ),
    Headline(
        "a whole crawl of each bundled family: records found; objects that are no records",
        "crawl_families",
        ("records found, mean of the families", "objects that are no records"),
    ),
    Headline(
        "what a site's learned state weighs, stored, after 1,000 pages, mean [kB]; its model",
        "state_size",
        ("state of 1,000 pages, mean [kB]", "model of 1,000 pages, mean [kB]"),
    ),
)


def headline_table(stored: Stored, opening: Opening | None) -> Iterator[str]:
    """A line a headline: the open part, and the sealed one where it was opened."""
    sealed = opening.figures if opening else {}
    yield "| figure | open sites | sealed sites | printed by `python -m benchmarks.quality` |"
    yield "|---|---|---|---|"
    for headline in HEADLINES:
        held = stored[headline.module].figures if headline.module in stored else {}
        hidden = sealed.get(headline.module, {})
        cells = (
            headline.says,
            _values(held, headline.figures),
            _values(hidden, list(map(_sealed, headline.figures))) if opening else "not opened",
            f"`{headline.module}`",
        )
        yield f"| {' | '.join(cells)} |"


def _sealed(name: str) -> str:
    return name.replace("open sites", "sealed sites")


def _values(held: Figures | Mapping[str, float | None], names: Sequence[str]) -> str:
    if any(name not in held for name in names):
        return "not run" if not held else "none of it"
    return ", ".join(_short(held[name]) for name in names)


def _short(value: float | None) -> str:
    if value is None:
        return "never"
    return f"{value:.3f}".removeprefix("0") if value < 10 else f"{value:.3g}"
