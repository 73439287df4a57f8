"""What speaks for a text block being content, and how much each sign weighs."""

from .scoring import Evidence, evidence, features

__all__ = ["Evidence", "evidence", "features"]
