"""What a worker's start costs before it works: `python -m benchmarks.start`.

Processor time of imports, in empty starts of the interpreter, so that a busy machine does not
hide what changed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

from benchmarks.quality.figures import Figure, show

ROUNDS = 5
IMPORTS = {
    "Faust's app": "import faust.app.base, aiohttp",
    "a crawl": "import upwell.crawling",
    "a parser process": "import upwell.agents.analyse.prepared",
    "the command line": "import upwell.cli.main",
}


def measure(quick: bool = False) -> list[Figure]:
    """Processor time of imports, as multiples of a start of Python that imports nothing."""
    rounds = 1 if quick else ROUNDS
    empty = _cpu_s("pass", rounds)
    return [
        Figure(f"import of {name} / start", _cpu_s(code, rounds) / empty, None, better="lower")
        for name, code in IMPORTS.items()
    ]


def _cpu_s(code: str, rounds: int) -> float:
    """The median over a few processes."""
    return statistics.median(_once(code) for _ in range(rounds))


def _once(code: str) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True)
    after = os.times()
    return (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )


def main() -> None:
    """Print the figures."""
    show(measure("--quick" in sys.argv[1:]))


if __name__ == "__main__":
    main()
