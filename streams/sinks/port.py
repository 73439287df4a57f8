"""What deliver asks of a sink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..records import AnyRecord


class Sink(Protocol):
    """A place outside that keeps how far it has been filled, and takes no record twice."""

    topic: str

    @property
    def group(self) -> str:
        """The consumer group of this filling; another one after it began anew."""
        ...

    def open(self, known: bool) -> Mapping[int, int]:
        """Positions, by partition, up to which it is filled.

        `known` says whether the log knows the group: if it does not, this is another log, and
        the sink begins anew.
        """
        ...

    def write(self, records: Sequence[AnyRecord], positions: Mapping[int, int]) -> None:
        """Add what is new; when it returns, records and positions are with the system."""
        ...

    def close(self) -> None: ...
