"""The one loop that runs every reducer, in the order of DESIGN 4.3."""

from .hand import Hand
from .leave import start_again
from .loop import Loop, Owner
from .pool import Pool, PoolParams

__all__ = ["Hand", "Loop", "Owner", "Pool", "PoolParams", "start_again"]
