"""Queries from lists of entities: which type of names belongs to which site (ENT 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from upwell.models.queries.jitter import word_hash
from upwell.models.queries.names.patterns import fold

Scores = dict[str, dict[str, float]]  # type of entity -> site -> relevance


def type_relevance(
    mentions: Mapping[str, Sequence[str]], types: Mapping[str, Iterable[str]]
) -> Scores:
    """How well each type of entity fits each site.

    A site is the document of the entities mentioned in its queries or on its pages, a type the
    query of all its names; both are TF-IDF vectors and compared by their cosine. Without idf
    "flowers" and "love", which are towns too, make a florist a site of towns.

    Parameters
    ----------
    mentions
        Site -> entities mentioned, as often as they are.
    types
        Type -> names.

    Reading
    -------
    idf = log(sites / sites that mention the name); a name nobody mentions adds nothing to either
    vector. With a single site every idf would be 0: one more site that mentions nothing is assumed.

    Examples
    --------
    >>> scores = type_relevance(
    ...     {"trips": ["rome", "oslo", "love"], "florist": ["rose", "love"]},
    ...     {"town": ["rome", "oslo", "love"], "flower": ["rose", "tulip"]},
    ... )
    >>> [max(scores[kind], key=scores[kind].get) for kind in ("town", "flower")]
    ['trips', 'florist']

    References
    ----------
    ENT 4.2; definition 1, 2; table 5, 6.
    """
    counts = {site: Counter(map(fold, named)) for site, named in mentions.items()}
    sites_of = Counter(name for named in counts.values() for name in named)
    n_sites = len(counts) + 1
    idf = {name: log(n_sites / n) for name, n in sites_of.items()}
    length = {
        site: sqrt(sum((tf * idf[name]) ** 2 for name, tf in named.items()))
        for site, named in counts.items()
    }
    out: Scores = {}
    for kind, listed in types.items():
        query = {name: idf[name] for name in dict.fromkeys(map(fold, listed)) if name in idf}
        norm = sqrt(sum(weight**2 for weight in query.values()))
        out[kind] = {
            site: sum(tf * idf[name] * query.get(name, 0.0) for name, tf in named.items())
            / (norm * length[site])
            if norm and length[site]
            else 0.0
            for site, named in counts.items()
        }
    return out


def matched_types(scores: Scores, threshold: float = 0.5) -> dict[str, list[str]]:
    """Types of each site: those that fit it at least half as well as they fit any.

    Scores of two types do not compare, so the threshold is relative to each type's best site.

    Parameters
    ----------
    scores
        From `type_relevance`.
    threshold
        Share of the best score; the paper takes .5, at .3 precision falls.

    Examples
    --------
    >>> matched_types({"town": {"trips": 0.1, "florist": 0.04}})
    {'trips': ['town']}

    References
    ----------
    ENT 4.2; fig. 6.
    """
    out: dict[str, list[str]] = {}
    for kind, by_site in scores.items():
        best = max(by_site.values(), default=0.0)
        for site, score in by_site.items():
            if score > 0 and score >= threshold * best:
                out.setdefault(site, []).append(kind)
    return out


def entity_queries(names: Iterable[str], seed: int, count: int | None = None) -> list[str]:
    """Names of a list as queries: each once, in an order chosen by hash.

    A list in its own order asks all names with "a" first; a hash order is a fair sample at any
    length, and the same on every machine.

    Examples
    --------
    >>> sorted(entity_queries(["Rome", "Oslo", " rome "], seed=0))
    ['oslo', 'rome']

    References
    ----------
    ENT 4.2; table 4.
    """
    distinct = dict.fromkeys(filter(None, map(fold, names)))
    return sorted(distinct, key=lambda name: (word_hash(name, seed), name))[:count]


def query_list(text: str) -> list[str]:
    """Queries of a plain list: one a line, `#` begins a comment line, each once, in its order.

    >>> query_list("red bus\\n# towns\\n\\nOslo\\nred bus\\n")
    ['red bus', 'Oslo']
    """
    lines = (" ".join(line.split()) for line in text.splitlines())
    return list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))
