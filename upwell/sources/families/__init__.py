"""The families, one module each; `FAMILIES` finds them by their names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from ..family import Family


def _found() -> dict[str, Family]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    families: list[Family] = [module.FAMILY for module in modules]
    return {family.name: family for family in families}


FAMILIES: Mapping[str, Family] = MappingProxyType(_found())
