"""The one loop that runs every reducer, in the order of DESIGN 4.3."""

from .hand import Hand
from .leave import start_again
from .loop import Loop, Owner
from .on_faust import BatchParams, register

__all__ = ["BatchParams", "Hand", "Loop", "Owner", "register", "start_again"]
