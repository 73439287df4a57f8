"""A search that is watched: its events against what happened to its list, step by step.

Between its rounds a record of the search goes, one comes and one says something else, while the
source turns its noise at every visit. Exact is a step after which whoever followed the events has
the list of the site, in its order.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from tests.agents.watching.living import Watched
from tests.agents.watching.searched import Searched, events_of, run_steps, watching
from upwell.models.change.rounds.list_events import events_between, list_after
from upwell.sources.database.record import Record
from upwell.streams.records import Change

from ..figures import Figure
from ..sealed import first_seeds

FAMILIES = ("jobs", "shop", "people", "timetable", "news", "catalogue")
UNTIL_GONE_S = 300.0  # after the last step: what left is looked for twice
CONTENT = ("changed", "gone", "back", "withdrawn", "corrected", "alias")


class Planting(Searched):
    """A search that remembers which of its records went, and which say something else in rows."""

    def __init__(self, family: str, seed: int, steps: int) -> None:
        super().__init__(family, seed, steps=steps)
        self.planted: dict[str, set[int]] = {"change": set(), "remove": set(), "add": set()}
        rows = self.truth.page(self.truth.search_url(self.query)).objects
        self._in_rows = {name for row in rows for name in row.fields}

    def plant(self, kind: str, record: Record) -> None:
        before = self.records.get(record.id, record)
        differ = {n for n, one in record.values.items() if one != before.values.get(n)}
        if kind != "change" or differ & self._in_rows:
            self.planted[kind].add(record.id)
        super().plant(kind, record)


class Followed(NamedTuple):
    """What was told of one search."""

    steps: int
    exact: int
    placed: Counter[str]  # events of the search, by whether they were right or missed or false
    changed: tuple[int, int, int]  # records that were: told so; told so and were not
    gone: tuple[int, int, int]
    others: int  # withdrawn, corrected and the like after its first round
    first: int  # requests before its first object


def measure(quick: bool = False) -> list[Figure]:
    """Fifty steps on six families; `quick`: five on one."""
    families, steps = (FAMILIES[:1], 5) if quick else (FAMILIES, 50)
    (seed,) = first_seeds(1)
    found = [followed(family, seed, steps) for family in families]
    placed = sum((one.placed for one in found), Counter[str]())
    n_steps = sum(one.steps for one in found)
    told = placed["right"] + placed["false"]
    return [
        Figure("steps of searches", float(n_steps), None),
        Figure(
            "steps after which the list is exact", sum(f.exact for f in found) / n_steps, None, 1.0
        ),
        Figure("events of the search, recall", placed["right"] / max(1, placed["due"]), None, 1.0),
        Figure("events of the search, precision", placed["right"] / max(1, told), None, 1.0),
        *_of_objects("changed", [one.changed for one in found]),
        *_of_objects("gone", [one.gone for one in found]),
        Figure("withdrawn, corrected or aliased", float(sum(f.others for f in found)), None),
        Figure(
            "requests before the first object, most", max(f.first for f in found), None, 15, "lower"
        ),
    ]


def _of_objects(event: str, counts: list[tuple[int, int, int]]) -> list[Figure]:
    planted, right, wrong = (sum(column) for column in zip(*counts, strict=True))
    return [
        Figure(f"records {event} and told so, share", right / max(1, planted), None, 1.0),
        Figure(f"records told {event} that were not", float(wrong), None, 0, "lower"),
    ]


def followed(family: str, seed: int, steps: int) -> Followed:
    """One search over so many steps."""
    living = Planting(family, seed, steps)
    ring = watching(living)
    first = 0
    for _ in ring.steps():
        if ring.of(Change):
            first = len(ring.asked)
            break
    run_steps(ring, living)
    ring.run(UNTIL_GONE_S)
    changes = [change for change in ring.of(Change) if change.url]
    told = {kind: {living.record_of(c) for c in changes if c.event == kind} for kind in CONTENT}
    changed, gone = living.planted["change"], living.planted["remove"]
    return Followed(
        len(living.lists),
        _exact(ring, living),
        _placed(ring, living),
        (len(changed), len(told["changed"] & changed), len(told["changed"] - changed)),
        (len(gone), len(told["gone"] & gone), len(told["gone"] - gone)),
        sum(change.event in CONTENT[2:] for change in changes),
        first,
    )


def _exact(ring: Watched, living: Searched) -> int:
    """Lists of the site that whoever follows the events has had, in the order of the steps."""
    events, standing, had = events_of(ring, living), list[str](), []
    for number in sorted(events):
        standing = list_after(standing, events[number])
        had.append([int(one) for one in standing])
    coming = iter(had)
    return sum(list_ in coming for list_ in living.lists)


def _placed(ring: Watched, living: Searched) -> Counter[str]:
    names = [[], *([str(n) for n in one] for one in living.lists)]
    due = Counter((one.event, one.id) for step in pairwise(names) for one in events_between(*step))
    told = Counter(
        (one.event, one.id) for events in events_of(ring, living).values() for one in events
    )
    right = (due & told).total()
    return Counter({"due": due.total(), "right": right, "false": told.total() - right})
