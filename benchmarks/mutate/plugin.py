"""A pytest plugin that gives one number another value: `-p benchmarks.mutate.plugin`.

`UPWELL_MUTANT=module:name=value` says which. The module is compiled from a changed copy of its code
as it is imported, so files stay as they are, and whoever reads the number reads the changed one.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import CodeType, ModuleType

from .numbers import replaced

VARIABLE = "UPWELL_MUTANT"


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the changed copy; what was compiled before is not looked at."""

    change: tuple[str, float]

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_source(fullname)
        assert source is not None
        return compile(replaced(source, *self.change), self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, module: str, name: str, value: float) -> None:
        self.module, self.change = module, (name, value)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        loader = _Loader(fullname, spec.origin)
        loader.change = self.change
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


def install(mutant: str) -> None:
    """Change a number of a module that nothing has imported yet."""
    module, _, change = mutant.partition(":")
    name, _, value = change.partition("=")
    if module in sys.modules:
        raise RuntimeError(f"{module} is imported already: its number would not change")
    sys.meta_path.insert(0, _Finder(module, name, json.loads(value)))


if os.environ.get(VARIABLE):
    install(os.environ[VARIABLE])
