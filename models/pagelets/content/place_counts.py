"""What is counted at a place of a site: pages, repetition, and how it answers to the query."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class PlaceCounts:
    """Nine small sums of one place.

    `own` and `control` are the heart: on how many of the pages with a query the place held a
    word of its own page's query, and on how many a word of another page's. Boxes of popular
    things hold common words and score on both; an answer scores on the first alone.
    `idle` and `void` tell the boxes of a site where answers hardly show their query: what stands
    on pages that nobody asked for, and on answers to nonsense, is beside the answer.
    """

    pages: int = 0
    siblings: int = 1  # most nodes of this place under one parent
    asked: int = 0  # pages with a query on which the place had text
    own: int = 0
    control: int = 0
    again: int = 0  # times the same query was fetched again
    changed: int = 0  # of these, with another text
    idle: int = 0  # pages without a query on which the place had text
    void: int = 0  # pages that answer nonsense, likewise

    @property
    def lift(self) -> float:
        """How far the place follows its own query beyond what it holds of others', 0 to 1.

        Reading
        -------
        Frequent words stand in the answers to other queries too, so the plain difference of the
        shares falls as a crawl goes on asking them. Taken as a part of what the control leaves
        open, a box that holds both as often stays at 0 and answers stay near 1.

        >>> PlaceCounts(asked=10, own=9, control=5).lift
        0.8
        """
        left = self.asked - self.control
        return (self.own - self.control) / left if left > 0 else 0.0


@dataclass(slots=True)
class PlaceTable:
    """Place -> counts, with a cap: places of the fewest pages are forgotten first."""

    cap: int = 4_000
    rows: dict[int, PlaceCounts] = field(default_factory=dict)

    def row(self, place: int) -> PlaceCounts:
        """The counts of a place, made when it is new."""
        found = self.rows.get(place)
        if found is None:
            found = self.rows[place] = PlaceCounts()
        return found

    def pages(self, place: int) -> int:
        """Pages that have the place."""
        found = self.rows.get(place)
        return found.pages if found else 0

    def shrink(self) -> None:
        """Back to three quarters of the cap once it is passed."""
        if len(self.rows) > self.cap:
            ranked = sorted(self.rows.items(), key=lambda item: (-item[1].pages, item[0]))
            self.rows = dict(sorted(ranked[: self.cap * 3 // 4]))
