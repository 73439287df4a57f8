"""Values of the bundled sources in columns: one column a field, with the right type.

python -m benchmarks.quality columns

Of each source answers to words of its records and some records' own pages. `in one column`: share
of a field's values that are, letter for letter, in the one column that holds most of them, over
both kinds of page together. `typed right`: of the amounts, numbers, dates and ratings among these,
share that have their type and are that number or that day. `typed wrong`: share of all values of
those columns that have a type and are another value, which is worse than a text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from upwell.models.site import analyse
from upwell.models.site.reading import ReadObject
from upwell.sources.database.record import Value
from upwell.sources.families import FAMILIES
from upwell.sources.site import Site as Source
from upwell.sources.starting import pages_of
from upwell.sources.truth import Told, Truth

from ..figures import Figure
from ..reading.fields import ANSWERS, RECORDS, matched_objects, visits
from ..sealed import first_seeds

_TYPED = frozenset(("price", "number", "date", "rating"))
FLOORS = (0.94, 0.97, 0.005)


class Share(NamedTuple):
    """Values of a source."""

    n: int = 0
    in_column: int = 0
    typed: int = 0  # that should have a type
    right: int = 0
    wrong: int = 0

    def plus(self, other: Share) -> Share:
        """Both together."""
        return Share(*(a + b for a, b in zip(self, other, strict=True)))


def measure(quick: bool = False) -> list[Figure]:
    """All sources together, then each."""
    found = {
        name: [shares(name, seed, quick) for seed in first_seeds(1 if quick else 2)]
        for name in FAMILIES
    }
    by_name = {name: _together(several) for name, several in found.items()}
    figures = list(_figures("", _together(by_name.values()), FLOORS))
    for name, share in by_name.items():
        figures += _figures(f"{name}: ", share, (None, None, None))
    return figures


def _together(shares: Iterable[Share]) -> Share:
    total = Share()
    for share in shares:
        total = total.plus(share)
    return total


def _figures(
    lead: str, share: Share, floors: tuple[float | None, float | None, float | None]
) -> Iterator[Figure]:
    yield Figure(f"{lead}values in one column", share.in_column / max(1, share.n), None, floors[0])
    yield Figure(f"{lead}typed right", share.right / max(1, share.typed), None, floors[1])
    yield Figure(
        f"{lead}typed wrong", share.wrong / max(1, share.in_column), None, floors[2], "lower"
    )


def shares(name: str, seed: int, quick: bool) -> Share:
    """Of one source."""
    visited = visits(name, seed, ANSWERS // 2 if quick else ANSWERS)
    truth = Truth(Source(pages_of(FAMILIES[name], seed, RECORDS), seed, frozen=True))
    values = {record.id: record.values for record in truth.records()}
    readings = analyse([one.page for one in visited])
    columns: dict[str, Counter[str]] = defaultdict(Counter)
    held: dict[str, list[tuple[Value | None, str, ReadObject]]] = defaultdict(list)
    for one, reading in zip(visited, readings, strict=True):
        for told, found in matched_objects(one.truth, reading):
            for field, text in _shown(told):
                columns[field].update({c for c, shown in found.fields.items() if shown == text})
                held[field].append((values[told.record].get(field), text, found))
    share = Share()
    for field, all_ in held.items():
        (best, n), *_ = columns[field].most_common(1) or [("", 0)]
        share = share.plus(Share(len(all_), n))
        for value, text, found in all_:
            if best in found.fields and found.fields[best] == text:
                share = share.plus(typed_share(value, found.typed.get(best)))
    return share


def _shown(told: Told) -> Iterator[tuple[str, str]]:
    return ((field, text) for field, text in told.fields.items() if text)


def typed_share(value: Value | None, typed: Any) -> Share:
    """How one value is typed; a text, and a time of day, should have no type."""
    number = typed["value"] if isinstance(typed, dict) else typed
    if value is None or value.type not in _TYPED or not isinstance(value.sort, float):
        return Share()
    expected: Any = value.sort
    if value.type == "date":
        if value.sort < date(1000, 1, 1).toordinal():
            return Share()
        expected = date.fromordinal(int(value.sort)).isoformat()
    if number is None:
        return Share(typed=1)
    return Share(typed=1, right=int(number == expected), wrong=int(number != expected))
