"""What a page may cost the process that parses it: processor time, memory, and no network."""

from __future__ import annotations

import ctypes
import os
import resource
from dataclasses import dataclass

_NEW_USER, _NEW_NET = 0x10000000, 0x40000000  # of unshare(2)


@dataclass(frozen=True, slots=True)
class ParserLimits:
    """Of one process; a page that goes beyond ends it and passes by a verdict."""

    cpu_s: float = 20.0  # of one page, on top of what was used; the slowest within budgets takes 3
    memory: int = 4 << 30  # addresses; libraries alone take 1 GiB, a page within budgets .5
    network: bool = False


def enter(limits: ParserLimits) -> None:
    """Limit this process for all pages to come."""
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_AS, limits.memory)
    if not limits.network:
        _leave_network()


def begin_page(limits: ParserLimits) -> None:
    """Give the next page its time; beyond it the system ends the process, whatever it is in."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = usage.ru_utime + usage.ru_stime
    _lower(resource.RLIMIT_CPU, int(used + limits.cpu_s) + 1)


def _lower(what: int, soft: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _leave_network() -> bool:
    """A network of its own, which leads nowhere; where the system does not allow it, nothing."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        flags = _NEW_NET if os.geteuid() == 0 else _NEW_NET | _NEW_USER
        return bool(libc.unshare(flags) == 0)
    except (OSError, AttributeError):
        return False
