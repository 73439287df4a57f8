"""Field health: what a site's pages keep showing while the site stands as it was.

A page that is visited again is compared with itself: the share of its objects that have a column,
the share of values of the right type, how many objects a full page has, how much it looks like its
kind, whether it is of that kind still and whether it answers at all. These stand still when the
site does, whatever is visited in which order, because each is divided by what the same page showed
before. ADWIN follows each of them, by kind of page, and need not learn first that they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from .params import HEALTH, HealthParams

ABSENT = 255  # of a page that says nothing of a series
FULL = 200  # a share of 1


class Detector(Protocol):
    """ADWIN: takes one value at a time, and says whether their mean has changed."""

    def update(self, x: float) -> object: ...
    @property
    def drift_detected(self) -> bool: ...


class Fall(NamedTuple):
    """A series that fell: its means in the two windows, and how many pages each has."""

    name: str
    before: float
    after: float
    n_before: int
    n_after: int


class Visited(NamedTuple):
    """A page as it was visited: the number of the request, and its address."""

    number: int
    url: str


class Baseline(msgspec.Struct, array_like=True):
    """What a page showed at its visits so far; its kind, and the alarms of the site till then."""

    kind: int
    epoch: int
    shares: dict[str, float]


class KindHealth(msgspec.Struct, array_like=True):
    """The last visits to pages of one kind, and what each series was at them."""

    visits: list[int] = []  # numbers of their requests
    urls: list[str] = []  # of the last of them
    values: dict[str, bytearray] = {}  # of each series, as many as there are visits
    before: tuple[int, str] = (0, "")  # the last reading before the first of these visits


def compared(
    before: Mapping[str, float], now: Mapping[str, float], params: HealthParams = HEALTH
) -> tuple[dict[str, float], dict[str, float]]:
    """Each share of this visit over its usual value, and the usual values for the next visit.

    A column that hardly an object has is left out: it comes and goes with one of them.

    Examples
    --------
    >>> left, kept = compared({"fill price": 0.8, "records": 10}, {"fill price": 0.2})
    >>> left
    {'fill price': 0.25}
    >>> round(kept["fill price"], 3), kept["records"]
    (0.65, 10.0)
    """
    left = {
        name: min(1.0, now.get(name, 0.0) / share)
        for name, share in before.items()
        if share >= params.least and (name in now or name.startswith(FIELDS))
    }
    kept = {}
    for name in sorted(before.keys() | now.keys()):
        share = now.get(name, 0.0 if name.startswith(FIELDS) else before.get(name, 0.0))
        was = before.get(name, share)
        if (follows := was + params.follow * (share - was)) >= params.least:
            kept[name] = follows
    return left, kept


def shares(
    objects: Sequence[tuple[Mapping[str, str], Mapping[str, object]]],
    similarity: float,
    full: bool,
) -> dict[str, float]:
    """The shares of a page, by series.

    Parameters
    ----------
    objects
        Fields of each as texts, and those whose type is sure.
    similarity
        Of the page to its kind.
    full
        Its list goes on: it has as many objects as a page holds.

    Examples
    --------
    >>> rows = [({"price": "3 €", "by": "Eve"}, {"price": 3}), ({"price": "ask"}, {})]
    >>> shares(rows, 0.9, full=False)
    {'similarity': 0.9, 'fill by': 0.5, 'fill price': 1.0, 'type price': 0.5}
    """
    found = {"similarity": similarity} if similarity > 0 else {}
    if full:
        found["records"] = float(len(objects))
    counts = Counter(name for fields, _ in objects for name in fields)
    typed = Counter(name for _, types in objects for name in types)
    for name, n in sorted(counts.items()):
        found[f"fill {name}"] = n / len(objects)
        if typed[name]:
            found[f"type {name}"] = typed[name] / n
    return found


FIELDS = ("fill ", "type ")
RECENT = 48  # visits whose addresses are kept


class Health:
    """All series of one kind of page.

    Examples
    --------
    >>> health = Health()
    >>> for n in range(40):
    ...     assert not health.fold(n, f"/{n}", {"fill price": 1.0})
    >>> while not (falls := health.fold(n := n + 1, f"/{n}", {"fill price": 0.0})):
    ...     pass
    >>> falls[0].name, falls[0].after, health.bounds(falls)
    ('fill price', 0.0, (Visited(number=39, url='/39'), Visited(number=40, url='/40')))
    """

    def __init__(self, stored: KindHealth | None = None, params: HealthParams = HEALTH) -> None:
        self.stored = stored or KindHealth([], [], {})
        self._params = params
        self._tests: dict[str, Detector] = {}
        self._replay()

    def fold(
        self, number: int, url: str, left: Mapping[str, float], before: tuple[int, str] = (0, "")
    ) -> list[Fall]:
        """Learn from one visit; the series that fell by it, the deepest first.

        Parameters
        ----------
        number, url
            Of the visit.
        left
            What it shows of what the page showed before.
        before
            The reading that it is compared with.
        """
        stored, params = self.stored, self._params
        if not stored.visits:
            stored.before = before
        if len(stored.visits) >= params.longest:
            half = params.longest // 2
            stored.before = self._visit(half - 1)
            stored.visits = stored.visits[half:]
            stored.values = {name: values[half:] for name, values in stored.values.items()}
            self._replay()
        for name in left.keys() - stored.values.keys():
            if len(stored.values) < params.series:
                stored.values[name] = bytearray([ABSENT]) * len(stored.visits)
        stored.visits.append(number)
        stored.urls = [*stored.urls, url][-RECENT:]
        found = False
        for name, values in stored.values.items():
            share = left.get(name)
            values.append(ABSENT if share is None else round(FULL * min(1.0, share)))
            found |= share is not None and self._update(name, values[-1])
        if not found:
            return []
        falls = [fall for name in sorted(stored.values) if (fall := self._fall(name)) is not None]
        return sorted(falls, key=lambda fall: (fall.after - fall.before, fall.name))

    def bounds(self, falls: list[Fall]) -> tuple[Visited, Visited]:
        """The last good and the first bad visit, by the series that fell deepest."""
        values = self.stored.values[falls[0].name]
        at = [place for place, value in enumerate(values) if value < ABSENT]
        first_bad = len(at) - falls[0].n_after
        good = self._visit(at[first_bad - 1]) if first_bad else Visited(*self.stored.before)
        return good, self._visit(at[first_bad])

    def _visit(self, at: int) -> Visited:
        known = at - len(self.stored.visits) + len(self.stored.urls)
        return Visited(self.stored.visits[at], self.stored.urls[known] if known >= 0 else "")

    def _replay(self) -> None:
        """The tests as they stand after what is stored: the same, live or after a restart."""
        self._tests.clear()
        for name, values in self.stored.values.items():
            for value in values:
                if value != ABSENT:
                    self._update(name, value)

    def _update(self, name: str, value: int) -> bool:
        test = self._tests.get(name)
        if test is None:
            test = self._tests[name] = _adwin(self._params.delta)
            for _ in range(self._params.stood):
                test.update(1.0)
        test.update(value / FULL)
        return test.drift_detected

    def _fall(self, name: str) -> Fall | None:
        """The two windows of a series, cut where they differ most; None: it fell by less."""
        stood = self._params.stood
        visited = [value / FULL for value in self.stored.values[name] if value != ABSENT]
        values = [1.0] * stood + visited
        n, total, sum_before = len(values), sum(values), 0.0
        best, cut = 0.0, 0
        for at in range(1, n):
            sum_before += values[at - 1]
            difference = sum_before / at - (total - sum_before) / (n - at)
            if (found := difference * difference * at * (n - at)) > best and difference > 0:
                best, cut = found, at
        if not cut or n - cut < self._params.fewest:
            return None
        before, after = sum(values[:cut]) / cut, sum(values[cut:]) / (n - cut)
        if after > before * self._params.half:
            return None
        return Fall(name, round(before, 3), round(after, 3), max(0, cut - stood), n - cut)


def _adwin(delta: float) -> Detector:
    from river.drift import ADWIN  # late: it brings scipy, two seconds of start-up

    make: Callable[..., Detector] = ADWIN
    return make(delta=delta, clock=1)
