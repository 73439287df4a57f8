"""Processes of their own for work that is long or dangerous: parsing what the web sent.

A process imports this room and what it prepares with, nothing of the stream.
"""

from .failure import Failure
from .limits import ParserLimits
from .pool import Pool, PoolParams

__all__ = ["Failure", "ParserLimits", "Pool", "PoolParams"]
