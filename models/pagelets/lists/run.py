"""A run: the parts of one repeated structure, which are the objects of a list."""

from __future__ import annotations

from dataclasses import dataclass

from .features import Features
from .segment import Part


@dataclass(slots=True)
class Run:
    """Parts in document order, inside `region`."""

    region: int
    kind: str
    parts: list[Part]
    score: float
    features: Features
    key: int  # the place where most parts begin
    starts: frozenset[int] = frozenset()  # all places where parts begin

    @property
    def start(self) -> int:
        """First node of the first part."""
        return self.parts[0][0]

    @property
    def stop(self) -> int:
        """Behind the last node of the last part."""
        return self.parts[-1][1]
