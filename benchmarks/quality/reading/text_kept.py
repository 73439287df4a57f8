"""Text that a tokenizer sees in the source and the tree does not hold: `python -m
benchmarks.quality text_kept`.

The tokenizer shares nothing with the parsers: it drops comments, scripts, style sheets and what
else is never shown, then tags, and counts letters and digits. A page that keeps less than 0.99
of them and is not flagged is a silent loss.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from upwell.models.tree import TagTree, parse
from upwell.models.tree.parse import Engine
from upwell.models.tree.raw.encoding import decoded

from ..datasets import unpacked
from ..figures import Figure, show

SETS = ("serp", "wien", "wcxb", "big9", "swde")
QUICK = 60  # of so many pages one
KEPT = 0.99
# What follows a tag's name: quotes count after an equals sign only.
_ATTRIBUTES = r"""(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)|[^>=]|=)*+>"""
# In a script, from `<!--` to `-->`, an inner `<script>` and its end are text (the standard's
# "script data double escaped state"): the next `</script>` is the end.
_ESCAPED_SCRIPT = (
    r"<script(?=[\s/>])" + _ATTRIBUTES + r"(?:(?!</script|<!--).)*<!--(?:(?:(?!-->|</?script).)*"
    r"<script(?=[\s/>])(?:(?!-->|</script).)*</script\s*>)+.*?(?:</script\s*>|\Z)"
)
_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?\]\]>|"
    + _ESCAPED_SCRIPT
    + r"|<(script|style|head|noscript|template|select|textarea"
    r"|option|iframe|svg|object|applet|title)(?=[\s/>])" + _ATTRIBUTES + r".*?(?:</\1\s*>|\Z)",
    re.S | re.I,
)
_TAG = re.compile(r"</?[a-zA-Z]" + _ATTRIBUTES + r"|<[!?][^>]*>")
_LETTER = re.compile(r"[^\W_]")


def measure(quick: bool = False) -> list[Figure]:
    """Pages that lose text and do not say so, by set and engine."""
    figures = []
    for name in SETS:
        root = unpacked(name)
        if root is None:
            continue
        pages = sorted(root.glob("*/pages/*.html"))[:: QUICK if quick else 1]
        for engine in _engines():
            silent = _silent(pages, engine)
            n = len(pages)
            title = f"text lost silently, {engine}, {n:,} pages of {name}"
            figures.append(Figure(title, len(silent), None, 0.0, "lower"))
            for path, share in silent[:3]:
                print(f"  {share:.3f} {engine} {path.relative_to(root)}", file=sys.stderr)
    return figures


def _engines() -> Iterator[Engine]:
    yield "lxml"
    try:
        import selectolax.lexbor  # noqa: F401
    except ImportError:
        print("not measured: lexbor, for selectolax is absent")
    else:
        yield "lexbor"


def _silent(pages: list[Path], engine: Engine) -> list[tuple[Path, float]]:
    found = []
    for path in pages:
        body = path.read_bytes()
        tree = parse(body, engine=engine)
        share = kept(body, tree)
        if share < KEPT and not tree.truncated:
            found.append((path, share))
    return found


def kept(body: bytes, tree: TagTree) -> float:
    """Letters and digits of the tree, of those the tokenizer sees; at most 1.

    >>> page = b"<p>seen <b>text</b><script>no</script><!-- no -->"
    >>> kept(page, parse(page))
    1.0
    >>> page = b"<script><!-- write('<script></script>'); code --></script>seen"
    >>> kept(page, parse(page))
    1.0
    """
    source = decoded(body)[0].replace("\0", "")
    seen = html.unescape(_TAG.sub(" ", _UNSEEN.sub(" ", source)))
    n_seen = len(_LETTER.findall(seen))
    n_kept = sum(len(_LETTER.findall(string)) for string in tree.text if string)
    return min(1.0, n_kept / n_seen) if n_seen else 1.0


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
