"""Under which commit and on which day something is measured."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def current_commit() -> str:
    """The commit of this checkout; `+` behind it: with changes that are not in it."""
    changes = _git("status", "--porcelain", "--", ".", ":!benchmarks/results")
    return _git("rev-parse", "HEAD") + ("+" if changes else "")


def commit_and_day() -> tuple[str, str]:
    """What a stored figure is stamped with."""
    return current_commit(), f"{datetime.now(UTC):%Y-%m-%d}"


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()
