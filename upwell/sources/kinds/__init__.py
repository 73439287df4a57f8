"""What sources hold: records of many kinds from seeded grammars, that read like data."""

from .kind import KINDS, Kind, entities, records

__all__ = ["KINDS", "Kind", "entities", "records"]
