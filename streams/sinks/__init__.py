"""Where changes go: files that keep their position and take no record twice, and streams."""

from .jsonl import JsonLines
from .lines import Lines, object_lines, reading_lines
from .ownership import MANIFEST, STDOUT, behind_links, is_stream, require_ours, require_writable
from .port import Sink
from .stream import Stream, drop_rest

__all__ = [
    "MANIFEST",
    "STDOUT",
    "JsonLines",
    "Lines",
    "Sink",
    "Stream",
    "behind_links",
    "drop_rest",
    "is_stream",
    "object_lines",
    "reading_lines",
    "require_ours",
    "require_writable",
]
