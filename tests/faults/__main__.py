"""Crawl made sites and print what came: `python -m tests.faults [CLASS] [--make N]`."""

from __future__ import annotations

import argparse
import asyncio
import sys

from .classes import CLASSES, MAKES
from .crawling import LIMIT_S, MAX_PAGES, score


def main() -> int:
    """A line a site; 1 when one of them fell short."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=", ".join(CLASSES))
    parser.add_argument("--make", type=int, choices=MAKES, help="one make; all by default")
    parser.add_argument("--max-pages", type=int, default=MAX_PAGES)
    parser.add_argument("--limit", type=float, default=LIMIT_S, help="seconds a crawl")
    chosen = parser.parse_args()
    if unknown := set(chosen.classes) - set(CLASSES):
        parser.error(f"no such class: {', '.join(sorted(unknown))}")
    print(f"{'site':<20} recall  precision  doubles  changed  requests  seconds  end")
    n_short = 0
    for name in chosen.classes or CLASSES:
        for make in [chosen.make] if chosen.make else MAKES:
            got = asyncio.run(score(CLASSES[name](make), chosen.max_pages, chosen.limit))
            n_short += not got.whole
            end = "cut off" if got.exit_code is None else got.exit_code
            print(
                f"{name + ' ' + str(make):<20} {got.recall:6.3f}  {got.precision:9.3f}  "
                f"{got.n_doubles:7}  {got.n_changed:7}  {got.n_requests:8}  {got.seconds:7.0f}  "
                f"{end}{'' if got.whole else '  SHORT'}",
                flush=True,
            )
    return int(n_short > 0)


if __name__ == "__main__":
    sys.exit(main())
