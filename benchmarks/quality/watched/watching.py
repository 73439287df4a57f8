"""Sources that live, watched: planted changes, removals and additions, told or not, and stillness.

The ring runs in memory with a clock of its own; the sources turn their boxes, clocks and counters
at every visit. A visit is one object on one fetched body. What stands still must stay silent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.agents.watching.living import HOST, Living, Watched
from upwell.sources.database.record import Record
from upwell.sources.kinds.grammar import Grammar
from upwell.sources.truth import Truth
from upwell.streams.records import Absent, Change, Finding, Seen

from ..figures import Figure
from ..sealed import drawn_seeds

FAMILIES = ("shop", "catalogue", "jobs", "library")
EVENTS = ("changed", "gone", "new", "back")
TRIES = 100  # to draw a value that rows show
ROUND_S = 1_800.0  # of watching after each planted change


@dataclass
class Tally:
    """What was planted and what was told."""

    planted: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    visits: int = 0
    reread: int = 0  # corrected, withdrawn after the harvest

    def add(self, other: Tally) -> None:
        """Of one more source."""
        for name in ("planted", "right", "wrong"):
            getattr(self, name).update(getattr(other, name))
        self.visits += other.visits
        self.reread += other.reread


def measure(quick: bool = False) -> list[Figure]:
    """Two rounds on one small source, or five rounds on each family."""
    families, rounds, size = (FAMILIES[:1], 2, 60) if quick else (FAMILIES, 5, 150)
    (seed,) = drawn_seeds("watching", 1)
    total = Tally()
    for family in families:
        total.add(watched(family, seed, size, rounds))
    figures = []
    for event in ("changed", "gone", "new"):
        n_right, n_wrong = total.right[event], total.wrong[event]
        recall = n_right / max(1, total.planted[event])
        precision = n_right / max(1, n_right + n_wrong)
        figures += [
            Figure(f"planted: {event}, recall", recall, None, 0.98),
            Figure(f"planted: {event}, precision", precision, None, 0.98),
        ]
    return [
        *figures,
        Figure("visits of objects", float(total.visits), None),
        Figure("still objects told changed, gone or back", float(_false(total)), None, 0, "lower"),
        Figure("corrected or withdrawn after the harvest", float(total.reread), None),
    ]


def _false(total: Tally) -> int:
    return sum(total.wrong[event] for event in ("changed", "gone", "back"))


def watched(family: str, seed: int, size: int, rounds: int) -> Tally:
    """One source, from its home page through so many rounds of planted changes."""
    living, tally, rng = Living(family, seed, size), Tally(), random.Random(seed)
    ring = Watched(living, revisits=7_200.0, max_queries=60).harvest()
    names = _names(ring, living)
    grammar = Grammar(next(iter(living.records.values())).kind, living.language, seed)
    in_rows = _in_rows(living)
    coming = grammar.records(None, size, {hash(one.title) for one in living.records.values()})
    for _ in range(rounds):
        ring.since = len(ring.sent)
        alive = sorted(names.keys() & living.records.keys())
        chosen = rng.sample(alive, min(len(alive), 10))
        expected: dict[str, str] = {}
        for number in chosen[:6]:
            living.plant("change", _otherwise(grammar, living.records[number], rng, in_rows))
            expected[names[number]] = "changed"
        for number in chosen[6:8]:
            living.plant("remove", living.records[number])
            expected[names[number]] = "gone"
        added = [next(coming) for _ in range(2)]
        for record in added:
            living.plant("add", record)
        ring.run(ROUND_S)
        _judge(ring, living, expected, added, tally)
        names |= _names(ring, living)
    return tally


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


def _judge(
    ring: Watched, living: Living, expected: dict[str, str], added: list[Record], tally: Tally
) -> None:
    numbers = {id_: number for number, id_ in _names(ring, living).items()}
    expected = expected | {id_: "new" for id_, n in numbers.items() if n in {r.id for r in added}}
    tally.planted.update(["changed"] * 6 + ["gone"] * 2 + ["new"] * len(added))
    told = {(one.id, one.event) for one in ring.news}
    for id_, event in sorted(told):
        if event in EVENTS:
            (tally.right if expected.get(id_) == event else tally.wrong)[event] += 1
    tally.reread += sum(one.event in ("corrected", "withdrawn") for one in ring.news)
    sent = [record for _, record in ring.sent[ring.since :]]
    tally.visits += sum(len(one.objects) for one in sent if isinstance(one, Finding))
    assert not any(isinstance(one, Seen | Absent) and one.at > ring.now for one in sent)


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
