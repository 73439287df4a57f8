"""The same site in another dress: names, wrappers, white space and banners say nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from xxhash import xxh32_hexdigest

from .pages import Page

_CLASS = re.compile(rb'(\sclass=)(["\'])(.*?)\2', re.S)
_TAG = re.compile(rb"<([a-zA-Z][\w-]*)((?:\s+[\w:-]+=\"[^\"<>]*\"){2,})(\s*/?>)")
_ATTRIBUTE = re.compile(rb'\s+[\w:-]+="[^"<>]*"')
_BODY = re.compile(rb"(<body[^>]*>)(.*)(</body>)", re.S | re.I)
_VERBATIM = re.compile(rb"(?is)<(pre|textarea|script|style)\b")

Dressing = Callable[[Sequence[Page]], list[Page]]


def rename_classes(pages: Sequence[Page]) -> list[Page]:
    """Every class of the site under another name, the same one everywhere."""

    def renamed(found: re.Match[bytes]) -> bytes:
        names = b" ".join(b"c" + xxh32_hexdigest(n).encode() for n in found[3].split())
        return found[1] + b'"' + names + b'"'

    return _each(pages, lambda body: _CLASS.sub(renamed, body))


def wrap_body(pages: Sequence[Page]) -> list[Page]:
    """Three boxes around everything that is shown."""
    opened, closed = b'<div class="outer"><div><main class="page">', b"</main></div></div>"
    return _each(
        pages,
        lambda body: _BODY.sub(lambda m: m[1] + opened + m[2] + closed + m[3], body, count=1),
    )


def respace(pages: Sequence[Page]) -> list[Page]:
    """Attributes in another order, more white space between the blocks."""

    def turned(found: re.Match[bytes]) -> bytes:
        return b"<" + found[1] + b"".join(reversed(_ATTRIBUTE.findall(found[2]))) + found[3]

    def change(body: bytes) -> bytes:
        spaced = body if _VERBATIM.search(body) else body.replace(b"</div>", b"\n  </div>\n")
        return _TAG.sub(turned, spaced)

    return _each(pages, change)


def add_banner(pages: Sequence[Page]) -> list[Page]:
    """A notice with a link at the top of every page."""
    banner = (
        b'<div class="notice" role="region"><p>We use cookies to make this site work for you.</p>'
        b'<a href="/privacy">Read more</a> <button>Accept</button></div>'
    )
    return _each(pages, lambda body: _BODY.sub(lambda m: m[1] + banner + m[2] + m[3], body))


def shuffle(pages: Sequence[Page], seed: int) -> list[Page]:
    """The same pages in another order."""
    turned = list(pages)
    Random(f"laws {seed}").shuffle(turned)
    return turned


DRESSINGS: dict[str, Dressing] = {
    "classes renamed": rename_classes,
    "wrapped": wrap_body,
    "white space and attributes": respace,
    "a banner": add_banner,
}


def _each(pages: Sequence[Page], change: Callable[[bytes], bytes]) -> list[Page]:
    return [page._replace(body=change(page.body)) for page in pages]
