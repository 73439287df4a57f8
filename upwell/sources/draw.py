"""What a seed decides, by name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """The decisions of one seed; each has a name, and comes out the same whenever it is asked.

    Examples
    --------
    >>> draw = Draw("catalogue", 7)
    >>> draw.pick("order", "abc") == Draw("catalogue", 7).pick("order", "abc")
    True
    >>> len({Draw("catalogue", seed).pick("order", range(1000)) for seed in range(5)})
    5
    """

    def __init__(self, *key: object) -> None:
        self._key = " ".join(map(str, key))

    def rng(self, name: str) -> random.Random:
        """The generator of one name."""
        return random.Random(f"{self._key}: {name}")

    def pick(self, name: str, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[int(self.rng(name).random() * len(choices))]

    def chance(self, name: str, probability: float) -> bool:
        """Whether it comes true."""
        return self.rng(name).random() < probability

    def shuffled(self, name: str, items: Sequence[T]) -> list[T]:
        """All of them in an order."""
        return self.rng(name).sample(items, len(items))
