"""Columns of rows and of own pages that say the same of their objects: they have one name."""

from .applied import with_shared_names
from .names import NO_NAMES, SharedNames, shared_names
from .pairs import Pairs

__all__ = ["NO_NAMES", "Pairs", "SharedNames", "shared_names", "with_shared_names"]
