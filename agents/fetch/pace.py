"""How fast a host may be asked after it said "too many": down at once, up again slowly."""

from __future__ import annotations

from collections import deque

STEP_DOWN = 0.9  # of the rate at which the host was too busy; plateau .8 - .95
FAST_DOWN = 0.8  # the same while the rate was growing fast
FIRST_DOWN = 16.0  # by which the first word of a host may cut its rate at most
CLIMB = 64  # answers, at least, from that step back to the rate that was too much
PRICE = 0.05  # share of the time that complaints may cost with their pauses; plateau .02 - .1
UNKNOWN, UNKNOWN_A_S = 0.05, 0.1  # growth an answer, a second: which rate is too much is not known
LASTING_S, LASTING = 1.0, 8  # time and answers from which a rate was nearly right
REMEMBERED = 64  # starts from which the present rate is known


class Pace:
    """The rate at which one host is asked, in requests a second; None while it never complained.

    A complaint cuts the rate: by `STEP_DOWN` if it was kept for a while, else to what the host let
    through since the complaint before, twice that for its bursts. Every answer lets it grow: in
    `CLIMB` answers, more where a complaint costs a long pause, back to the rate of the complaint,
    faster from there, until the rate stands where it was before the first complaint.

    Examples
    --------
    >>> pace = Pace()
    >>> for n in range(64):
    ...     pace.note_start(n / 100)
    >>> pace.note_complaint(0.64, begun=0.6, pause_s=2.0)
    >>> 1 < pace.rate < 100, pace.interval_s == 1 / pace.rate
    (True, True)
    """

    def __init__(self) -> None:
        self.rate: float | None = None
        self._ceiling = 0.0  # the rate that was too much; 0: far below the last complaint's
        self._free = 0.0  # the rate of the first one
        self._since = 0.0  # when the pause of the last complaint was over
        self._cut_at = float("-inf")
        self._climb = float(CLIMB)
        self._n_fine = 0  # answers since
        self._starts: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def interval_s(self) -> float:
        """Seconds between two starts."""
        return 1 / self.rate if self.rate else 0.0

    def note_start(self, now: float) -> None:
        """Note that a request goes out."""
        self._starts.append(now)

    def note_answer(self) -> None:
        """Speed up after an answer that was no complaint."""
        self._n_fine += 1
        if self.rate is None:
            return
        if not self._ceiling:
            self.rate *= 1 + min(UNKNOWN, UNKNOWN_A_S * self.interval_s)
        elif self.rate < self._ceiling:
            self.rate += self._ceiling * (1 - STEP_DOWN) / self._climb
        else:
            self.rate *= 1 + 1 / self._climb
        if self.rate >= self._free:
            self.rate = None

    def note_complaint(self, now: float, begun: float, pause_s: float) -> None:
        """Slow down: the host was too busy for a request that went out at `begun`.

        What was on the way when the rate was cut complains of the rate before: once is enough.
        """
        if begun <= self._cut_at:
            return
        present = self.rate or self._measured(now)
        self._free = self._free if self.rate else present
        ran_s = max(now - (self._since or self._first(now)), 1e-3)
        lasted = ran_s >= pause_s or (ran_s >= LASTING_S and self._n_fine >= LASTING)
        through = 2 * self._n_fine / (ran_s + pause_s)
        self.rate = present * (STEP_DOWN if self._ceiling else FAST_DOWN)
        if not lasted:
            self.rate = min(max(through, present / FIRST_DOWN), self.rate)
        self._ceiling = present if lasted else 0.0
        self._climb = max(CLIMB, self.rate * pause_s / PRICE)
        self._cut_at, self._since, self._n_fine = now, now + pause_s, 0

    def _first(self, now: float) -> float:
        return self._starts[0] if self._starts else now

    def _measured(self, now: float) -> float:
        """Requests a second over the last starts."""
        span = max(now - self._first(now), 1e-3)
        return max(len(self._starts), 1) / span
