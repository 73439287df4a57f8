"""Records of list pages without the words that every record of a page repeats.

A dress gives each record a button or two that are no part of the truth. Whoever reads what a page
shows reads them, and a record of three words is then wrong to the bench. Here the words do not
count that all records of a page have as it was read, and none of the truth.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from ..run import ratio

ALIKE = 0.8  # F1 of words from which the bench takes a record for a true one
UNSCORED = frozenset({"other", "offsite", "single"})  # kinds without records
Words = Counter[str]


def telling_figures(folder: Path) -> dict[str, Any]:
    """Precision and recall of the records of the pages in `scored.jsonl`, by `truth.jsonl`."""
    truths = {line["url"]: line for line in _lines(folder / "truth.jsonl")}
    pages = [
        (_records(page["objects"]), _records(truths[page["url"]]["objects"]))
        for page in _lines(folder / "scored.jsonl")
        if page["url"] in truths and truths[page["url"]]["kind"] not in UNSCORED
    ]
    extra = [repeated(found, true) for found, true in pages if min(len(found), len(true)) > 1]
    usual = common(extra)
    n_right = 0
    for found, true in pages:
        idle = repeated(found, true) if min(len(found), len(true)) > 1 else usual
        n_right += n_alike([words - idle for words in found], true)
    return {
        "telling_precision": ratio(n_right, sum(len(found) for found, _ in pages)),
        "telling_recall": ratio(n_right, sum(len(true) for _, true in pages)),
    }


def repeated(found: Sequence[Words], true: Sequence[Words]) -> Words:
    """Words of all records as they were read that no true one has, or not so often.

    >>> repeated([Counter("ox buy".split()), Counter("ewe buy".split())], [Counter(["ox"])])
    Counter({'buy': 1})
    >>> repeated([Counter("ox new".split()), Counter("ewe new".split())], [Counter(["new"])])
    Counter()
    """
    said = Words()
    for words in true:
        said |= words
    return common(found) - said


def common(records: Iterable[Words]) -> Words:
    """The words that all of some records have, as often as all have them."""
    held = list(records)
    return reduce(lambda one, two: one & two, held) if held else Counter()


def n_alike(found: Iterable[Words], true: Iterable[Words]) -> int:
    """How many records are true ones, one to one in their order, as the bench has it."""
    left, n = list(true), 0
    for words in found:
        best = max(left, key=lambda one: _f1(words, one), default=None)
        if best is not None and _f1(words, best) >= ALIKE:
            left.remove(best)
            n += 1
    return n


def _f1(one: Words, two: Words) -> float:
    n = one.total() + two.total()
    return 2 * (one & two).total() / n if n else 1.0


def _records(objects: Iterable[dict[str, Any]]) -> list[Words]:
    return [Counter(re.findall(r"\w+", one["text"].lower())) for one in objects]


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(map(json.loads, lines))
