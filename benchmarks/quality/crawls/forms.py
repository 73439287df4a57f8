"""Search forms and their query fields on annotated pages (`forms`).

python -m benchmarks.quality forms
"""

from __future__ import annotations

from collections.abc import Iterator

from upwell.models.tree.parse import parse
from upwell.models.tree.tagtree import Form
from upwell.models.urls.search_forms import judge

from ..datasets import pages, score, unpacked
from ..figures import Figure, show

NO_INPUT = frozenset({"hidden", "submit", "image", "button", "reset"})


def measure(quick: bool = False) -> list[Figure]:
    """P, R, F1 of search forms; share of true search forms whose query field is right.

    References
    ----------
    ENT 3; fig. 3.
    """
    root = unpacked("forms")
    if root is None:
        return []
    predictions: dict[str, list[str]] = {}
    fields: list[bool] = []
    searching: list[Form] = []
    for page in pages(root):
        forms = parse(page.body).forms
        verdicts = [judge(form) for form in forms]
        predictions[page.name] = ["search" if v.search else "other" for v in verdicts]
        gold = page.truth["forms"]
        if page.truth.get("form_elements") != len(gold) or len(gold) != len(verdicts):
            continue
        for form, true, verdict in zip(forms, gold, verdicts, strict=True):
            if true["type"] == "search":
                searching.append(form)
            names = [n for n, kind in true["fields"].items() if kind == "search query"]
            if true["type"] == "search" and names and verdict.search:
                fields.append(verdict.field in names)
    found = score("forms", root, predictions)
    return [
        Figure("search forms, precision", found["search_precision"], 0.987),
        Figure("search forms, recall", found["search_recall"], 0.939),
        Figure("search forms, F1", found["search_f1"], 0.963, 0.944),
        Figure("query field of forms found", sum(fields) / len(fields), 0.989, 0.98),
        *_census(searching),
    ]


def _census(forms: list[Form]) -> Iterator[Figure]:
    """Figure 3a: input fields of search forms, beside what the paper counted on its 100 sites."""
    inputs = [[f for f in form.fields if f.type not in NO_INPUT] for form in forms]
    texts = [sum(f.type in ("text", "search") for f in fields) for fields in inputs]
    few = [len(fields) in (1, 2) for fields in inputs]
    yield Figure("fig. 3a: one or two input fields", sum(few) / len(few), 0.80)
    for n, told in ((0, 0.03), (1, None), (2, 0.04)):
        share = texts.count(n) / len(texts)
        yield Figure(f"fig. 3a: text fields: {n}", share, told)


def main() -> None:
    """Print the figures."""
    show(measure())


if __name__ == "__main__":
    main()
