"""JSON-LD of a page: the scripts in which a site states its data for search engines."""

from __future__ import annotations

import re

from .params import MOST_JSON_LD

_MARK = b"ld+json"
_SCRIPT = re.compile(
    rb"""<script\b[^>]*?\btype\s*=\s*["']?application/ld\+json\b[^>]*+>(.*?)</script""", re.I | re.S
)


def json_ld(source: bytes) -> tuple[bytes, ...]:
    """The scripts of a page that hold JSON-LD, as written, up to 256 KiB together.

    >>> json_ld(b'<script type="application/ld+json">{"name": "Otter"}</script><script>x</script>')
    (b'{"name": "Otter"}',)
    """
    if _MARK not in source:
        return ()
    out: list[bytes] = []
    left = MOST_JSON_LD
    for script in _SCRIPT.finditer(source):
        left -= len(script[1])
        if left < 0:
            break
        out.append(script[1].strip())
    return tuple(out)
