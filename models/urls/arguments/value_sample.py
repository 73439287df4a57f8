"""The values of one argument, chosen by hash: bounded, and a mean over values stays a mean."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class ValueSample:
    """Counts of the values of an argument that have the smallest hashes.

    A value below the sample's bound was below it when it was first seen, so its counts are exact
    and the mean of r(a, v) over the sample estimates the mean over all values without bias.
    """

    n_pages: int = 0  # pages with the argument
    n_values: int = 0  # values on pages, summed: Σ |{v : (a, v) ∈ D(p)}|
    n_echoes: int = 0  # pages on which a value says the query
    queries: int = 0  # bit i: an answer to the i-th distinct query has the argument
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)  # value: pages, query bits

    def fold(self, hashes: set[int], query: int | None, echo: bool, limit: int) -> None:
        """Learn the values on one page.

        Parameters
        ----------
        query
            Number of the page's query among the distinct ones; None: not counted.
        echo
            Whether one of the values says the query.
        limit
            Values kept.
        """
        bit = 0 if query is None else 1 << query
        self.n_pages += 1
        self.n_values += len(hashes)
        self.n_echoes += echo
        self.queries |= bit
        for value in sorted(hashes):
            n_pages, queries = self.counts.get(value, (0, 0))
            self.counts[value] = (n_pages + 1, queries | bit)
        if len(self.counts) > limit:
            self.counts = {value: self.counts[value] for value in sorted(self.counts)[:limit]}

    def pages_by_value(self) -> list[int]:
        """Pages of each sampled value."""
        return [n_pages for n_pages, _ in self.counts.values()]

    def queries_by_value(self) -> list[int]:
        """Distinct queries of each sampled value."""
        return [queries.bit_count() for _, queries in self.counts.values()]
