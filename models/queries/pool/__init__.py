"""The query pool of a crawl: what came back, what to ask next, how it is stored."""

from .pool import GIVEN, Proposal, QueryPool, object_hash

__all__ = ["GIVEN", "Proposal", "QueryPool", "object_hash"]
