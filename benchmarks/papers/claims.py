"""What the papers print of their experiments, and which stored figure of ours stands beside it.

Transcribed from the papers; a curve without numbers gives at most an order of its methods.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

Rows = tuple[str, ...]  # titles of the concordance that a claim belongs to


class Value(NamedTuple):
    """A printed number; ours agrees when it rounds to it, or lies within the printed deviation."""

    rows: Rows
    module: str
    figure: str
    printed: str
    deviation: float = 0.0


class Span(NamedTuple):
    """A printed range or bound."""

    rows: Rows
    module: str
    figure: str
    printed: str
    low: float
    high: float


class Order(NamedTuple):
    """Figures from the lowest to the highest, as the paper has them; equal ones do not agree."""

    rows: Rows
    module: str
    figures: tuple[str, ...]
    printed: str


Claim = Value | Span | Order

NO_NUMBERS = {  # experiments without a claim, and why; all others must have one
    **dict.fromkeys(("ENT 4.2", "ENT table 5", "ENT table 6"), "of their log and knowledge base"),
    "ENT fig. 6": "of their log and knowledge base",
    "OBJ": "the copy has lost its numbers",
    "THOR V-B": "described in order to be rejected; see VIII-A",
    "THOR V-E": "nothing printed",
    "THOR VII-A (synthetic data)": "nothing printed",
    "THOR VII-B (precision, recall)": "a measure; see VIII",
    "THOR fig. 9": "a curve, called nearly constant",
    "THOR fig. 10": "a curve, called linear",
    "THOR fig. 11": "a cloud of points",
    "THOR table III": "of one source of theirs",
    "THOR table IV": "of one source of theirs",
    "THOR VIII-A (k and iterations)": "told without numbers",
    "WISDOM fig. 12": "curves without numbers",
    "WISDOM fig. 16": "curves without numbers",
    "WISDOM fig. 17": "curves without numbers",
    "WISDOM 4.3": "curves without numbers",
    "WISDOM fig. 18": "bars without numbers",
    "WISDOM fig. 21": "bars without numbers",
    "ENT 3": "nothing printed",
    "ENT 4.1": "of one log of theirs",
    "ENT 4.1.2": "nothing printed",
    "ENT table 3": "of one log of theirs",
    "ENT 6.3 (pages)": "nothing printed",
    "TXT 2.4": "nothing printed",
    "TXT 6.3": "a setting",
    "TXT table 8": "a setting",
    "TXT table 9": "a setting",
    "TXT table 12": "a setting",
    "TXT table 15": "a setting",
    "TXT table 16": "a setting",
    "TXT 6.5.2": "curves without numbers",
    "TXT fig. 18": "curves without numbers",
    "TXT fig. 19": "curves without numbers",
    "TXT fig. 20": "curves without numbers",
    "TXT fig. 21": "curves without numbers",
    "TXT A": "words of one draw",
}


def claims() -> list[Claim]:
    """Every claim of the five papers that can be set beside a figure of ours."""
    return list(chain(_clusters(), _pagelets(), _blocks(), _entities(), _selection()))


def _clusters() -> Iterator[Claim]:
    entropies = {
        "TFIDF tags": "0.04",
        "raw tags": "0.24",
        "TFIDF content": "0.28",
        "raw content": "0.38",
        "size": "0.44",
        "URL": "0.56",
        "random": "0.65",
    }
    rows: Rows = ("THOR fig. 7", "THOR VIII-A (representations)")
    for name, printed in entropies.items():
        yield Value(rows, "thor_clusters", f"fig. 7: {name}, n = 110", printed)
    names = tuple(f"fig. 7: {name}, n = 110" for name in entropies)
    yield Order(rows, "thor_clusters", names, "tags, content, size, URL, random")
    time = "fig. 8: time of TFIDF content, of TFIDF tags"
    yield Span(("THOR fig. 8",), "thor_clusters", time, "an order of magnitude", 10, 100)
    rows = ("THOR VIII-A (tree edit distance)",)
    hours = "tree edit distance of 110 pages, hours"
    yield Span(rows, "thor_clusters", hours, "1 to 5", 1, 5)
    yield Span(rows, "thor_clusters", "TFIDF tags of 110 pages, seconds", "< 0.1", 0, 0.1)
    for k in (2, 3, 4, 5):
        pair = tuple(f"fig. 12: {kind} k-means, k = {k}" for kind in ("simple", "bisecting"))
        yield Order(("THOR fig. 12",), "thor_clustering", pair, f"simple is purer at k = {k}")
    table = {
        "tfidf tags, cosine": ("0.038", "0.074"),
        "tfidf tags, euclidean": ("0.037", "0.073"),
        "raw tags, cosine": ("0.117", "0.170"),
        "raw tags, euclidean": ("0.279", "0.257"),
    }
    for name, (mean, deviation) in table.items():
        figure = f"table II: {name}"
        yield Value(("THOR table II",), "thor_clustering", figure, mean, float(deviation))
        spread = f"{figure}, deviation"
        yield Value(("THOR VIII-A (deviations)",), "thor_clustering", spread, deviation)


def _pagelets() -> Iterator[Claim]:
    rows: Rows = ("THOR fig. 13", "THOR VIII-B")
    for rate in ("precision", "recall"):
        yield Span(rows, "thor_pagelets", f"fig. 13: all, {rate}", "> 0.98", 0.98, 1)
        yield Span(rows, "thor_pagelets", f"fig. 13, bundled: all, {rate}", "> 0.98", 0.98, 1)
        for other in ("path", "fanout", "depth", "nodes"):
            pair = (f"fig. 13: {other}, {rate}", f"fig. 13: all, {rate}")
            yield Order(rows[:1], "thor_pagelets", pair, f"{other} is worse than all, {rate}")
    low, next_low, next_high, high = (
        f"similarity {a:.2f} to {a + 0.25:.2f}" for a in (0, 0.25, 0.5, 0.75)
    )
    rows = ("THOR fig. 14",)
    plain, weighted = "fig. 14: without, ", "fig. 14: with TFIDF, "
    rare = (plain + low, plain + next_low)
    yield Order(rows, "thor_pagelets", rare, "without TFIDF few are unlike")
    yield Order(rows, "thor_pagelets", (plain + low, plain + high), "and most alike")
    for middle in (next_low, next_high):
        for end in (low, high):
            pair = (weighted + middle, weighted + end)
            yield Order(rows, "thor_pagelets", pair, "with TFIDF the middle is empty")
    rows = ("THOR fig. 15", "THOR VIII-C")
    for rate, printed in (("precision", "0.97"), ("recall", "0.96")):
        best = f"fig. 15: TFIDF tags, {rate}"
        yield Value(rows, "thor_overall", best, printed)
        for other in ("raw tags", "TFIDF content", "raw content", "size", "URL", "random"):
            pair = (f"fig. 15: {other}, {rate}", best)
            yield Order(rows[:1], "thor_overall", pair, f"{other} is worse, {rate}")
    passed = [f"fig. 16: {n} of 3 clusters" for n in (1, 2, 3)]
    falling = tuple(f"{name}, precision" for name in reversed(passed))
    rising = tuple(f"{name}, recall" for name in passed)
    yield Order(("THOR fig. 16",), "thor_overall", falling, "precision falls")
    yield Order(("THOR fig. 16",), "thor_overall", rising, "recall rises")


def _blocks() -> Iterator[Claim]:
    settled = "fig. 11: 40 % of 600 pages, entropy of its last"
    rows: Rows = ("WISDOM fig. 11", "WISDOM 3.1")
    yield Span(rows, "entropy", settled, "within 0.1 after 200 pages", 0.9, 1.1)
    splits = ("0.5", "0.6", "0.7", "0.8", "0.9")
    for k in (1, 3, 5):
        sizes = tuple(f"fig. 13: k = {k}, ST {st}, words a block" for st in reversed(splits))
        yield Order(("WISDOM fig. 13",), "wisdom", sizes, f"larger ST, smaller blocks, k = {k}")
    rows = ("WISDOM fig. 15", "WISDOM 4.2")
    for k in (1, 3):
        rising = tuple(f"fig. 15: k = {k}, ST {st}, precision" for st in splits)
        falling = tuple(f"fig. 15: k = {k}, ST {st}, recall" for st in reversed(splits))
        yield Order(rows, "wisdom", rising, f"precision rises with ST, k = {k}")
        yield Order(rows, "wisdom", falling, f"recall falls with ST, k = {k}")
    for rate in ("precision", "recall"):
        for name, other in (("M1", "leaves by information"), ("M2", "leaves by length")):
            pair = (f"fig. 19: {name}, {other}, {rate}", f"fig. 18: WISDOM, {rate}")
            claim = f"better than {name}, {rate}"
            yield Order(("WISDOM fig. 19", "WISDOM 4.4"), "wisdom", pair, claim)


def _entities() -> Iterator[Claim]:
    part = "top 200: part of the queries cleaned"
    yield Value(("ENT fig. 5",), "query_log", part, "0.19")
    falls = tuple(f"top {top}: precision of the patterns" for top in (50, 10, 3))
    yield Order(("ENT fig. 5",), "query_log", falls, "more patterns, less precision")
    census = "fig. 3a: one or two input fields"
    yield Value(("ENT fig. 3",), "forms", census, "0.80")
    for rate, printed in (("precision", "0.98"), ("recall", "0.94")):
        rows: Rows = ("ENT fig. 10a", "ENT 6.3.3")
        yield Value(rows, "prevalence", f"fig. 10a: threshold 0.1, {rate}", printed)
        ours = f"arguments, 200 pages, values, {rate}"
        yield Value(("ENT 6.3.3",), "prevalence", ours, printed)
    for rate, printed in (("precision", "0.89"), ("recall", "0.90")):
        rows = ("ENT fig. 7", "ENT 5")
        yield Value(rows, "empty", f"fig. 7: threshold 0.85, {rate}", printed)
    rows = ("ENT fig. 10b", "ENT 6.3.3")
    for form in ("threshold 0.1", "by shared values"):
        yield Value(rows, "prevalence", f"fig. 10b: {form}, URLs lost", "0.007")
        kept = f"fig. 11: {form}, URLs for each kept"
        yield Span(("ENT fig. 11",), "prevalence", kept, "2.3 to 3.4", 2.3, 3.4)


def _selection() -> Iterator[Claim]:
    pair: tuple[str, ...]
    words = "fig. 7: distinct words of 3,000 documents"
    yield Value(("TXT fig. 7", "TXT 3.2"), "thesis", words, "36000")
    levels = ("15%", "30%", "45%", "60%", "75%")
    table = {
        "cluster": ("1.33", "1.51", "1.81", "2.10", "2.70"),
        "cover": ("1.88", "1.99", "2.37", "2.75"),
        "packing": ("1.97", "2.30", "2.58", "3.00"),
        "random": ("2.13", "2.30", "2.58", "3.02"),
    }
    rows: Rows = ("TXT table 13", "TXT fig. 14", "TXT 6.4.3")
    for name, printed in table.items():
        for level, value in zip(levels, printed, strict=False):
            yield Value(rows, "thesis", f"table 13: {name}, overlap at {level}", value)
    for level in levels[:4]:
        first = tuple(f"table 13: {n}, overlap at {level}" for n in ("cluster", "cover", "packing"))
        yield Order(rows, "thesis", first, f"clusters, covering, packing at {level}")
    steps = {
        ("table 10", "cluster"): (("0.522", "1.975"), ("0.740", "2.769"), ("0.851", "3.621")),
        ("table 11", "cover"): (("0.303", "2.226"), ("0.483", "2.670"), ("0.621", "3.168")),
    }
    for (title, name), pairs in steps.items():
        for query, pair in zip((50, 100, 150), pairs, strict=True):
            for rate, value in zip(("hit rate", "overlap"), pair, strict=True):
                figure = f"{title}: {name}, query {query}, {rate}"
                yield Value((f"TXT {title}",), "thesis", figure, value)
    times = tuple(f"table 14: time of {n}, of packing" for n in ("packing", "cluster", "cover"))
    yield Order(("TXT table 14",), "thesis", times, "packing, clusters, covering")
    rows = ("TXT fig. 12", "TXT 6.4.1")
    for other in ("popular", "random"):
        pair = tuple(f"fig. 12: {name} words, overlap at 60%" for name in ("band", other))
        yield Order(rows, "thesis", pair, f"optimal words before {other} ones")
    for level in ("30%", "60%"):
        for other in ("cosine", "euclidean"):
            pair = tuple(f"fig. 13: {n} distance, overlap at {level}" for n in ("set", other))
            rows = ("TXT fig. 13", "TXT 6.4.2")
            yield Order(rows, "thesis", pair, f"set before {other} at {level}")
    for other in ("none", "relevance"):
        pair = tuple(f"fig. 16: cluster, {name}, hit rate" for name in ("rank", other))
        rows = ("TXT fig. 16", "TXT 6.5.1")
        yield Order(rows, "thesis", pair, f"clusters suffer by rank, against {other}")
    helped = tuple(f"fig. 17: random, {name}, overlap at 60%" for name in ("relevance", "none"))
    yield Order(("TXT fig. 17", "TXT 6.5.1"), "thesis", helped, "relevance helps random words")
