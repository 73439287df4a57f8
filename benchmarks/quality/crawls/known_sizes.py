"""Crawls of databases of known size, without pages between: what a certificate can be judged by.

The pool of a crawl asks a bundled family's database; its answers are ranked, limited or whole, say
how many matches there are or do not, and some of the records are met on lists before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from upwell.models.queries.coverage.captures import LIST, PROBE, QUESTION, Captures
from upwell.models.queries.coverage.evidence import Evidence
from upwell.models.queries.pool import QueryPool
from upwell.models.queries.probes import probe_words
from upwell.models.sample import key_hash, lowest
from upwell.models.text.words import words
from upwell.sources.database.database import Database
from upwell.sources.database.question import Question, Rules
from upwell.sources.database.record import Record
from upwell.sources.families import FAMILIES
from upwell.sources.kinds.kind import records

WORDS = 200  # of an object, as analyse keeps them
FULL_PROBES, PROBES = 20, 100
MOST, BARREN = 1_200, 50  # questions; the same in a row without a new object
WHOLE = 1_000_000  # records on a page: the whole answer
PER_LIST = 20


class Case(NamedTuple):
    """One source and how it answers."""

    family: str
    size: int
    order: str
    limit: int | None
    browsed: str  # "", random, rank: the lists that are met first
    counts: bool  # whether it says how many matches there are
    seed: int


class Glance(NamedTuple):
    """The crawl at one moment."""

    share: float  # of the source that was seen, in truth
    evidence: Evidence


def drawn_case(family: str, number: int) -> Case:
    """A case that a number decides."""
    draw = Random(f"known size {family} {number}")
    return Case(
        family,
        draw.choice([300, 600, 1000, 1500, 2000]),
        draw.choice(["none", "rank", "relevance"]),
        draw.choice([None, None, 20, 50, 100]),
        draw.choice(["", "", "rank", "random"]),
        draw.random() < 0.7,
        1000 + number,
    )


def crawled(case: Case) -> Iterator[Glance]:
    """The crawl, seen after every answer until nothing new comes."""
    crawl = _Crawl(case)
    yield from crawl.browse()
    full = 0
    for word in probe_words(case.seed, PROBES, FAMILIES[case.family].language):
        full += crawl.ask(word, PROBE) > 0
        yield crawl.glance()
        if full >= FULL_PROBES:
            break
    dry = 0
    for _ in range(MOST):
        best = crawl.pool.best()
        if best is None or dry >= BARREN or crawl.pool.n_objects == case.size:
            return
        before = crawl.pool.n_objects
        crawl.ask(best.query, QUESTION)
        dry = 0 if crawl.pool.n_objects > before else dry + 1
        yield crawl.glance()


class _Crawl:
    def __init__(self, case: Case) -> None:
        family = FAMILIES[case.family]
        rules = Rules(
            limit=case.limit,
            order=case.order,
            combine=family.rules.combine,
            shortest=family.rules.shortest,
            stops=family.rules.stops,
        )
        known = records(family.kind, family.language, case.seed, case.size)
        self.case, self.database = case, Database(known, rules, family.language)
        self.objects = {record.id: self._object(record) for record in known}
        self.pool, self.captures = QueryPool(seed=case.seed), Captures()

    def _object(self, record: Record) -> tuple[int, list[str]]:
        shown = (record.title, *(v.shown for v in record.values.values()), record.summary)
        digest = key_hash(f"{self.case.family} {self.case.seed} {record.id}")
        return digest, lowest(words(" ".join(shown)), WORDS)

    def browse(self) -> Iterator[Glance]:
        """Some of the records are met on lists, those the source likes best or any."""
        if not self.case.browsed:
            return
        draw = Random(f"lists {self.case}")
        listed = self.database.popular(self.case.size)
        if self.case.browsed == "random":
            draw.shuffle(listed)
        n = int(self.case.size * draw.choice([0.05, 0.15, 0.4]))
        for start in range(0, n, PER_LIST):
            page = [self.objects[record.id] for record in listed[start : start + PER_LIST]]
            self.pool.fold_list(page)
            self.captures.fold((digest for digest, _ in page), LIST)
            yield self.glance()

    def ask(self, query: str, by: str) -> int:
        """One question; how many objects came back."""
        self.pool.ask(query)
        answer = self.database.search(Question(query, per_page=WHOLE))
        shown = [self.objects[record.id] for record in answer.shown]
        matches = answer.total if self.case.counts else None
        self.pool.fold_answer(query, shown, matches)
        self.captures.fold((digest for digest, _ in shown), by)
        full = self.case.limit is not None and len(shown) >= self.case.limit
        cut = answer.total > len(shown) if self.case.counts else full
        self.pool.hide(query, cut, matches)
        self.captures.note_answer(len(shown), matches, cut)
        return len(shown)

    def glance(self) -> Glance:
        """The crawl as it stands."""
        recent, most = self.pool.head.window, self.pool.head.matches
        evidence = Evidence(self.pool.n_objects, self.captures, recent, most)
        return Glance(self.pool.n_objects / self.case.size, evidence)
