"""The one loop that runs every reducer, in the order of DESIGN 4.3."""

from .hand import Hand
from .leave import start_again
from .loop import Loop, Owner
from .on_faust import BatchParams, FaustOwner, register
from .tail import TailCheck, TailParams
from .unbroken import Unbroken
from .watchdog import Watchdog

__all__ = [
    "BatchParams",
    "FaustOwner",
    "Hand",
    "Loop",
    "Owner",
    "TailCheck",
    "TailParams",
    "Unbroken",
    "Watchdog",
    "register",
    "start_again",
]
