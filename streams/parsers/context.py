"""How parser processes are started: afresh, and without running the program they belong to.

What they do stands in modules of ours. Python would have each of them read the main module as
well, so a script without `if __name__ == "__main__"` would crawl once more in every parser.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any


class _Process(SpawnProcess):
    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        with _without_main():
            return SpawnProcess._Popen(process_obj)


class ParserContext(SpawnContext):
    """Spawned processes that do not import the main module."""

    Process = _Process


@contextmanager
def _without_main() -> Iterator[None]:
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
