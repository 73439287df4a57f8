"""What is bounded in the source before lexbor sees it."""

from __future__ import annotations

from .source import Budget, mended


def bounded(source: bytes, budget: Budget) -> tuple[bytes, bool]:
    """UTF-8 bytes to parse, and whether something was left out."""
    return mended(source, budget)
