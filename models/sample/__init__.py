"""Hash-chosen samples."""

from .lowest import admits, key_hash, lowest

__all__ = ["admits", "key_hash", "lowest"]
