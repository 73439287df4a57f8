"""Test sets with ground truth: unpacked once, scored by the sets' own script.

A set of sites is given without those that are sealed (`sealed`): every way into it passes here.
"""

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

from .sealed import is_read, part

ROOT = Path(__file__).resolve().parents[2]


# Floors were measured on these editions of the archives (first 16 digits of their SHA-256).
PINNED = {
    "big9": "456142d071914e1f",
    "forms": "ee638af7845ef2c8",
    "pagination": "f0620bd0113c3942",
    "pagetypes-paths": "1a2cef3c17151396",
    "serp": "fe807c0870370e6a",
    "swde": "4b10028dd50165df",
    "text-20news": "4280bc7bc05421d9",
    "wcxb": "5ba8a93902655a1b",
    "wien": "46cf7f61de7282d3",
}
other_editions: set[str] = set()  # sets met with another digest: their floors are not judged


class Page(NamedTuple):
    """A page of a set: where it is, what it says, and what is true of it."""

    site: str
    name: str  # site/file.html, as predictions are keyed
    body: bytes
    truth: dict[str, Any]


def data_root() -> Path:
    """Where the sets are: `$UPWELL_DATA`, else `../shared/data` beside the project."""
    return Path(os.environ.get("UPWELL_DATA") or ROOT.parent / "shared" / "data")


def unpacked(name: str) -> Path | None:
    """Folder with the sites of a set that may be read; None when there are none."""
    root = _unpacked(name)
    return None if root is None else _permitted(root, part())


@cache
def _permitted(root: Path, which: str) -> Path | None:
    """Links to those sites of a set that belong to a part; a set without sites is open whole."""
    sites = sorted(path for path in root.iterdir() if path.is_dir())
    chosen = [site for site in sites if is_read(site.name)]
    if not sites:
        return root if which == "open" else None
    if not chosen:
        print(f"not measured: no site of {root.name} is {which}")
        return None
    folder = root.parent.with_name(f"{root.parent.name}-{which}")
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
            (Path(fresh) / root.name).mkdir()
            for site in chosen:
                (Path(fresh) / root.name / site.name).symlink_to(site, target_is_directory=True)
            _move(Path(fresh), folder)
    return folder / root.name


@cache
def _unpacked(name: str) -> Path | None:
    archive = data_root() / name / f"{name}.tar.xz"
    if not archive.exists():
        print(f"not measured: {archive} is absent")
        return None
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()[:16]
    if PINNED.get(name, digest) != digest:
        other_editions.add(name)
        print(f"{name} is another edition ({digest}): its floors, for {PINNED[name]}, do not hold")
    cache_dir = Path(tempfile.gettempdir()) / f"upwell-data-{digest}"
    if not cache_dir.exists():
        with tempfile.TemporaryDirectory(dir=cache_dir.parent) as fresh:
            with tarfile.open(archive) as tar:
                tar.extractall(fresh, filter="data")
            _move(Path(fresh), cache_dir)
    return cache_dir / name


def _move(fresh: Path, target: Path) -> None:
    """Give a folder its name, unless somebody else was faster; the context manager removes one."""
    try:
        fresh.rename(target)
    except OSError:
        return
    fresh.mkdir()


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
