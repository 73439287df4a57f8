"""How the parts of a run begin: with a number, with a link. Found once for all nodes of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from upwell.models.tree.tagtree import TagTree

_NUMBER = re.compile(r"\W{0,3}(\d{1,4})\b")
_LETTERS = 12  # of a part's beginning, in which its number stands


class PartStarts:
    """The first text and the first words from each node on."""

    def __init__(self, tree: TagTree) -> None:
        self._tree = tree
        self._numbers = _Numbers(tree.text)

    def numbered(self, starts: Sequence[int]) -> float:
        """Share of the parts behind the first whose number is one more than the one before.

        Numbers count the answers, and nothing else on a page is counted: menus and
        advertisements are not.
        """
        at, known = self._next_text, self._numbers
        numbers = [known[at[start]] for start in starts]
        if numbers.count(None) == len(numbers):
            return 0.0
        steps = sum([a is not None and b == a + 1 for a, b in pairwise(numbers)])
        return steps / max(1, len(starts) - 1)

    def leading(self, parts: Iterable[tuple[int, int]]) -> float:
        """Share of the parts whose first words, their number apart, are a link."""
        first, linked = self._first_words
        found = [(at := first[a]) < b and linked[at] for a, b in parts]
        return found.count(True) / max(1, len(found))

    def number(self, start: int) -> int | None:
        """The number that the text from a node on begins with."""
        return self._numbers[self._next_text[start]]

    @cached_property
    def _next_text(self) -> list[int]:
        """From each node on: the first content node."""
        texts = np.flatnonzero([text is not None for text in self._tree.text])
        following = np.append(texts, self._tree.n)[np.searchsorted(texts, np.arange(self._tree.n))]
        nodes: list[int] = following.tolist()
        return nodes

    @cached_property
    def _first_words(self) -> tuple[list[int], list[bool]]:
        """From each node on: the first node with words that are no number; whether it is linked."""
        tree = self._tree
        worded: list[int] = np.flatnonzero(tree.words).tolist()
        short = set(np.flatnonzero(tree.words == 1).tolist())
        telling = [u for u in worded if u not in short or not _is_number(tree.text[u])]
        at = np.array([*telling, tree.n])
        first = (
            at[np.searchsorted(telling, np.arange(tree.n))] if telling else np.full(tree.n, tree.n)
        )
        return first.tolist(), [*(tree.linked > 0).tolist(), False]


class _Numbers(dict[int, int | None]):
    """The number that the text from a content node on begins with, if it begins with one."""

    def __init__(self, text: Sequence[str | None]) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, at: int) -> int | None:
        text = self._text[at] if at < len(self._text) else None
        letter = text is not None and text.lstrip()[:1].isalpha()  # as most texts begin
        number = self[at] = None if letter else self._number(at)
        return number

    def _number(self, at: int) -> int | None:
        beginning = ""
        for node in range(at, len(self._text)):
            text = self._text[node]
            if text is not None:
                beginning = f"{beginning} {text.strip()}".strip()
                if len(beginning) > _LETTERS or beginning[:1].isalpha():
                    break
        found = None if beginning[:1].isalpha() else _NUMBER.match(beginning)
        return int(found[1]) if found else None


def _is_number(text: str | None) -> bool:
    return text is not None and text.strip(" .\n\t").isdigit()
