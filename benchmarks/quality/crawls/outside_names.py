"""What lists of names and logs of queries save a crawl, on real records behind a search box.

python -m benchmarks.quality outside_names

The records of `swde`, as a source that wants every word and shows at most so many records of an
answer, in an order of its own; the names are those of `entities`, the log `queries`. Requests are
counted until nine in ten records were seen, with lists of every subject, with none, and with lists
of other subjects alone. What a site is about is its vertical.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from upwell.models.queries.names import LOG, NameLists, cleaned_log, sampled, typed_names
from upwell.models.queries.names.params import MOST_OF_A_LIST
from upwell.models.queries.pool import QueryPool
from upwell.models.queries.probes import probe_words
from upwell.models.sample import key_hash, lowest
from upwell.models.text.words import words

from ..datasets import unpacked
from ..figures import Figure

SUBJECTS = ("book", "movie", "nbaplayer")
LIMITS = (20, 50)
WANTED = 0.9
FULL_PROBES, PROBES, MOST, BARREN = 20, 100, 2_500, 100
Lists = Mapping[str, list[str]]


class Run(NamedTuple):
    """One crawl: requests to the share that is wanted, and what the lists turned out to be."""

    requests: int
    reached: bool
    matches: dict[str, bool]
    answers: dict[
        str, tuple[float, float]
    ]  # of each source of questions: asked, new, the last most


def measure(quick: bool = False) -> list[Figure]:
    """Requests with lists over requests without; which types a site is matched with.

    References
    ----------
    ENT 4.2; table 5, 6; fig. 6.
    """
    sites, types, log = unpacked("swde"), unpacked("entities"), unpacked("queries")
    if sites is None or types is None or log is None:
        return []
    named = {kind: sampled(names) for kind, names in _names(types).items()}
    asked = {LOG: cleaned_log(_lines(log), "", _all(named))[:MOST_OF_A_LIST]}
    runs: dict[str, list[tuple[Run, Run]]] = {"entities": [], "other": [], "log": []}
    right: list[tuple[str, str, bool]] = []
    for folder in _sources(sites, quick):
        subject = folder.name.split("-")[0]
        for limit in LIMITS:
            source = _Source(folder, limit)
            plain = source.crawled({})
            full = source.crawled(named)
            others = {kind: names for kind, names in named.items() if not _fits(kind, subject)}
            runs["entities"].append((full, plain))
            runs["other"].append((source.crawled(others), plain))
            runs["log"].append((source.crawled(asked), plain))
            right += [(kind, subject, is_match) for kind, is_match in full.matches.items()]
    return [*_matched(right), *(f for name, pairs in runs.items() for f in _saved(name, pairs))]


def _saved(name: str, pairs: list[tuple[Run, Run]]) -> Iterator[Figure]:
    both = [(a, b) for a, b in pairs if a.reached and b.reached]
    label = f"requests to {WANTED:.0%}, {name} over none"
    yield Figure(f"{name}: sources", len(pairs), None)
    yield Figure(f"{name}: sources that came to {WANTED:.0%} both ways", len(both), None)
    ratios = [a.requests / b.requests for a, b in both] or [1.0]
    yield Figure(f"{label}, mean", fmean(ratios), None, better="lower")
    yield Figure(f"{label}, median", median(ratios), None, better="lower")
    yield Figure(f"{label}, worst", max(ratios), None, better="lower")


def _matched(right: list[tuple[str, str, bool]]) -> Iterator[Figure]:
    matched = [_fits(kind, subject) for kind, subject, is_match in right if is_match]
    yield Figure("types matched that are of the site's subject", fmean(matched or [1.0]), 0.9)
    of_subject = [(k, s, m) for k, s, m in right if _fits(k, s)]
    kinds = {kind for kind, _, is_match in right if is_match}
    able = [is_match for kind, _, is_match in of_subject if kind in kinds]
    yield Figure("sites that a type which matches any is matched with", fmean(able or [0.0]), 0.9)


def _fits(kind: str, subject: str) -> bool:
    return kind.split(".")[0] == subject


def _all(named: Lists) -> list[str]:
    return [name for names in named.values() for name in names]


def _names(root: Path) -> Lists:
    return typed_names(
        f"{path.parent.name}.{path.stem}\t{line}"
        for path in sorted(root.glob("*/*.txt"))
        for line in path.read_text("utf-8", "replace").splitlines()
    )


def _lines(root: Path) -> Iterator[str]:
    for path in sorted(root.glob("*.txt")):
        yield from path.read_text("utf-8", "replace").splitlines()


def _sources(root: Path, quick: bool) -> list[Path]:
    found = [path for path in sorted(root.iterdir()) if path.name.split("-")[0] in SUBJECTS]
    return found[::5] if quick else found


class _Source:
    """Records behind a box that wants every word, in an order of their own."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.limit = limit
        self.words: dict[int, list[str]] = {}
        lines = (folder / "records.jsonl").read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            text = " ".join(v for vs in json.loads(line)["values"].values() for v in vs)
            self.words[key_hash(f"{folder.name} {number}")] = lowest(words(text), 200)
        self.postings: dict[str, set[int]] = {}
        for digest, held in self.words.items():
            for word in held:
                self.postings.setdefault(word, set()).add(digest)

    def answer(self, query: str) -> tuple[list[int], int]:
        """What is shown, and how many match."""
        found = [self.postings.get(word, set()) for word in query.split()]
        matches = sorted(set.intersection(*found)) if found else []
        return matches[: self.limit], len(matches)

    def crawled(self, given: Lists) -> Run:
        """A crawl with lists, to the share that is wanted."""
        pool, lists, n = QueryPool(), NameLists(), 0
        for kind, names in given.items():
            lists.add(kind, names)
        asked: set[str] = set()
        full, dry, wanted = 0, 0, WANTED * len(self.words)
        probes = iter(probe_words(0, PROBES))
        while n < MOST and dry < BARREN and pool.n_objects < wanted:
            probing = full < FULL_PROBES
            query = (lists.next_probe(asked) or next(probes, None)) if probing else None
            if query is None:
                if lists.is_due(pool.n_objects):
                    lists.offer_to(pool)
                best = pool.best()
                if best is None:
                    break
                query = best.query
            n += 1
            asked.add(query)
            shown, matches = self.answer(query)
            full += bool(shown)
            if probing:
                lists.note_probe(query, bool(shown))
            new = pool.fold_answer(query, [(one, self.words[one]) for one in shown], matches)
            pool.hide(query, matches > len(shown), matches)
            dry = 0 if new or full < FULL_PROBES else dry + 1
        matches_of = {kind: bool(one.is_match) for kind, one in lists.lists.items()}
        return Run(n, pool.n_objects >= wanted, matches_of, dict(pool.head.yields))
