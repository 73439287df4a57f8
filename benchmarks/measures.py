"""The modules of a folder that measure something: each has a function `measure`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def measures(package: str) -> list[str]:
    """Their names, those in folders of the package included.

    >>> "site" in measures("benchmarks.speed")
    True
    """
    names = sorted(_modules(package))
    return [name for name in names if hasattr(module_of(package, name), "measure")]


def module_of(package: str, name: str) -> ModuleType:
    """The module of that name, in whichever folder of the package it is.

    Raises
    ------
    SystemExit
        If there is none.
    """
    found = _modules(package)
    if name not in found:
        raise SystemExit(f"{package}: {name} is none of {', '.join(sorted(found))}")
    return import_module(found[name])


def _modules(package: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in iter_modules(import_module(package).__path__, f"{package}."):
        name = each.name.rpartition(".")[2]
        found |= _modules(each.name) if each.ispkg else {name: each.name}
    found.pop("__main__", None)
    return found
