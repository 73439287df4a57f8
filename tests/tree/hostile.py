"""Pages made to break a parser (the hazards' catalogue, C), small in code and large in bytes."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from pathlib import Path

MANY = 10_000
STATUS = Path("/proc/self/status")


def attributes(n: int, value: str = "1") -> bytes:
    return b" ".join(b"a%d=" % i + value.encode() for i in range(n))


# page, whether something must be cut and said
PAGES: dict[str, tuple[Callable[[], bytes], bool]] = {
    "open elements": (lambda: b"<div>" * 10 * MANY + b"x", True),
    "a million nodes": (lambda: b"<br>" * 1_000_000, True),
    "attributes": (lambda: b"<div " + attributes(100_000) + b">x", True),
    "attributes that look like tags": (
        lambda: b"<div " + attributes(100_000, "'<p a=\">\">'") + b">x",
        True,
    ),
    "attributes that hide where their tag ends": (
        lambda: b"<div " + attributes(60_000, "'<>'") + b">x",
        True,
    ),
    "attributes without values, some others hide where their tag ends": (
        lambda: (
            b"<div "
            + b" ".join(b"a%d" % i + b"='<>>'" * (i % 1_000 == 0) for i in range(60_000))
            + b">x"
        ),
        True,
    ),
    "an attribute of balanced tags": (
        lambda: b"<p title='" + b"<b x=1></b>" * MANY + b"'>x",
        False,
    ),
    "formatting that is never closed": (
        lambda: b"".join(b"<b id=%d>" % i for i in range(MANY)) + b"x",
        True,
    ),
    "formatting that every block opens anew": (
        lambda: (
            b"<p>" + b"".join(b"<b id=%d>" % i for i in range(2_000)) + b"</p>" + b"<p>x</p>" * MANY
        ),
        True,
    ),
    "links around blocks": (lambda: b"<a><div><div><div></a>" * MANY, True),
    "a comment of 5 MB": (lambda: b"<p>a<!--" + b"x-" * 2_500_000, True),
    "tables in tables": (lambda: b"<table><tr><td>" * MANY, True),
    "text beside a table": (lambda: b"<table>" + (b"<tr>" + b"y" * 40 + b"<td>z") * MANY, False),
    "text between tags that are ignored": (
        lambda: b"".join(b"%b<body a%d=1>" % (b"y" * 60, i) for i in range(MANY)),
        False,
    ),
    "forms": (lambda: b"<form><input name=q></form>" * MANY, False),
    "options": (lambda: b"<form><select>" + b"<option>x" * 100_000, False),
    "an unbroken text": (lambda: b"<p>" + b"word " * 800_000, False),
    "laughs": (
        lambda: (
            b"<!DOCTYPE html [<!ENTITY a 'ha'>"
            + b"".join(b"<!ENTITY %c '&%c;&%c;'>" % (98 + i, 97 + i, 97 + i) for i in range(20))
            + b"]><p>&u;x"
        ),
        False,
    ),
    "plaintext": (lambda: b"<p>a<plaintext>" + b"<p>x" * MANY, False),
    "CDATA": (lambda: b"<svg><![CDATA[x]]></svg>" * MANY, False),
    "UTF-16": (lambda: ("<p>é" * MANY).encode("utf-16"), False),
    "surrogates": (lambda: b"\xff\xfe" + b"\x00\xd8" * MANY, False),
    "NULs": (lambda: b"<p>\0a" * MANY, False),
}


def peak_mebibytes() -> int:
    """The most memory this process has held, by Linux's word; what started it is not counted, as
    it is in `ru_maxrss` after a fork."""
    if not STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    peak = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) >> 10


def main(engine: str, names: list[str]) -> None:
    """Parse pages one after another; print the most memory that was held, in MiB."""
    from upwell.models.tree.parse import parse

    for name in names:
        parse(PAGES[name][0](), url="http://h/", engine="lexbor" if engine == "lexbor" else "lxml")
    print(peak_mebibytes())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
