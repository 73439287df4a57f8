"""`python -m tests.versions NAME`: crawl a bundled source and keep its folder as NAME.tar.xz.

The tables are left out: they are caches of the log.
"""

from __future__ import annotations

import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from upwell.cli.crawls.demo import running_source
from upwell.cli.main import run

HERE = Path(__file__).parent
KEPT = ("log.sqlite", "log.acknowledged", "objects.jsonl", "objects.jsonl.position")
MOST_BYTES = 300_000


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as home, running_source("catalogue", 7, 40) as url:
        folder = Path(home) / "crawl"
        asked = ["--allow", "127.0.0.1/32", "--delay", "0", "--max-pages", "33"]
        assert 0 == run(["crawl", url, "-d", str(folder), *asked])
        with closing(sqlite3.connect(folder / "log.sqlite")) as log:
            log.execute("pragma wal_checkpoint(truncate)")
        packed = HERE / f"{name}.tar.xz"
        with tarfile.open(packed, "w:xz") as out:
            for one in KEPT:
                out.add(folder / one, one)
    assert packed.stat().st_size <= MOST_BYTES, packed.stat().st_size


if __name__ == "__main__":
    main(sys.argv[1])
