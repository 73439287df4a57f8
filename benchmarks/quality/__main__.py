"""Every figure of quality beside the sketch's and its floor: `python -m benchmarks.quality`."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from .datasets import data_root, other_editions
from .figures import Figure

NOT_MEASURES = {"__main__", "datasets", "figures"}


def measures() -> list[str]:
    """Modules of this folder that measure something."""
    names = {module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])}
    return sorted(
        name
        for name in names - NOT_MEASURES
        if hasattr(importlib.import_module(f"{__package__}.{name}"), "measure")
    )


def holds(figure: Figure) -> bool:
    """Is it on the right side of its floor?"""
    if figure.floor is None:
        return True
    if figure.better == "lower":
        return figure.value <= figure.floor
    return figure.value >= figure.floor


def row(figure: Figure) -> str:
    """One line of the table."""
    sketch = "" if figure.sketch is None else f"{figure.sketch:.3f}"
    sign = "<=" if figure.better == "lower" else ">="
    floor = "" if figure.floor is None else f"{sign} {figure.floor:.3f}"
    verdict = "" if holds(figure) else "  BELOW ITS FLOOR"
    return f"  {figure.name:<58} {figure.value:8.3f} {sketch:>8} {floor:>9}{verdict}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 when a floor is broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("names", nargs="*", help="which ones; all by default")
    parser.add_argument("--quick", action="store_true", help="a part of the data, for CI")
    chosen = parser.parse_args(arguments)
    broken = 0
    print(f"data: {data_root()}")
    print(f"  {'figure':<58} {'here':>8} {'sketch':>8} {'floor':>9}")
    for name in chosen.names or measures():
        module = importlib.import_module(f"{__package__}.{name}")
        started = time.perf_counter()
        figures = module.measure(chosen.quick)
        print(f"{name} ({time.perf_counter() - started:.0f} s)", flush=True)
        if not figures:
            print("  not measured: its data set is absent")
        for figure in figures:
            print(row(figure), flush=True)
            broken += not holds(figure) and not other_editions
    if broken:
        print(f"{broken} figures are below their floors")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
