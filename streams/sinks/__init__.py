"""Where changes go: one sink a file, each with its own position, idempotent by its records."""

from .jsonl import JsonLines
from .lines import Lines, object_lines, reading_lines
from .port import Sink

__all__ = ["JsonLines", "Lines", "Sink", "object_lines", "reading_lines"]
