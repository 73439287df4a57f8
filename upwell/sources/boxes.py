"""The noise of a source: boxes that change from page to page, or repeat the query.

None of it is the answer: advertisements and popular items rotate, related searches follow
the query without holding a record, the clock and the session differ at every visit.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from .content import Item
from .words import lists, subjects


@dataclass(frozen=True, slots=True)
class Advert:
    """One advertisement of the pool."""

    number: int
    headline: str
    line: str


class Boxes:
    """All boxes of one site, drawn by its seed; `turn` says which part of each is shown."""

    def __init__(self, seed: int, records: Sequence[Item]) -> None:
        rng = random.Random(f"upwell boxes {seed}")
        table = lists()
        self.adverts = [_advert(rng, table, number) for number in range(1, 41)]
        self.popular = sorted(records, key=lambda item: (-item.reviews, item.id))[:48]

    def advertisements(self, turn: int) -> list[Advert]:
        """Three of forty."""
        return random.Random(turn).sample(self.adverts, 3)

    def bestsellers(self, turn: int) -> list[Item]:
        """Six of the forty-eight most reviewed."""
        return random.Random(turn + 1).sample(self.popular, min(6, len(self.popular)))

    def session(self, turn: int) -> str:
        """A session number for links that carry one.

        >>> Boxes(1, []).session(5) == Boxes(2, []).session(5)
        True
        """
        return f"{random.Random(turn + 2).getrandbits(64):016x}"

    def milliseconds(self, turn: int) -> int:
        """What the site says the search took."""
        return 3 + turn * 7 % 41


def related(query: str) -> list[tuple[str, str]]:
    """Five searches that repeat the query, as (text, address).

    >>> len(related("owl")), all("owl" in text for text, _ in related("owl"))
    (5, True)
    """
    chosen = random.Random(query.lower()).sample(subjects(), 5)
    texts = [f"{query} {subject}" for subject in chosen]
    return [(text, f"/search?{urlencode({'q': text})}") for text in texts]


def _advert(rng: random.Random, table: Mapping[str, tuple[str, ...]], number: int) -> Advert:
    thing = rng.choice(table["advert.thing"])
    maker = rng.choice(table["advert.maker"])
    offer = rng.choice(table["advert.offer"])
    return Advert(number, f"{offer} {thing}", f"{maker} {thing} from £{rng.randint(2, 90)}")
