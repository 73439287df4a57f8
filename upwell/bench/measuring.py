"""All steps in their order, each with its share of the time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from .figure import Figure
from .log_speed import log_speed
from .reading import reading
from .ring import hello, ring

STEPS = (  # what is told while it runs, and its share of the seconds
    ("the command says hello", 0.0),
    ("pages are read and learned from, in one thread", 0.35),
    ("the log takes pages and gives them back", 0.1),
    ("a bundled source is crawled, with everything in the ring", 0.5),
)


def measured(seconds: float, url: str, say: Callable[[str], object]) -> Iterator[Figure]:
    """Every figure, about so many seconds in all; `url`: of a bundled source that answers."""
    with tempfile.TemporaryDirectory(prefix="upwell-bench-") as place:
        folder = Path(place)
        works: tuple[Callable[[float], Iterator[Figure]], ...] = (
            lambda _: hello(),
            reading,
            lambda share: log_speed(folder / "log", share),
            lambda share: ring(folder / "crawl", share, url),
        )
        for number, ((name, share), work) in enumerate(zip(STEPS, works, strict=True), 1):
            say(f"{number} of {len(STEPS)}: {name}")
            yield from work(share * seconds)
