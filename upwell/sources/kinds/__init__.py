"""What sources hold: records of many kinds from seeded grammars, that read like data."""

from .grammar import Grammar
from .kind import KINDS, Kind, entities, records
from .log import Logged, query_log

__all__ = ["KINDS", "Grammar", "Kind", "Logged", "entities", "query_log", "records"]
