"""Crawl ways in and print what came: `python -m tests.ways [WAY ...] [--seed S] [--family F]`."""

from __future__ import annotations

import argparse
import asyncio
import sys

from upwell.sources.ways import WAYS

from .crawling import score


def main() -> int:
    """A line a way in; 1 when one of them fell short."""
    parser = argparse.ArgumentParser(prog="python -m tests.ways", description=__doc__)
    parser.add_argument("ways", nargs="*", metavar="WAY", help=", ".join(["plain", *WAYS]))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", default="", help="another than the way is shown with")
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--said", action="store_true", help="print what the crawl said as well")
    chosen = parser.parse_args()
    print(f"{'way':<16} recall  precision  trapped  requests  seconds  end")
    n_short = 0
    for name in chosen.ways or WAYS:
        way = "" if name == "plain" else name
        got = asyncio.run(score(way, chosen.seed, chosen.family, chosen.size))
        n_short += not got.whole
        end = "cut off" if got.exit_code is None else got.exit_code
        print(
            f"{name:<16} {got.recall:6.3f}  {got.precision:9.3f}  {got.trapped:7.3f}  "
            f"{got.n_requests:8}  {got.seconds:7.0f}  {end}{'' if got.whole else '  SHORT'}",
            flush=True,
        )
        if chosen.said:
            print(got.said, flush=True)
    return int(n_short > 0)


if __name__ == "__main__":
    sys.exit(main())
