"""How the parts of a run begin: with a number, with a link."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from ..tree.tagtree import TagTree
from .segment import Part

_NUMBER = re.compile(r"\W{0,3}(\d{1,4})\b")
_LETTERS = 12  # of a part's beginning, in which its number stands


def numbered(tree: TagTree, parts: list[Part]) -> float:
    """Share of the parts behind the first whose number is one more than that of the part before.

    Numbers count the answers, and nothing else on a page is counted: menus and advertisements
    are not.
    """
    numbers = [_number(tree, part) for part in parts]
    steps = sum(a is not None and b == a + 1 for a, b in pairwise(numbers))
    return steps / max(1, len(parts) - 1)


def leading(tree: TagTree, parts: Iterable[Part]) -> float:
    """Share of the parts whose first words, their number apart, are a link."""
    found = [_leads(tree, part) for part in parts]
    return sum(found) / max(1, len(found))


def _number(tree: TagTree, part: Part) -> int | None:
    beginning = ""
    for text in tree.text[part[0] : part[1]]:
        if text is not None:
            beginning = f"{beginning} {text.strip()}".strip()
            if len(beginning) > _LETTERS:
                break
    found = _NUMBER.match(beginning)
    return int(found[1]) if found else None


def _leads(tree: TagTree, part: Part) -> bool:
    for node in range(*part):
        text = tree.text[node]
        if text is not None and tree.words[node] > 0 and not text.strip(" .\n\t").isdigit():
            return bool(tree.linked[node] > 0)
    return False
