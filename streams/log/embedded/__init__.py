"""The embedded side of the log port: SQLite behind an event loop, no broker (DESIGN 5)."""

from .log import EmbeddedLog

__all__ = ["EmbeddedLog"]
