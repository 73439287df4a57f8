"""Records of list pages, apart by whether the truth describes pages of that kind.

An application has more lists than its `selectors.json` describes: reports, categories, logs. To the
bench each of their records is wrong. Here it is right if it stands for a true object.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..run import ratio

UNDESCRIBED = frozenset({"other", "offsite"})  # kinds that no truth speaks of

Score = Callable[[str, Path], dict[str, Any]]


def listed_figures(bench: Score, folder: Path) -> dict[str, Any]:
    """Precision and recall where the truth describes the page; elsewhere, who is an object.

    Parameters
    ----------
    bench
        Scores a file: pages by `score`, objects by `file`.
    folder
        Holds `truth.jsonl` and `scored.jsonl`; pages without a truth are left out.
    """
    kinds = {line["url"]: line["kind"] for line in _lines(folder / "truth.jsonl")}
    pages = [page for page in _lines(folder / "scored.jsonl") if page["url"] in kinds]
    described = [page for page in pages if kinds[page["url"]] not in UNDESCRIBED]
    others = [page for page in pages if kinds[page["url"]] in UNDESCRIBED]
    found = _scored(bench, "score", folder, described).get("objects_on_list_pages", {})
    objects = [
        {"id": f"{number}-{place}", "text": one["text"], "links": one["links"]}
        for number, page in enumerate(others)
        for place, one in enumerate(page["objects"])
    ]
    counted = _scored(bench, "file", folder, objects) if objects else {"objects": 0, "false": 0}
    return {
        "described_precision": found.get("precision"),
        "described_recall": found.get("recall"),
        "elsewhere_precision": ratio(counted["objects"] - counted["false"], counted["objects"]),
    }


def _scored(
    bench: Score, what: str, folder: Path, lines: Iterable[dict[str, Any]]
) -> dict[str, Any]:
    path = folder / "part.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    try:
        return bench(what, path)
    finally:
        path.unlink()


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(map(json.loads, lines))
