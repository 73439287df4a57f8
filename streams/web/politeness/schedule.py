"""When a host may be asked again: a schedule without a clock of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

LONGEST_HOLD_S = 3600.0  # a Retry-After beyond an hour is taken as an hour
LONGEST_CRAWL_DELAY_S = 60.0
MOST_HOSTS = 20_000


@dataclass(slots=True)
class Schedule:
    """The next free moment of each host, in seconds of the caller's clock.

    Examples
    --------
    >>> schedule = Schedule()
    >>> [schedule.take("shop.test", now=10.0, delay_s=1.0) for _ in range(3)]
    [10.0, 11.0, 12.0]
    >>> schedule.take("other.test", now=10.0, delay_s=1.0)
    10.0
    """

    _last: dict[str, float] = field(default_factory=dict)
    _held: dict[str, float] = field(default_factory=dict)

    def take(self, host: str, now: float, delay_s: float) -> float:
        """Reserve the next moment of a host: at least `delay_s` after the one before."""
        at = max(now, self._held.get(host, now))
        if delay_s > 0 and host in self._last:
            at = max(at, self._last[host] + delay_s)
        self._last[host] = max(at, self._last.get(host, at))
        if len(self._last) > MOST_HOSTS:
            self._forget(now)
        return at

    def hold(self, host: str, until: float) -> None:
        """Leave a host alone until then; an earlier hold is never shortened."""
        self._held[host] = max(until, self._held.get(host, until))

    def wait_s(self, host: str, now: float) -> float:
        """Seconds until a host may be asked again.

        >>> schedule = Schedule()
        >>> schedule.hold("shop.test", until=70.0)
        >>> schedule.wait_s("shop.test", now=10.0), schedule.wait_s("shop.test", now=80.0)
        (60.0, 0.0)
        """
        until = self._held.get(host, now)
        if until <= now:
            self._held.pop(host, None)
        return max(0.0, until - now)

    def _forget(self, now: float) -> None:
        """Drop the hosts whose last moment can no longer matter."""
        for host in [h for h, at in self._last.items() if at < now - LONGEST_HOLD_S]:
            del self._last[host]
            self._held.pop(host, None)
