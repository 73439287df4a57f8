"""Made-up signatures of answer pages: counts of tags and tokens, with the class of each page.

They are drawn class by class around the averages of the paper's sites and come in batches, so that
five and a half million of them need no more memory than ten thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .table import SITES, Averages

CLASSES = ("list", "single", "none", "error")
_ALWAYS = ("html", "head", "title", "body")  # one of each on every page
_TABLES = ("table", "tr", "td")
_GROUPS = (
    ("a",),
    ("br",),
    ("p",),
    ("img",),
    ("b",),
    ("font",),
    ("form", "input"),
    ("ul", "li"),
    ("script",),
    ("div",),
    ("span",),
    ("meta",),
    ("center",),
    ("hr",),
    ("select", "option"),
    ("i",),
    ("h1",),
    ("h3",),
    ("small",),
    ("link",),
    ("strong",),
    ("em",),
    ("nobr",),
    ("u",),
    ("big",),
    ("tt",),
)
_CHUNK = 10_000
_BOILERPLATE = 0.35  # share of a page's different tokens that all pages of its class have
_VOCABULARY = 50_021  # a prime: the other tokens of a page are a walk through it
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Mix:
    """Share of each class, and its sizes beside those of the others.

    Reading
    -------
    The paper gives neither; table I has means over all classes. The mix is 78, 10, 9 and 3 % of
    list, single, none and error pages. A list page is the longest; the factors are brought to the
    site's mean, and pages of a class vary by a log-normal spread.
    """

    shares: tuple[float, ...] = (0.78, 0.10, 0.09, 0.03)
    tags: tuple[float, ...] = (1.15, 0.65, 0.40, 0.30)
    unique_tags: tuple[float, ...] = (1.04, 0.95, 0.82, 0.70)
    tokens: tuple[float, ...] = (1.18, 0.50, 0.30, 0.22)
    unique_tokens: tuple[float, ...] = (1.14, 0.62, 0.42, 0.30)
    spread: tuple[float, ...] = (0.15, 0.10, 0.04, 0.03)  # deviation of the logarithm


class Batch(NamedTuple):
    """Pages of one site. Tokens of page i are `ids[starts[i]:starts[i + 1]]`, if asked for."""

    site: Averages
    classes: Ints  # places in CLASSES, (n,)
    sizes: Ints  # bytes, (n,)
    names: tuple[str, ...]  # of the columns of `tags`
    tags: Ints  # (n, len(names))
    starts: Ints
    ids: Ints
    counts: Ints


def signatures(
    per_site: int,
    seed: int = 1,
    tokens: bool = False,
    sites: Sequence[Averages] = SITES,
    mix: Mix | None = None,
) -> Iterator[Batch]:
    """Signatures of so many pages of each site, at most ten thousand at a time.

    Parameters
    ----------
    per_site
        110 as the paper fetched; 1,100, 11,000 and 110,000 as it made up.
    seed
        Of all draws.
    tokens
        Draw content signatures too; else the arrays of tokens are empty.
    sites
        Averages to meet, within two in a hundred from a thousand pages on.
    mix
        Of classes.

    Examples
    --------
    >>> batches = list(signatures(110))
    >>> sum(len(batch.classes) for batch in batches)
    5500
    >>> batches[0].tags[0, :4].tolist(), batches[0].names[:4]
    ([1, 1, 1, 1], ('html', 'head', 'title', 'body'))

    References
    ----------
    THOR VII-A (synthetic data); table I.
    """
    mix = mix or Mix()
    for place, site in enumerate(sites):
        names = _names(site, np.random.default_rng([seed, place]))
        for chunk, start in enumerate(range(0, per_site, _CHUNK)):
            rng = np.random.default_rng([seed, place, chunk])
            n = min(_CHUNK, per_site - start)
            yield _batch(site, names, n, tokens, mix, rng)


def _batch(
    site: Averages,
    names: tuple[str, ...],
    n: int,
    tokens: bool,
    mix: Mix,
    rng: np.random.Generator,
) -> Batch:
    classes = _classes(n, mix, rng)
    deviation = np.array(mix.spread)[classes]
    length = np.exp(rng.normal(-(deviation**2) / 2, deviation))  # of mean 1
    more_tags = (site.tags - site.unique_tags) * _factor(mix.tags, mix)[classes] * length
    n_unique = _rounded(site.unique_tags * _factor(mix.unique_tags, mix)[classes], rng)
    factors = np.add(_factor(mix.tags, mix), _factor(mix.tokens, mix)) / 2
    sizes = np.rint(site.kilobytes * 1024 * factors[classes] * length).astype("int32")
    repeats = site.tokens - site.unique_tokens
    more = repeats * _factor(mix.tokens, mix)[classes] * length
    n_different = _rounded(site.unique_tokens * _factor(mix.unique_tokens, mix)[classes], rng)
    tags = _tags(more_tags, n_unique, len(names), rng)
    if tokens:
        return Batch(site, classes, sizes, names, tags, *_tokens(more, n_different, classes, rng))
    empty = np.zeros(0, "int32")
    return Batch(site, classes, sizes, names, tags, empty, empty, empty)


def _names(site: Averages, rng: np.random.Generator) -> tuple[str, ...]:
    """Tags in the order in which pages of the site take to them; a row comes after a table."""
    groups = [_GROUPS[place] for place in rng.permutation(len(_GROUPS))]
    inside = [name for group in groups for name in group]
    early = ("a", "br", "p") if site.unique_tags < 10 else ("a", *_TABLES)
    rest = [name for name in inside if name not in early]
    return (*_ALWAYS, *early, *rest)


def _classes(n: int, mix: Mix, rng: np.random.Generator) -> Ints:
    """Classes by their shares, as even as a number of pages allows, in no order."""
    bounds = np.cumsum(mix.shares)
    places = (np.arange(n) + rng.random()) / n
    return rng.permutation(np.searchsorted(bounds[:-1], places, side="right")).astype("int32")


def _factor(factors: Sequence[float], mix: Mix) -> NDArray[np.float64]:
    """Factors of the classes, of mean 1 over the mix."""
    raw = np.array(factors)
    return np.asarray(raw / (raw @ np.array(mix.shares)))


def _rounded(means: NDArray[np.float64], rng: np.random.Generator) -> Ints:
    """Whole numbers around means, one more or less now and then."""
    wobble = rng.integers(-1, 2, len(means))
    return np.floor(means + rng.random(len(means)) + wobble).astype("int32")


def _tags(
    more_tags: NDArray[np.float64], n_unique: Ints, n_names: int, rng: np.random.Generator
) -> Ints:
    """Each present tag once, the rest shared out by weights that fall with the tag's place."""
    n_unique = np.clip(n_unique, len(_ALWAYS) + 1, n_names)
    places = np.arange(n_names)
    present = places[None, :] < n_unique[:, None]
    weights = np.where(places < len(_ALWAYS), 0.0, 1.0 / (places - len(_ALWAYS) + 1.5))
    weighed = present * weights
    shares = weighed / weighed.sum(axis=1, keepdims=True)
    return np.asarray(present + rng.poisson(more_tags[:, None] * shares), "int32")


def _tokens(
    repeats: NDArray[np.float64], n_different: Ints, classes: Ints, rng: np.random.Generator
) -> tuple[Ints, Ints, Ints]:
    """Boilerplate of the class, then a walk through the vocabulary; counts fall like 1/rank."""
    n_different = np.clip(n_different, 1, _VOCABULARY // 2)
    starts = np.concatenate([[0], np.cumsum(n_different)])
    page = np.repeat(np.arange(len(n_different)), n_different)
    rank = np.arange(starts[-1]) - starts[page]
    common = (n_different * _BOILERPLATE)[page]
    begin = rng.integers(0, _VOCABULARY, len(n_different))[page]
    stride = rng.integers(1, _VOCABULARY, len(n_different))[page]
    walked = (begin + rank * stride) % _VOCABULARY
    first = len(CLASSES) * 1000 + walked
    ids = np.where(rank < common, classes[page] * 1000 + rank % 1000, first)
    weights = 1.0 / (rank + 2.0)
    totals = np.add.reduceat(weights, starts[:-1])
    counts = 1 + rng.poisson(repeats[page] * weights / totals[page])
    return starts.astype("int32"), ids.astype("int32"), counts.astype("int32")
