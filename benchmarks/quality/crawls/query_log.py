"""Patterns around entities in a made-up search engine's log (`query_log`).

python -m benchmarks.quality query_log

People's queries about a bundled source; of every second record the names are known, as a list of
entities knows some. A pattern is right when it is part of no record's name.
The log has eight patterns, so few of the first hundred can be right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from statistics import fmean

from upwell.models.queries.names.patterns import Pattern, cleaned, fold, patterns
from upwell.sources.database.record import Record
from upwell.sources.kinds.kind import records
from upwell.sources.kinds.log import query_log

from ..figures import Figure, show
from ..sealed import first_seeds

RECORDS, QUERIES = 2_000, 10_000
TOPS = (3, 10, 50, 200)  # patterns of each side; the paper looks at 10 to 200


def measure(quick: bool = False) -> list[Figure]:
    """Precision of the patterns, the part of the queries that they clean, what that leaves.

    References
    ----------
    ENT 4.1; 4.1.2; table 3; fig. 5.
    """
    kinds = ("book",) if quick else ("book", "article", "recipe")
    logs = [_log(kind, seed) for kind in kinds for seed in first_seeds(1)]
    figures = []
    for top in TOPS:
        measured = [_measured(*log, top) for log in logs]
        right, part, names = (fmean(values) for values in zip(*measured, strict=True))
        figures += [
            Figure(f"top {top}: precision of the patterns", right, None),
            Figure(f"top {top}: part of the queries cleaned", part, None),
            Figure(f"top {top}: of these, names of records now", names, None),
        ]
    return figures


def _log(kind: str, seed: int) -> tuple[list[str], list[Record]]:
    known = records(kind, "en", seed, RECORDS)
    lines = query_log(known, "en", seed, QUERIES)
    return list(dict.fromkeys(line.query for line in lines)), list(known)


def _measured(queries: list[str], known: list[Record], top: int) -> tuple[float, float, float]:
    names = {fold(name) for record in known for name in _names(record)}
    listed = {fold(name) for record in known[::2] for name in _names(record)}
    found = patterns(queries, listed, top)
    right = fmean(_is_around(pattern, names) for pattern in found)
    pairs = [(fold(query), cleaned([query], found)[0]) for query in queries]
    changed = [after for before, after in pairs if before != after]
    return right, len(changed) / len(pairs), fmean(after in names for after in changed)


def _is_around(pattern: Pattern, names: Collection[str]) -> bool:
    words = " ".join(pattern.words)
    return not any(f" {words} " in f" {name} " for name in names)


def _names(record: Record) -> Iterator[str]:
    yield record.title
    yield from (v.shown for v in record.values.values() if v.type in ("person", "place"))


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
