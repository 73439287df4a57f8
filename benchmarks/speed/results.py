"""What was measured, where and with what: one JSON file a run, to be compared with later ones."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.quality.figures import Figure
from upwell.models.tree import PARSER

FOLDER = Path(__file__).parents[1] / "results"
PACKAGES = ("lxml", "numpy", "selectolax", "PyStemmer", "ada-url")


def written(found: Mapping[str, Sequence[Figure]], folder: Path = FOLDER) -> Path:
    """Write the figures of a run as `speed.json`; those of modules that did not run stay."""
    path = folder / "speed.json"
    held = json.loads(path.read_text("utf-8")) if path.exists() else {}
    figures = held.get("figures", {}) | {
        name: {figure.name: round(figure.value, 3) for figure in figures}
        for name, figures in found.items()
    }
    folder.mkdir(parents=True, exist_ok=True)
    told = {"machine": machine(), "versions": versions(), "figures": figures}
    path.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", "utf-8")
    return path


def machine() -> dict[str, str | int]:
    """What ratios may depend on: processor, number of cores, Python."""
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count() or 0,
        "system": platform.system(),
        "python": platform.python_version(),
    }


def versions() -> dict[str, str]:
    """Of the packages that a page passes through; those that are missing are left out."""
    found = {"parser": PARSER}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
