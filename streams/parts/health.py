"""An alarm of field health as it travels: with a finding, on the site's record, as an event."""

from __future__ import annotations

import msgspec


class Fall(msgspec.Struct, frozen=True):
    """A series that fell: its means in the two windows, and how many pages each has."""

    name: str
    before: float
    after: float
    n_before: int
    n_after: int


class Visited(msgspec.Struct, frozen=True):
    """A page as it was visited: the number of the request, and its address."""

    number: int
    url: str


class Alarm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What fell on pages of one kind at once: one of a redesign, however many columns it took."""

    kind: int  # of page
    falls: list[Fall]  # the deepest first
    last_good: Visited
    first_bad: Visited
    at: float
    number: int = 0  # of the site's alarms

    @property
    def text(self) -> str:
        """One sentence for people.

        >>> fall = Fall("fill price", 0.98, 0.0, 40, 14)
        >>> good, bad = Visited(7, "http://s/7"), Visited(8, "http://s/8")
        >>> Alarm(kind=1, falls=[fall], last_good=good, first_bad=bad, at=0.0).text
        'fill price fell from 98 % to 0 % of what the pages showed, since http://s/8'
        """
        told = ", ".join(f"{f.name} fell from {f.before:.0%} to {f.after:.0%}" for f in self.falls)
        told = told.replace("%", " %")
        return f"{told} of what the pages showed, since {self.first_bad.url or 'its last visits'}"
