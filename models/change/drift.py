"""Drift: pages have begun to look less like what was learned.

The signal is a page's distance to the nearest cluster, before it is learned; the detector is
river's Page-Hinkley test. It only announces: a new template needs three pages to be a cluster.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .params import DriftParams


class Drift:
    """Page-Hinkley test on the distances of pages to their clusters.

    Examples
    --------
    >>> drift = Drift()
    >>> [drift.fold(distance) for distance in [0.1] * 9 + [0.8]][-2:]
    [False, True]
    """

    def __init__(self, params: DriftParams | None = None) -> None:
        from river.drift import PageHinkley  # late: it brings scipy, two seconds of start-up

        self.params = params or DriftParams()
        self._test = PageHinkley(
            min_instances=1,  # two distances, which are shares, never reach the threshold
            delta=self.params.delta,
            threshold=self.params.threshold,
            mode="up",
        )

    def fold(self, distance: float) -> bool:
        """Learn one page's distance; True when it is drift, after which the test starts anew."""
        update: Callable[[float], None] = self._test.update
        update(distance)
        return bool(self._test.drift_detected)

    def encode(self) -> bytes:
        """The test's sums, bit for bit."""
        test, mean = self._test, self._test._x_mean
        sums = (test._sum_increase, test._sum_decrease, test._min_increase, test._max_decrease)
        return msgspec.msgpack.encode(
            (float(mean.n), mean.get(), *map(float, sums), float(test.drift_detected))
        )

    @classmethod
    def decode(cls, data: bytes, params: DriftParams | None = None) -> Drift:
        """The test that `encode` wrote."""
        drift = cls(params)
        n, mean, up, down, lowest, highest, found = msgspec.msgpack.decode(data, type=list[float])
        drift._test._x_mean = type(drift._test._x_mean)._from_state(n, mean)
        vars(drift._test).update(
            _sum_increase=up,
            _sum_decrease=down,
            _min_increase=lowest,
            _max_decrease=highest,
            _drift_detected=bool(found),
        )
        return drift
