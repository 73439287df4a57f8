"""Every figure of speed: `python -m benchmarks.speed [--quick] [NAME ...]`."""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from benchmarks.measures import measures, module_of
from benchmarks.quality.figures import Figure, show

from .floors import broken
from .results import written

ROOM = "benchmarks.speed"
AGAIN = 2  # measurements more of what was too dear


def main() -> int:
    """Print what each module of this folder that has a `measure` measures; 1 beyond a floor."""
    parser = argparse.ArgumentParser(prog="benchmarks.speed", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer pages, fewer rounds")
    parser.add_argument("names", nargs="*", help="modules; all of them without")
    asked = parser.parse_args()
    too_dear: list[str] = []
    measured: dict[str, list[Figure]] = {}
    print("1 P is one lxml parse of the same bytes in the same run, 1 W one look-up of each word")
    for name in asked.names or measures(ROOM):
        print(f"\n{name}")
        module = module_of(ROOM, name)
        figures = module.measure(quick=asked.quick)
        for _ in range(AGAIN):
            if broken(figures):
                figures = cheaper(figures, module.measure(quick=asked.quick))
        show(figures)
        measured[name] = figures
        too_dear += broken(figures)
    print(f"\nwritten to {written(measured)}")
    for line in too_dear:
        print(f"too dear: {line}")
    return int(bool(too_dear))


def cheaper(once: list[Figure], again: list[Figure]) -> list[Figure]:
    """What was too dear is measured again, and counts as the cheaper time: noise only adds.

    >>> one, two = (Figure("links on made [P]", cost, None) for cost in (3.0, 0.4))
    >>> cheaper([one], [two]) == [two]
    True
    """
    second = {figure.name: figure for figure in again}
    dear = {line.split(":")[0] for line in broken(once)}
    return [
        min(figure, second[figure.name], key=lambda one: one.value)
        if figure.name in dear and figure.name in second
        else figure
        for figure in once
    ]


if __name__ == "__main__":
    sys.exit(main())
