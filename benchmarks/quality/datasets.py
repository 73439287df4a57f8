"""Test sets with ground truth: unpacked once, scored by the sets' own script."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Page(NamedTuple):
    """A page of a set: where it is, what it says, and what is true of it."""

    site: str
    name: str  # site/file.html, as predictions are keyed
    body: bytes
    truth: dict[str, Any]


def data_root() -> Path:
    """Where the sets are: `$UPWELL_DATA`, else `../shared/data` beside the project."""
    return Path(os.environ.get("UPWELL_DATA") or ROOT.parent / "shared" / "data")


@cache
def unpacked(name: str) -> Path | None:
    """Folder of an unpacked set; None when the set is not at hand."""
    archive = data_root() / name / f"{name}.tar.xz"
    if not archive.exists():
        print(f"not measured: {archive} is absent")
        return None
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()[:16]
    cache_dir = Path(tempfile.gettempdir()) / f"upwell-data-{digest}"
    if not cache_dir.exists():
        with tempfile.TemporaryDirectory(dir=cache_dir.parent) as fresh:
            with tarfile.open(archive) as tar:
                tar.extractall(fresh, filter="data")
            try:
                Path(fresh).rename(cache_dir)
            except OSError:  # somebody else was faster
                return cache_dir / name
            Path(fresh).mkdir()  # for the context manager to remove
    return cache_dir / name


def pages(root: Path) -> Iterator[Page]:
    """The pages of an unpacked set, by site and file."""
    for truth_file in sorted(root.glob("*/truth.json")):
        truth = json.loads(truth_file.read_text("utf-8"))
        for file, entry in sorted(truth["pages"].items()):
            path = truth_file.parent / "pages" / file
            if path.exists():
                yield Page(truth["site"], f"{truth['site']}/{file}", path.read_bytes(), entry)


def score(kind: str, root: Path, predictions: dict[str, Any]) -> dict[str, Any]:
    """What the sets' script says about predictions."""
    found: dict[str, Any] = getattr(_scorer(), kind)(str(root), predictions)
    return found


@cache
def _scorer() -> ModuleType:
    path = data_root().parent / "tools" / "score.py"
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
