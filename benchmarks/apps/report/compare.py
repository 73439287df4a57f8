"""The newest figures beside those before them, an application at a time."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from ..run import Run
from .results import before, newest
from .table import Row, Value, columns, mean, text_of

SHOWN = 9  # characters of a commit
Site = tuple[str, str]  # an application, plain or dressed


def compare(path: Path) -> str:
    """Each application, as it is and dressed: figures before, newest, and the difference."""
    last = newest(path)
    if last is None:
        return f"nothing was measured yet: there is no {path}"
    measured = [*before(path)[-1:], last]
    shown = columns([run for one in measured for run in one.runs])
    sites = [(one.commit[:SHOWN], by_site(one.runs)) for one in measured]
    rows = []
    for site in sorted({site for _, runs in sites for site in runs}):
        both = [
            Row((*site, name), [mean(runs.get(site, []), column) for column in shown])
            for name, runs in sites
        ]
        rows += both
        if len(both) == 2:
            rows.append(Row(("", "", "change"), _difference(both[0].figures, both[1].figures)))
    return text_of(("application", "dress", "commit"), rows, shown)


def by_site(runs: list[Run]) -> dict[Site, list[Run]]:
    """Runs of each application; all its dresses are one, since every commit draws others."""
    found = defaultdict(list)
    for run in runs:
        found[run.app, "plain" if run.dress is None else "dressed"].append(run)
    return dict(found)


def _difference(old: list[Value], new: list[Value]) -> list[Value]:
    return [None if a is None or b is None else b - a for a, b in zip(old, new, strict=True)]
