"""The query pool of a crawl: what came back, what to ask next, how it is stored."""

from .object_hash import object_hash
from .pool import GIVEN, QueryPool
from .proposal import Proposal

__all__ = ["GIVEN", "Proposal", "QueryPool", "object_hash"]
