"""JSON-LD of a page: the scripts in which a site states its data for search engines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..params import LONGEST_SCRIPT_TAG, MOST_JSON_LD

_MARK = b"ld+json"
_SCRIPT = re.compile(rb"<script(?![\w-])", re.I)
_TYPE = re.compile(rb"""(?<![\w-])type\s*=\s*["']?application/ld\+json(?![\w+-])""", re.I)
_END = re.compile(rb"</script", re.I)


def json_ld(source: bytes) -> tuple[bytes, ...]:
    """The scripts of a page that hold JSON-LD, as written, up to 256 KiB together.

    >>> json_ld(b'<script type="application/ld+json">{"name": "Otter"}</script><script>x</script>')
    (b'{"name": "Otter"}',)
    """
    if _MARK not in source:
        return ()
    out: list[bytes] = []
    left = MOST_JSON_LD
    for content in _scripts(source):
        left -= len(content)
        if left < 0:
            break
        out.append(content.strip())
    return tuple(out)


def _scripts(source: bytes) -> Iterator[bytes]:
    """The contents of scripts of the type; every byte is looked at once, even of open ones."""
    at = 0
    while (tag := _SCRIPT.search(source, at)) is not None:
        start = source.find(b">", tag.end(), tag.end() + LONGEST_SCRIPT_TAG)
        if start < 0:
            at = tag.end()
            continue
        found = _END.search(source, start)
        if found is None:
            return
        end = found.start()
        if _TYPE.search(source, tag.end(), start):
            yield source[start + 1 : end]
        at = end
