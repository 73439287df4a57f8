"""A curve that keeps its shape when it has grown too long: every other point is dropped."""

from __future__ import annotations

from ..params import POINTS


class Curve:
    """Points of several numbers, added in order.

    Examples
    --------
    >>> curve = Curve(most=4)
    >>> for n in range(10):
    ...     curve.add(n, n * n)
    >>> curve.points
    [(0, 0), (4, 16), (8, 64), (9, 81)]
    """

    def __init__(self, most: int = POINTS) -> None:
        self._most = most
        self._stride = 1
        self._n = 0
        self._kept: list[tuple[float, ...]] = []
        self._last: tuple[float, ...] = ()

    def add(self, *point: float) -> None:
        """One more point; the first and the last are always there."""
        if self._n % self._stride == 0:
            self._kept.append(point)
            if len(self._kept) >= self._most:
                self._kept = self._kept[::2]
                self._stride *= 2
        self._n += 1
        self._last = point

    @property
    def points(self) -> list[tuple[float, ...]]:
        """The points that are left, in order."""
        last = self._last
        return [*self._kept, last] if last and self._kept[-1] != last else list(self._kept)
