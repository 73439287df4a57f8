"""Search forms and their query fields on annotated pages (`forms`).

python -m benchmarks.quality.forms
"""

from __future__ import annotations

from upwell.models.tree.parse import parse
from upwell.models.urls.forms import judge

from .datasets import pages, score, unpacked
from .figures import Figure, show


def measure(quick: bool = False) -> list[Figure]:
    """P, R, F1 of search forms; share of true search forms whose query field is right."""
    root = unpacked("forms")
    if root is None:
        return []
    predictions: dict[str, list[str]] = {}
    fields: list[bool] = []
    for page in pages(root):
        forms = parse(page.body).forms
        verdicts = [judge(form) for form in forms]
        predictions[page.name] = ["search" if v.search else "other" for v in verdicts]
        gold = page.truth["forms"]
        if page.truth.get("form_elements") != len(gold) or len(gold) != len(verdicts):
            continue
        for true, verdict in zip(gold, verdicts, strict=True):
            names = [n for n, kind in true["fields"].items() if kind == "search query"]
            if true["type"] == "search" and names and verdict.search:
                fields.append(verdict.field in names)
    found = score("forms", root, predictions)
    return [
        Figure("search forms, precision", found["search_precision"], 0.987),
        Figure("search forms, recall", found["search_recall"], 0.939),
        Figure("search forms, F1", found["search_f1"], 0.963, 0.955),
        Figure("query field of forms found", sum(fields) / len(fields), 0.989, 0.98),
    ]


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
