"""Which compiled kernels are used: those that were built, unless UPWELL_PURE keeps them off.

A kernel does what modules in plain Python do, only sooner: from bytes to columns, and no rule of
what a page means (docs/decisions/0010). They stay: a kernel is tested against them, and they do the
work where none was built.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

_kept_off = os.environ.get("UPWELL_PURE", "") not in ("", "0")


def kernel(name: str) -> Any:
    """The compiled module of that name; None if plain Python is to do the work.

    >>> kernel("upwell.models.tree.no_such") is None
    True
    """
    return None if _kept_off else built(name)


@cache
def built(name: str) -> Any:
    """The compiled module of that name, whether it is kept off or not; None if there is none.

    One that was built from other sources than those beside it is none: what plain Python asks of
    it may not be there.
    """
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if _is_current(module, name.rpartition(".")[2]) else None


def _is_current(module: Any, stem: str) -> bool:
    """Whether a module was built from the sources that lie beside it; a wheel has none."""
    sources = sorted(Path(module.__file__).parent.glob(f"{stem}*.p[yx][xi]"))
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return not sources or digest == module.SOURCES


def in_use() -> bool:
    """Whether pages are read by the kernel."""
    return kernel("upwell.models.tree.kernel") is not None


@contextmanager
def pure() -> Iterator[None]:
    """Plain Python does the work of this block, on all threads.

    >>> with pure():
    ...     in_use()
    False
    """
    global _kept_off
    before, _kept_off = _kept_off, True
    try:
        yield
    finally:
        _kept_off = before
