"""Arguments of one kind of links, and the pages that have such links (ENT 6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xxhash import xxh3_64_intdigest

from upwell.models.sample import lowest

from .relevance import ArgumentVerdict, PrevalenceParams, relevance
from .value_sample import ValueSample

QUERY_BITS = 64  # distinct queries that are told apart; a fixed number, so that state is bounded


@dataclass(slots=True)
class ArgumentTable:
    """Value samples by argument, over the pages that have any link of the kind.

    Reading
    -------
    P_s are search result pages with answers; an empty page has no second-level URLs and is not
    counted. Otherwise a crawl that begins with nonsense words would make sorting look rare.
    """

    n_pages: int = 0
    queries: dict[int, int] = field(default_factory=dict)  # hash of a query: its number
    samples: dict[str, ValueSample] = field(default_factory=dict)

    def fold(
        self, values: Mapping[str, set[str]], page: str, said: str, params: PrevalenceParams
    ) -> None:
        """Learn from one page: values by argument, what tells the page's query, its words."""
        if not values:
            return
        self.n_pages += 1
        number = self._number(page)
        for argument in lowest(values, params.max_arguments):  # of one page
            strings = values[argument]
            hashes = {text_hash(string) for string in strings}
            echo = bool(said) and any(echoes(string, said) for string in strings)
            self._sample(argument, params).fold(hashes, number, echo, params.max_values)

    def verdict(self, argument: str, params: PrevalenceParams) -> ArgumentVerdict:
        """The verdict on an argument from its values."""
        sample = self.samples.get(argument) or ValueSample()
        return relevance(argument, sample, self.n_pages, len(self.queries), params)

    def _number(self, query: str) -> int | None:
        key = text_hash(query)
        if key not in self.queries and len(self.queries) < QUERY_BITS:
            self.queries[key] = len(self.queries)
        return self.queries.get(key)

    def _sample(self, argument: str, params: PrevalenceParams) -> ValueSample:
        samples = self.samples
        if argument not in samples:
            if len(samples) >= params.max_arguments:
                del samples[min(samples, key=lambda name: (samples[name].n_pages, name))]
            samples[argument] = ValueSample()
        return samples[argument]


def text_hash(text: str) -> int:
    """64 bits of a string."""
    return xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def folded(text: str) -> str:
    """Case and white space folded.

    >>> folded(" New  York ")
    'new york'
    """
    return " ".join(text.casefold().split())


def echoes(value: str, query: str) -> bool:
    """Whether a value says the (folded) query: equal, or its words in a row.

    An address does not count: it says the query because it is the page's own.

    >>> echoes("ipad 2 case", "ipad 2"), echoes("/s?q=ipad", "ipad"), echoes("is", "i")
    (True, False, False)
    """
    value = folded(value)
    if value == query:
        return True
    return len(query) > 2 and "/" not in value and f" {query} " in f" {value} "
