"""What two readings of one page say differently, and which rule did it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ..reading import Reading

Event = Literal["appears", "disappears", "differs"]
Row = Mapping[str, str]
ABSENT = None  # a rule that did not speak


class Difference(NamedTuple):
    """An object that only one reading has, or that they say otherwise.

    Parameters
    ----------
    id
        Of the object.
    event
        What the second reading does with it.
    fields
        Of each column that differs what it said and what it says; None: nothing.
    """

    id: str
    event: Event
    fields: dict[str, tuple[str | None, str | None]]


def differences(before: Mapping[str, Row], after: Mapping[str, Row]) -> Iterator[Difference]:
    """Objects of a page that are not the same, in the order in which they stand there.

    >>> list(differences({"a": {"price": "1"}, "b": {}}, {"a": {"cost": "1"}}))
    [Difference(id='a', event='differs', fields={'cost': (None, '1'), 'price': ('1', None)}), \
Difference(id='b', event='disappears', fields={})]
    """
    for id_ in dict.fromkeys([*before, *after]):
        was, is_ = before.get(id_), after.get(id_)
        fields = differing(was or {}, is_ or {})
        if was is None or is_ is None:
            yield Difference(id_, "appears" if was is None else "disappears", fields)
        elif fields:
            yield Difference(id_, "differs", fields)


def differing(before: Row, after: Row) -> dict[str, tuple[str | None, str | None]]:
    """Columns of a row that are not the same, by name."""
    names = sorted({*before, *after})
    return {n: (before.get(n), after.get(n)) for n in names if before.get(n) != after.get(n)}


def rules_that_did(before: Reading, after: Reading, rules: Sequence[str]) -> dict[str, Any]:
    """The rules that made two readings of a page different.

    Parameters
    ----------
    before, after
        The readings.
    rules
        That differ between the models, for the page's kind.

    Returns
    -------
    `kind`, `came_back` and `route` with both values where they differ; `why`, the rules that
    decided one reading and not the other, or with another number; `rules` of the models.
    """
    pairs = {
        "kind": (before.cluster, after.cluster),
        "came_back": (before.came_back, after.came_back),
        "route": (before.route, after.route),
    }
    out: dict[str, Any] = {name: list(pair) for name, pair in pairs.items() if pair[0] != pair[1]}
    names = sorted({*before.why, *after.why})
    why = {
        name: [before.why.get(name, ABSENT), after.why.get(name, ABSENT)]
        for name in names
        if before.why.get(name) != after.why.get(name)
    }
    if why:
        out["why"] = why
    return out | ({"rules": list(rules)} if rules else {})
