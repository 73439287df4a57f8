"""Sources that live, watched: planted changes, removals and additions, told or not, and stillness.

The ring runs in memory with a clock of its own; the sources turn their boxes, clocks and counters
at every visit. A visit is one object on one fetched body. What stands still must stay silent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Set
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.agents.watching.living import HOST, Living, Watched
from upwell.sources.database.record import Record
from upwell.sources.kinds.grammar import Grammar
from upwell.sources.truth import Truth
from upwell.streams.records import Absent, Change, Finding, Seen

from ..figures import Figure
from ..parts import measured
from ..sealed import drawn_seeds

FAMILIES = ("shop", "catalogue", "jobs", "library")
EVENTS = ("changed", "gone", "new", "back")
TRIES = 100  # to draw a value that rows show
ROUND_S = 900.0  # of watching after what is planted
ROUNDS = 10
CHANGED, GONE, NEW = 25, 5, 5  # records of a source, in each round


class Tally(NamedTuple):
    """What was planted and what was told, event by event."""

    planted: list[str]
    right: list[str]
    wrong: list[str]
    visits: int
    reread: int  # corrected, withdrawn after the harvest


def measure(quick: bool = False) -> list[Figure]:
    """Two rounds on one small source, or ten rounds on each family."""
    families, rounds, size = (FAMILIES[:1], 2, 60) if quick else (FAMILIES, ROUNDS, 150)
    (seed,) = drawn_seeds("watching", 1)
    found = []
    for family in families:
        work = partial(watched, family, seed, size, rounds)
        found.append(work() if quick else measured("watching", f"{family} {seed}", Tally, work))
        print(f"  {family} {seed}: {_line(found[-1])}", flush=True)
    planted, right, wrong = (
        Counter(event for tally in found for event in getattr(tally, name))
        for name in ("planted", "right", "wrong")
    )
    figures = []
    for event in ("changed", "gone", "new"):
        recall = right[event] / max(1, planted[event])
        precision = right[event] / max(1, right[event] + wrong[event])
        figures += [
            Figure(f"planted: {event}, recall", recall, None, 0.98),
            Figure(f"planted: {event}, precision", precision, None, 0.98),
        ]
    false = sum(wrong[event] for event in ("changed", "gone", "back"))
    reread = sum(tally.reread for tally in found)
    return [
        *figures,
        Figure("visits of objects", float(sum(tally.visits for tally in found)), None),
        Figure("still objects told changed, gone or back", float(false), None, 0, "lower"),
        Figure("corrected or withdrawn after the harvest", float(reread), None),
    ]


def _line(tally: Tally) -> str:
    counts = (dict(Counter(events)) for events in (tally.planted, tally.right, tally.wrong))
    return "planted {}, right {}, wrong {}, visits {}".format(*counts, tally.visits)


def watched(family: str, seed: int, size: int, rounds: int) -> Tally:
    """One source, from its home page through so many rounds of planted changes."""
    living, rng = Living(family, seed, size), random.Random(seed)
    planted, right, wrong, visits, reread = list[str](), list[str](), list[str](), 0, 0
    ring = Watched(living, revisits=7_200.0, max_queries=60).harvest()
    names = _names(ring, living)
    grammar = Grammar(next(iter(living.records.values())).kind, living.language, seed)
    in_rows = _in_rows(living)
    coming = grammar.records(None, size, {hash(one.title) for one in living.records.values()})
    for _ in range(rounds):
        ring.since = len(ring.sent)
        alive = sorted(names.keys() & living.records.keys())
        chosen = rng.sample(alive, CHANGED + GONE)
        expected: dict[str, str] = {}
        for number in chosen[:CHANGED]:
            living.plant("change", _otherwise(grammar, living.records[number], rng, in_rows))
            expected[names[number]] = "changed"
        for number in chosen[CHANGED:]:
            living.plant("remove", living.records[number])
            expected[names[number]] = "gone"
        added = [next(one for one in coming if one.id not in living.records) for _ in range(NEW)]
        for record in added:
            living.plant("add", record)
        ring.run(ROUND_S)
        names |= _names(ring, living)
        expected |= {names[one.id]: "new" for one in added if one.id in names}
        planted += ["changed"] * CHANGED + ["gone"] * GONE + ["new"] * NEW
        for id_, event in sorted({(one.id, one.event) for one in ring.news}):
            if event in EVENTS:
                (right if expected.get(id_) == event else wrong).append(event)
        reread += sum(one.event in ("corrected", "withdrawn") for one in ring.news)
        sent = [record for _, record in ring.sent[ring.since :]]
        visits += sum(len(one.objects) for one in sent if isinstance(one, Finding))
        assert not any(isinstance(one, Seen | Absent) and one.at > ring.now for one in sent)
    return Tally(planted, right, wrong, visits, reread)


def _in_rows(living: Living) -> Set[str]:
    """Fields that rows of answers show."""
    truth = Truth(living.site, HOST)
    words = [word for one in living.records.values() for word in one.title.split()]
    rows = [row for word in words[:20] for row in truth.page(truth.search_url(word)).objects]
    return {name for row in rows for name in row.fields}


def _otherwise(grammar: Grammar, record: Record, rng: random.Random, in_rows: Set[str]) -> Record:
    """A record that says something else in its rows, at the same address: its title stays."""
    for _ in range(TRIES):
        now = grammar.redrawn(record, "value", rng)
        for name, value in now.values.items():
            before = record.values.get(name)
            if name in in_rows and (before is None or before.shown != value.shown):
                return now
    raise AssertionError(f"no row of a {record.kind} shows a value that can be drawn anew")


def records_by_id(ring: Watched, living: Living) -> dict[str, int]:
    """Numbers of the records of objects that have a page of their own, by id."""
    found = {}
    for change in ring.of(Change):
        address = urlsplit(change.url or "")
        if address.path:
            asked = living.site.pages.addresses.read(
                f"{address.path}{'?' * bool(address.query)}{address.query}"
            )
            if asked.page == "item":
                found[change.id] = int(asked.key)
    return found


def _names(ring: Watched, living: Living) -> dict[int, str]:
    return {number: id_ for id_, number in records_by_id(ring, living).items()}
