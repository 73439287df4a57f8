"""Whether an argument chooses entities or only says how to show them (ENT 6.3, definition 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .value_sample import ValueSample

# Names decide only where the values leave it open.
SHOWS = re.compile(
    r"(?:^|[_\-.\[])(?:p|pg|page\w*|pn|start|offset|from|skip|first|limit|rows|size|count|num|n|per_?page"
    r"|ipp|ps|sort\w*|order\w*|dir|by|view\w*|layout|display|mode|style|grid|lang|hl|locale|currency"
    r"|ref\w*|src|source|pos|position|rank|sid|session\w*|token|ts|time\w*|rand\w*|nonce|_)\]?$"
    r"|page(?:no|num|size|index)|sort|order|perpage",
    re.I,
)
NARROWS = re.compile(
    r"pri[cz]|prix|preis|cost|rating|stars?$|brand|categ|^cat(?:id)?$|dep(?:t|artment)|colou?r"
    r"|condition|avail|stock|genre|material|manufact|^mfg|facet|filter|refine|type$|year|gender",
    re.I,
)


@dataclass(frozen=True, slots=True)
class PrevalenceParams:
    """Bounds of the decision.

    `method="paper"` is definition 4 with its threshold alone.
    """

    method: Literal["values", "paper"] = "values"
    theta: float = 0.1  # paper: r(a) above it is irrelevant; P .98, R .94 there (ENT fig. 10a)
    min_queries: int = 3  # below, an argument is undecided
    undecided_urls: int = 3  # URLs let through for an undecided argument
    max_values: int = 128  # values sampled of an argument
    max_arguments: int = 256
    max_links: int = 2_000  # of one page, lowest hashes first; the longest real ones have 1,200
    max_classes: int = 2048  # URL classes remembered by `keep`


@dataclass(frozen=True, slots=True)
class ArgumentVerdict:
    """The verdict on one argument, and the numbers behind it."""

    argument: str
    prevalence: float  # r(a) of definition 4
    relevant: bool
    decided: bool = True
    why: str = ""


def prevalence(sample: ValueSample, n_pages: int) -> float:
    """r(a): the mean over an argument's values of the share of pages that have the value.

    Examples
    --------
    `sort` has two values on both of two pages, of `brand`'s three one is on both:

    >>> sort, brand = ValueSample(), ValueSample()
    >>> for page, brands in enumerate([{1, 2}, {2, 3}]):
    ...     sort.fold({8, 9}, page, echo=False, limit=128)
    ...     brand.fold(brands, page, echo=False, limit=128)
    >>> prevalence(sort, 2), round(prevalence(brand, 2), 3)
    (1.0, 0.667)

    References
    ----------
    ENT 6.3.3; definition 4.
    """
    pages = sample.pages_by_value()
    return sum(pages) / (len(pages) * n_pages) if pages and n_pages else 0.0


def shared_value_rate(counts: list[int], n: int) -> float:
    """The chance that a value shown for one query is shown for another: Σc(c-1) / (n-1)Σc.

    Reading
    -------
    r(a) averages over values, so one rare value weighs as much as a common one, and a value
    seen once has 1/n, however few pages there are. This weighs values by where they stand and
    leaves a value's own page out; it does not lean with the number of pages.

    Examples
    --------
    >>> shared_value_rate([10, 10], 10), shared_value_rate([1, 1, 1], 10)
    (1.0, 0.0)
    """
    total = sum(counts)
    return sum(c * (c - 1) for c in counts) / ((n - 1) * total) if n > 1 and total else 0.0


def relevance(
    argument: str, sample: ValueSample, n_pages: int, n_queries: int, params: PrevalenceParams
) -> ArgumentVerdict:
    """Decide one argument from the values seen of it.

    Reading
    -------
    Counted are distinct queries, not pages: the pages of one query show the same facets.

    The paper: irrelevant when r(a) > θ. On few pages that throws facets away and keeps session
    ids. So, in this order: an argument that says the query is relevant; one whose value is new
    on every page is not; one whose values most other queries show too is not, and neither is
    one named like a page or an order whose values most queries that have it share; all others
    are relevant. Values that are the same for all queries may still be facets (five bands of
    price): a name that says so holds it relevant but undecided, until a trial pair tells.

    References
    ----------
    ENT 6.3.3; definition 4.
    """
    r = prevalence(sample, n_pages)
    if params.method == "paper":
        above = r > params.theta
        return ArgumentVerdict(argument, r, not above, True, "prevalent" if above else "rare")
    relevant, decided, why = _by_values(argument, sample, n_pages, n_queries, params)
    return ArgumentVerdict(argument, r, relevant, decided, why)


def _by_values(
    argument: str, sample: ValueSample, n_pages: int, n_queries: int, params: PrevalenceParams
) -> tuple[bool, bool, str]:
    if 2 * sample.n_echoes >= sample.n_pages:
        return True, True, "says the query"
    if n_queries < params.min_queries:
        return True, False, "too few queries"
    if is_fresh(sample, n_pages):
        return False, True, "new on every page"
    counts, n_with = sample.queries_by_value(), sample.queries.bit_count()
    if 2 * shared_value_rate(counts, n_queries) >= 1:
        if NARROWS.search(argument):
            return True, False, "the same for all queries, named as a choice"
        return False, True, "the same for all queries"
    if SHOWS.search(argument) and 2 * shared_value_rate(counts, n_with) >= 1:
        return False, True, "the same for its queries, named as a view"
    return True, True, "differs by query"


def is_fresh(sample: ValueSample, n_pages: int) -> bool:
    """Whether most pages bring one value and it is a new one: a session, a token, a clock."""
    pages = sample.pages_by_value()
    once = sum(n == 1 for n in pages)
    return (
        sample.n_pages >= max(3, n_pages / 2)
        and sample.n_values < 2 * sample.n_pages
        and once >= len(pages) - 1
    )
