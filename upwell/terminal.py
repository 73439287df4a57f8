"""Text of others as it may be shown to people: without what would steer their terminal."""

from __future__ import annotations

_CONTROLS = {
    code: None
    for first, last in (
        (0x00, 0x08),  # C0, but for tab and line feed
        (0x0B, 0x1F),
        (0x7F, 0x9F),  # delete, C1
        (0x200E, 0x200F),  # marks and overrides of direction
        (0x202A, 0x202E),
        (0x2066, 0x2069),
    )
    for code in range(first, last + 1)
}


def printable(text: str) -> str:
    """The same without control characters; what is left of a sequence is plain text.

    >>> printable("a\\x1b]8;;http://x.test\\x07b\\x9b2Jc")
    'a]8;;http://x.testb2Jc'
    """
    return text.translate(_CONTROLS)


def on_one_line(text: str) -> str:
    """The same, folded: a line break of others begins no line of ours.

    >>> on_one_line("a.html\\nupwell: all is well")
    'a.html upwell: all is well'
    """
    return " ".join(printable(text).split())
