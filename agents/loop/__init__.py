"""The one loop that runs every reducer, in the order of DESIGN 4.3."""

from .gap_check import GapCheck
from .loop import Loop, Owner
from .on_faust import TABLE, BatchParams, FaustOwner, register
from .poison_guard import PoisonGuard
from .restart import start_again
from .tail import TailCheck, TailParams
from .watchdog import Watchdog

__all__ = [
    "TABLE",
    "BatchParams",
    "FaustOwner",
    "GapCheck",
    "Loop",
    "Owner",
    "PoisonGuard",
    "TailCheck",
    "TailParams",
    "Watchdog",
    "register",
    "start_again",
]
