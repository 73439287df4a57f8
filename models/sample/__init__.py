"""Hash-chosen samples."""

from .lowest import admits, lowest, page_hash

__all__ = ["admits", "lowest", "page_hash"]
