"""Ratios of costs in one run: only they travel from machine to machine.

The unit is 1 P, one lxml parse of the same bytes. What is nothing but plain Python over the words
of a text costs another ratio of it on each processor (terms .80 on one, .98 on the next, the same
code and libraries); its unit is 1 W, one look-up of each word of the same text. Candidates take
turns within a round and a figure is the median over the rounds of the ratio inside a round, so
that a slow spell of the machine meets them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import thread_time

from lxml import etree

Work = Callable[[], object]


def parse_only(bodies: Sequence[bytes]) -> Work:
    """One P: lxml parses the bytes, encoding told, comments and instructions dropped."""

    def work() -> None:
        for body in bodies:
            parser = etree.HTMLParser(
                encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
            )
            etree.fromstring(body, parser)

    return work


def look_up_only(texts: Sequence[str]) -> Work:
    """One W: a text is cut at white space, and each word is looked up in a table that has it."""
    table = {word: word for text in texts for word in text.split()}

    def work() -> None:
        for text in texts:
            list(map(table.__getitem__, text.split()))

    return work


def ratios(unit: Work, candidates: Mapping[str, Work], rounds: int) -> dict[str, float]:
    """Cost of each candidate in units."""
    found: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        one = seconds(unit)
        for name, work in candidates.items():
            found[name].append(seconds(work) / one)
    return {name: median(values) for name, values in found.items()}


def seconds(work: Work) -> float:
    """Processor time of one call: what else runs on the machine is not counted."""
    began = thread_time()
    work()
    return thread_time() - began
