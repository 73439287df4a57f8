"""The one loop that runs every reducer, in the order of DESIGN 4.3."""

from .hand import Hand
from .leave import start_again
from .loop import Loop, Owner
from .on_faust import BatchParams, register
from .pool import Pool, PoolParams

__all__ = ["BatchParams", "Hand", "Loop", "Owner", "Pool", "PoolParams", "register", "start_again"]
